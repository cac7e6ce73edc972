// `npm run bench hostile-text`: the time that each parser of a text format takes for 100 kB of hostile text, in its worst
// shape. Goal: 100 ms, or on a slow machine 50 times the time to split the same text into lines.
import { bundled } from "./support/bundled.mjs";

const SIZE = 100_000;
const GOAL_MS = 100;
/** On the machine of the report splitting takes about 2 ms: the goal then is about the same. */
const GOAL_RATIO = 50;

const { readers, shapes, bestMs } = await bundled("test/support/hostile-texts.ts");
const split = (text) => text.split(/\r\n|\n|\r/).map((line) => [...line].length);
let missed = 0;
console.log(
  `${Object.keys(shapes).length} shapes of ${SIZE / 1000} kB, processor time, best of up to 5 runs\n`,
);
console.log("| reader | worst ms of processor time | times splitting | shape |\n|---|---|---|---|");
for (const [name, read] of Object.entries(readers)) {
  let worst = { ms: 0, ratio: 0, shape: "" };
  for (const [shape, make] of Object.entries(shapes)) {
    const text = make(SIZE);
    let ms = await bestMs(read, text, 1);
    if (ms > GOAL_MS / 2) ms = Math.min(ms, await bestMs(read, text, 4));
    if (ms <= worst.ms) continue;
    worst = { ms, ratio: ms / (await bestMs(split, text, 3)), shape };
  }
  const isMissed = worst.ms > GOAL_MS && worst.ratio > GOAL_RATIO;
  if (isMissed) missed++;
  const verdict = isMissed ? " MISSED" : "";
  console.log(`| ${name} | ${worst.ms.toFixed(1)} | ${worst.ratio.toFixed(0)} | ${worst.shape}${verdict} |`);
}
process.exit(missed === 0 ? 0 : 1);
