// A separate program: swaps a folder for a link and back as fast as it can, until it is told to stop.
import { renameSync, symlinkSync } from "node:fs";

const [folder = "", target = ""] = process.argv.slice(2);
const [real, link] = [`${folder}-real`, `${folder}-link`];
symlinkSync(target, link);
let swaps = 0;
let strays = 0;
let isOver = false;
process.stdin.on("data", () => {
  isOver = true;
});
process.stdout.write(`${JSON.stringify({ ready: true })}\n`);

/** A writer may have created the folder in the moment when it was missing; that folder is moved away. */
function swap(from: string, to: string): void {
  for (;;) {
    try {
      return renameSync(from, to);
    } catch {
      renameSync(to, `${folder}-stray-${++strays}`);
    }
  }
}

function race(): void {
  for (let round = 0; round < 500; round++) {
    swap(folder, real);
    swap(link, folder);
    swap(folder, link);
    swap(real, folder);
    swaps += 2;
  }
  if (!isOver) {
    setImmediate(race);
    return;
  }
  process.stdout.write(`${JSON.stringify({ swaps })}\n`);
  process.exit(0);
}
race();
