// Load on a team server: npm run bench load -- --seconds 60 --clients 200. A PostgreSQL of its own; clients of their own
// principals ask in a loop with a pause of one to three seconds. After a fifth of the time hostile ones join: one
// principal with 30 calls at once, forged tokens, requests byte by byte, unread answers, bodies that are too
// large. Prints times, errors and memory. Default: ten minutes. The machine should do nothing else.
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";

const number = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const { runLoad } = await bundled("bench/code/load.ts");
const root = join(import.meta.dirname, "..");
await runLoad(root, { seconds: number("seconds", 600), clients: number("clients", 200) });
process.exit(0);
