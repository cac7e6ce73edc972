// Writes how many of our own requirements have a linked test into README.md, between its markers. `--check` fails if
// the text there is not what the sources say now. That each of these tests passes is checked by .ci/run.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const args = ["dist/hewto.js", "trace", "export", "--format", "json", "--workspace", root];
const text = execFileSync(process.execPath, args, {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 1e8,
  stdio: ["ignore", "pipe", "ignore"],
});
const { leaves } = JSON.parse(text);
const linked = leaves.filter(({ tests }) => tests.some(({ counts }) => counts)).length;
const checked = leaves.filter(({ tests, code }) => tests.length === 0 && code.length > 0).length;
const waived = leaves.filter(({ state }) => state === "waived").length;
const open = leaves.filter(({ state }) => state === "open").length;
const parts = [
  `${linked} of ${leaves.length} requirements and scenarios in \`spec/\` have a linked test`,
  ...(checked > 0 ? [`${checked} ${checked === 1 ? "is" : "are"} claimed by a check in code alone`] : []),
  ...(waived > 0 ? [`${waived} ${waived === 1 ? "is" : "are"} waived`] : []),
  ...(open > 0 ? [`${open} have no test`] : []),
];
const summary = `${parts.join(", ")}. CI fails unless each of these tests passed on the sources of the commit (level *passed*).`;

const readme = join(root, "README.md");
const before = readFileSync(readme, "utf8");
const after = before.replace(
  /(<!-- trace -->\n)[\s\S]*?(\n<!-- \/trace -->)/,
  (_, start, end) => `${start}${summary}${end}`,
);
if (process.argv.includes("--check")) {
  if (after === before && before.includes(summary)) process.exit(0);
  console.log("README.md is not up to date. Run `node scripts/gen-trace-summary.mjs`.");
  process.exit(1);
}
writeFileSync(readme, after);
