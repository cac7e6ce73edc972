// A separate program: starting at a given time, it signs something with the keys of several homes in turn.
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { seal } from "../../src/workspace/state/signature.ts";

const [homes = "", count = "1"] = process.argv.slice(2);
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
const [moment] = await once(createInterface({ input: process.stdin }), "line");
const sealed: string[] = [];
for (let home = 0; home < Number(count); home++) {
  process.env["HOME"] = join(homes, String(home));
  // A step of its own for each home, so that a program that is ahead waits for the others.
  while (Date.now() < Number(moment) + 4 * home);
  sealed.push(seal({ root: "/here" }, "a note", "text"));
}
process.stdout.write(`${JSON.stringify({ sealed })}\n`);
process.stdin.destroy();
