import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree, writeTree } from "../../test/support/temporary.ts";
import { literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace } from "../workspace/paths/root.ts";
import { DocumentCache, FileSnapshot, SnapshotMemo } from "./snapshot.ts";

const spec = literalPath("spec/a/spec.md");
const longAgo = new Date(1e12);

async function workspaceWith(files: Record<string, string>) {
  const root = await temporaryTree(files);
  for (const path of Object.keys(files)) await utimes(join(root, path), longAgo, longAgo);
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const cache = new DocumentCache();
  // Far from the time of any write, so that stamps are trusted.
  const snapshot = () => new FileSnapshot(workspace.value, cache, () => Date.now() + 60_000);
  return { root, snapshot };
}

test("a document is parsed once while its file is unchanged, and again after an edit", async () => {
  const { root, snapshot } = await workspaceWith({ "spec/a/spec.md": "# A\n" });
  const first = await snapshot().document(spec);
  expect(await snapshot().document(spec)).toBe(first);
  await writeTree(root, { "spec/a/spec.md": "# Changed\n" });
  const second = await snapshot().document(spec);
  expect(second).toMatchObject({ ok: true, value: { text: "# Changed\n" } });
});

test("a memoized result is reused until a file or a folder that it was computed from changes", async () => {
  const { root, snapshot } = await workspaceWith({ "spec/a/spec.md": "# A\n" });
  const memo = new SnapshotMemo<string>();
  let computed = 0;
  const result = () =>
    memo.get(snapshot(), "names", async (own) => {
      computed++;
      const names = (await own.folder(literalPath("spec"))).map(({ name }) => name);
      await own.document(spec);
      return names.join(" ");
    });
  expect([await result(), await result(), computed]).toEqual(["a", "a", 1]);
  await writeTree(root, { "spec/b/spec.md": "# B\n" });
  expect([await result(), computed]).toEqual(["a b", 2]);
  await writeTree(root, { "spec/a/spec.md": "# A again\n" });
  expect([await result(), computed]).toEqual(["a b", 3]);
});

test("a memoized result inside another one passes its files on", async () => {
  const { root, snapshot } = await workspaceWith({ "spec/a/spec.md": "# A\n" });
  const inner = new SnapshotMemo<string>();
  const outer = new SnapshotMemo<string>();
  const text = () =>
    outer.get(snapshot(), "outer", (own) =>
      inner.get(own, "inner", async (deepest) => {
        const document = await deepest.document(spec);
        return document.ok ? document.value.text : "";
      }),
    );
  await text();
  expect(await text()).toBe("# A\n");
  await writeTree(root, { "spec/a/spec.md": "# Changed\n" });
  expect(await text()).toBe("# Changed\n");
});
