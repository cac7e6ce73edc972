// A program of its own: the test bundles it, starts it many times and kills it. It rebuilds the index of a folder,
// writing after every batch, and says how far it is.
import { writeSync } from "node:fs";
import { updateIndex } from "../../src/code/index/update.ts";

const [root = ""] = process.argv.slice(2);
const say = (message: Record<string, unknown>) => writeSync(1, `${JSON.stringify(message)}\n`);

const report = await updateIndex(
  { root },
  {
    force: true,
    signal: new AbortController().signal,
    progress: ({ done, total }) => say({ done, total }),
    unwritten: { bytes: 1, ms: 0 },
  },
);
say({ ok: report.ok });
