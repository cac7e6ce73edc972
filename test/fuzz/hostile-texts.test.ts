import { expect, test } from "vitest";
import { bestMs, readers, shapes } from "../support/hostile-texts.ts";

const small = 5_000;
/** Below this a ratio says more about the machine than about the reader. */
const tooShortMs = 40;

/** How much longer four times the text takes; the least of a few tries, because other work only adds. */
async function growth(read: (text: string) => unknown, make: (size: number) => string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && least >= 10; attempt++) {
    const tries = attempt === 0 ? 1 : 3;
    const once = await bestMs(read, make(small), tries);
    const four = await bestMs(read, make(4 * small), tries);
    least = Math.min(least, four < tooShortMs ? 0 : four / once);
  }
  return least;
}

test.each(Object.entries(readers))(
  "reading hostile text four times as long takes less than ten times as long: %s",
  async (_name, read) => {
    const slow: string[] = [];
    for (const [shape, make] of Object.entries(shapes)) {
      if ((await bestMs(read, make(4 * small), 1)) < tooShortMs) continue;
      const ratio = await growth(read, make);
      if (ratio >= 10) slow.push(`${shape}: ${ratio.toFixed(1)} times`);
    }
    expect(slow).toEqual([]);
  },
  240_000,
);
