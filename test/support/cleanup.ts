import { afterAll, onTestFinished } from "vitest";

type Clean = () => unknown;

/** Where cleanups go while something is made for a whole file. */
let collecting: Clean[] | undefined;

/** Runs when the test is over; what is made for a whole file lives until its last test is over. */
export function whenOver(clean: Clean): void {
  if (collecting) collecting.push(clean);
  else onTestFinished(async () => void (await clean()));
}

/**
 * Something that several tests of a file look at and none changes: made by the first that asks, so that a test
 * alone makes no more than it needs.
 *
 * @example const server = sharedByFile(() => openServer(files)); it("answers", async () => (await server()).ask())
 */
export function sharedByFile<T>(make: () => Promise<T>): () => Promise<T> {
  const cleanups: Clean[] = [];
  let made: Promise<T> | undefined;
  afterAll(async () => {
    for (const clean of cleanups.reverse()) await clean();
  });
  return () => {
    made ??= collect(cleanups, make);
    return made;
  };
}

async function collect<T>(cleanups: Clean[], make: () => Promise<T>): Promise<T> {
  collecting = cleanups;
  try {
    return await make();
  } finally {
    collecting = undefined;
  }
}
