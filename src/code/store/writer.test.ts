import { expect, it } from "vitest";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { stampOf } from "../../workspace/files/stamp.ts";
import { analyse } from "../index/analyze.ts";
import { emptyManifest } from "./manifest.ts";
import { openSnapshot } from "./snapshot.ts";
import { IndexWriter } from "./writer.ts";

it("hundreds of segments that a busy machine left become few, though one cannot hold all of them", async () => {
  const paths = Array.from({ length: 200 }, (_, n) => `page${n}.md`);
  const root = await temporaryTree(Object.fromEntries(paths.map((path) => [path, `# ${path}\n`])));
  const folder = await temporaryFolder();
  const writer = new IndexWriter(folder, emptyManifest("a"), undefined);
  for (const path of paths) {
    const stamp = stampOf(`${root}/${path}`);
    if (!stamp) throw new Error("It was just written.");
    const { segment } = await analyse({ root, files: [{ path, stamp }] });
    // As large as what a thread writes after a few seconds.
    writer.add({ ...segment, chunks: 900 }, [path]);
  }
  writer.commit(true);
  while (writer.compact()) writer.commit(true);
  writer.sweep();
  const snapshot = openSnapshot(folder);
  expect(snapshot?.segments.length).toBeLessThan(8);
  expect([...(snapshot?.files.keys() ?? [])].sort()).toEqual(paths.sort());
});
