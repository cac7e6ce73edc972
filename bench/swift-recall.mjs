// How many declarations of real Swift code the parser finds, compared with a count that shares no code with it.
// HEWTO_BENCH_DATA names the folder with the repositories.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { bundled } from "./support/bundled.mjs";
import { dataFolder as data, needData } from "./support/data.mjs";

needData("swift-recall");
const { recallOf } = await bundled("bench/code/swift-recall.ts");
const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
for (const name of ["swift-nio", "swift-argument-parser", "swift-composable-architecture"]) {
  const { files, lines, kinds, missing } = await recallOf(realpathSync(join(data, name)));
  const total = [...kinds.values()].reduce(
    (sum, { seen, found }) => ({ seen: sum.seen + seen, found: sum.found + found }),
    { seen: 0, found: 0 },
  );
  console.log(`${name}: ${files} files, ${lines} lines`);
  console.log(`  all ${total.found} of ${total.seen}, ${percent(total.found, total.seen)}`);
  for (const [kind, { seen, found }] of [...kinds].sort())
    if (found < seen) console.log(`  ${kind} ${found} of ${seen}, ${percent(found, seen)}`);
  for (const line of missing.slice(0, 20)) console.log(`    not found: ${line}`);
}
