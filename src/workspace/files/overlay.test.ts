import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../paths/paths.ts";
import { openWorkspace } from "../paths/root.ts";
import { walkAll } from "../walk/walk.ts";
import { commit } from "../write/commit.ts";
import { listFolder, readText, statPath } from "./files.ts";
import { Overlay, withOverlay } from "./overlay.ts";
import { isRacy, stampOf } from "./stamp.ts";

async function place(files: Record<string, string>) {
  const opened = await openWorkspace(await temporaryTree(files));
  if (!opened.ok) throw new Error(opened.fault.message);
  const overlay = new Overlay();
  return { workspace: opened.value, root: opened.value.root, overlay };
}

const file = literalPath("a.md");

test("an unsaved text is read before the disk, and only by the work that has it", async () => {
  const { workspace, root, overlay } = await place({ "a.md": "saved\n" });
  overlay.set(join(root, "a.md"), "unsaved é\n");
  const inside = await withOverlay(overlay, () => readText(workspace, file));
  expect(inside).toMatchObject({ ok: true, value: { text: "unsaved é\n", bytes: 11 } });
  expect(await readText(workspace, file)).toMatchObject({ value: { text: "saved\n" } });
  overlay.delete(join(root, "a.md"));
  expect(await withOverlay(overlay, () => readText(workspace, file))).toMatchObject({
    value: { text: "saved\n" },
  });
});

test("stamps, sizes and walks follow the unsaved text, so that no cache answers with the saved one", async () => {
  const { workspace, root, overlay } = await place({ "a.md": "saved\n", "b.md": "" });
  const path = join(root, "a.md");
  const onDisk = stampOf(path);
  const stamps = [];
  for (const text of ["one\n", "two\n", "one\n"]) {
    overlay.set(path, text);
    stamps.push(await withOverlay(overlay, async () => stampOf(path)));
  }
  expect(stamps[0]).toEqual(stamps[2]);
  expect(stamps[0]).not.toEqual(stamps[1]);
  expect(stamps[0]).not.toEqual(onDisk);
  const stamp = stamps[0];
  if (stamp === undefined) throw new Error("no stamp");
  expect(isRacy(stamp, Date.now())).toBe(false);
  const walked = await withOverlay(overlay, () => walkAll(workspace));
  expect(walked.ok && walked.value.map((entry) => [entry.path, entry.size])).toEqual([
    ["a.md", 4],
    ["b.md", 0],
  ]);
  expect(await withOverlay(overlay, () => statPath(workspace, file))).toMatchObject({ value: { size: 4 } });
});

test("a file that was never saved is listed and read", async () => {
  const { workspace, root, overlay } = await place({ "docs/b.md": "" });
  overlay.set(join(root, "docs/a.md"), "new\n");
  const folder = literalPath("docs");
  const listed = await withOverlay(overlay, () => listFolder(workspace, folder));
  expect(listed.ok && listed.value.map(({ name }) => name)).toEqual(["a.md", "b.md"]);
  expect(await withOverlay(overlay, () => readText(workspace, literalPath("docs/a.md")))).toMatchObject({
    value: { text: "new\n" },
  });
});

test("a file that was never saved, in a folder that does not exist yet, is found from the folder above", async () => {
  const { workspace, root, overlay } = await place({ "docs/b.md": "" });
  overlay.set(join(root, "docs/new/deep/a.md"), "new\n");
  await withOverlay(overlay, async () => {
    const listed = await listFolder(workspace, literalPath("docs"));
    expect(listed.ok && listed.value.map(({ name, kind }) => [name, kind])).toEqual([
      ["b.md", "file"],
      ["new", "folder"],
    ]);
    const inside = await listFolder(workspace, literalPath("docs/new/deep"));
    expect(inside.ok && inside.value.map(({ name, kind }) => [name, kind])).toEqual([["a.md", "file"]]);
    expect(await statPath(workspace, literalPath("docs/new"))).toMatchObject({ value: { kind: "folder" } });
    expect(await listFolder(workspace, literalPath("docs/newer"))).toMatchObject({ ok: false });
  });
  expect(await statPath(workspace, literalPath("docs/new"))).toEqual({ ok: true, value: undefined });
});

test("a text over the limit is too large, saved or not", async () => {
  const { workspace, root, overlay } = await place({ "a.md": "" });
  overlay.set(join(root, "a.md"), "x".repeat(100));
  const read = await withOverlay(overlay, () => readText(workspace, file, { maxBytes: 50 }));
  expect(read).toMatchObject({ ok: false, fault: { code: "file_too_large" } });
});

test("a write compares with the disk, never with an unsaved text", async () => {
  const { workspace, root, overlay } = await place({ "a.md": "saved\n" });
  overlay.set(join(root, "a.md"), "unsaved\n");
  const written = await withOverlay(overlay, async () => {
    const read = await readText(workspace, file);
    const expected = read.ok ? read.value.sha256 : "any";
    return commit(workspace, {
      label: "test",
      edits: [{ kind: "write", path: file, content: "other\n", expect: expected }],
    });
  });
  expect(written.ok).toBe(false);
  expect(readFileSync(join(root, "a.md"), "utf8")).toBe("saved\n");
  writeFileSync(join(root, "a.md"), "again\n");
});
