import { afterAll, onTestFinished } from "vitest";

type Clean = () => unknown;

/** Collects cleanups while something is created for a whole file. */
let collecting: Clean[] | undefined;

/** Runs when the test is over; what is created for a whole file is kept until its last test is over. */
export function whenOver(clean: Clean): void {
  if (collecting) collecting.push(clean);
  else onTestFinished(async () => void (await clean()));
}

/**
 * Something that several tests of a file read and none changes. The first test that needs it creates it, so that a
 * single test creates only what it needs.
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
  const outer = collecting;
  collecting = cleanups;
  try {
    return await make();
  } finally {
    collecting = outer;
  }
}
