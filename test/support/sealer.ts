// A program of its own: waits for a moment that the test names, then signs something with the key of its home.
import { seal } from "../../src/workspace/signed-state.ts";

const [moment = "0"] = process.argv.slice(2);
while (Date.now() < Number(moment));
process.stdout.write(`${JSON.stringify({ sealed: seal({ root: "/here" }, "a note", "text") })}\n`);
