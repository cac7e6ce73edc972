import { readFile, realpath, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { cacheFolders } from "../../workspace/state/cache-folders.ts";
import { scanTags, TagCache } from "./scan.ts";

const tag = "// [ENSURES: a.b]\n";

async function scan(root: string, from = "src", cache = new TagCache()) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const options = { cache, signal: new AbortController().signal };
  const found = await scanTags(workspace.value, literalPath(from), options);
  if (!found.ok) throw new Error(found.fault.message);
  return found.value;
}

const paths = (found: Awaited<ReturnType<typeof scan>>) => found.files.map((file) => file.path);

test("ignored files do not count, with and without a git repository", async () => {
  const files = {
    ".gitignore": "out/\n",
    "src/.gitignore": "*.gen.ts\n",
    "src/a.ts": tag,
    "src/b.gen.ts": tag,
    "src/out/c.ts": tag,
  };
  for (const root of [await temporaryTree(files), await temporaryRepository(files)]) {
    expect(paths(await scan(root))).toEqual(["src/a.ts"]);
  }
});

test("binaries, files that are not UTF-8 and hidden files do not count", async () => {
  const root = await temporaryTree({
    "src/ok.ts": tag,
    "src/nul.bin": `\0${tag}`,
    "src/latin.ts": Buffer.from(`// é\n${tag}`, "latin1"),
    "src/.hidden.ts": tag,
    "src/.hidden/x.ts": tag,
    "src/deep/.hidden/x.ts": tag,
  });
  const found = await scan(root);
  expect(paths(found)).toEqual(["src/ok.ts"]);
  expect(found).toMatchObject({ scanned: 1, skipped: 2 });
});

test("a link to outside the workspace is not followed", async () => {
  const outside = await temporaryTree({ "x.ts": tag });
  const root = await temporaryTree({ "src/a.ts": tag });
  await symlink(outside, join(root, "src/out"));
  expect(paths(await scan(root))).toEqual(["src/a.ts"]);
});

test("a second scan sees what was added, changed and removed since the first", async () => {
  const root = await temporaryTree({ "src/a.ts": tag, "src/b.ts": tag, "src/c.ts": "nothing" });
  const cache = new TagCache();
  expect(paths(await scan(root, "src", cache))).toEqual(["src/a.ts", "src/b.ts"]);
  await writeTree(root, { "src/c.ts": tag, "src/d.ts": tag, "src/a.ts": "// gone\n" });
  await rm(join(root, "src/b.ts"));
  expect(paths(await scan(root, "src", cache))).toEqual(["src/c.ts", "src/d.ts"]);
});

test("a file that was just written is read again, because it can change twice within one tick of the clock", async () => {
  const root = await temporaryTree({ "src/new.ts": tag, "src/old.ts": tag });
  const soon = new Date(Date.now() + 60_000);
  await utimes(join(root, "src/new.ts"), soon, soon);
  await sleep(60);
  const cache = new TagCache();
  await scan(root, "src", cache);
  const cached = cache.of({ root: await realpath(root) });
  expect([...cached.entries()].map(([path]) => path)).toEqual(["src/old.ts"]);
});

test("a second scan follows a change of .git/info/exclude", async () => {
  const root = await temporaryRepository({ "src/a.ts": tag, "src/b.ts": tag });
  await sleep(60); // what was written just now is read again in any case
  const cache = new TagCache();
  expect(paths(await scan(root, "src", cache))).toEqual(["src/a.ts", "src/b.ts"]);
  await writeFile(join(root, ".git/info/exclude"), "b.ts\n");
  expect(paths(await scan(root, "src", cache))).toEqual(["src/a.ts"]);
});

test("a cancelled scan ends as cancelled", async () => {
  const root = await temporaryTree({ "src/a.ts": tag });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const found = await scanTags(workspace.value, literalPath("src"), {
    cache: new TagCache(),
    signal: AbortSignal.abort(),
  });
  expect(found).toMatchObject({ ok: false, fault: { code: "cancelled" } });
});

test("a scan that is cancelled while it reads files ends as cancelled", async () => {
  const names = Array.from({ length: 300 }, (_, index) => [`src/${index}.ts`, tag]);
  const workspace = await openWorkspace(await temporaryTree(Object.fromEntries(names)));
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const abort = new AbortController();
  const found = await scanTags(workspace.value, literalPath("src"), {
    cache: new TagCache(),
    signal: abort.signal,
    progress: () => abort.abort(),
  });
  expect(found).toMatchObject({ ok: false, fault: { code: "cancelled" } });
});

/** The tags that processes keep for each other, as text. */
async function storedTags(root: string) {
  const [folder = ""] = cacheFolders({ root: await realpath(root) });
  const file = join(folder, "tags.json");
  return { text: await readFile(file, "utf8"), replace: (text: string) => writeFile(file, text) };
}

test("a second process reads only what changed since the first", async () => {
  const root = await temporaryTree({ "src/a.ts": tag, "src/b.ts": tag, "src/plain.ts": "let x;\n" });
  await sleep(60); // a file of this very moment is read again by design
  await scan(root);
  const kept = await storedTags(root);
  // What the first has kept is believed where the file is as it was, and only there.
  await kept.replace(kept.text.replaceAll('"a.b"', '"kept.tag"'));
  await writeTree(root, { "src/b.ts": `${tag}// longer\n` });
  const found = await scan(root);
  const names = found.files.map(({ path, tags }) => [path, tags.map(({ identifier }) => identifier)]);
  expect(names).toEqual([
    ["src/a.ts", ["kept.tag"]],
    ["src/b.ts", ["a.b"]],
  ]);
  expect(found.scanned).toBe(3);
});

test("stored tags of another version and damaged ones are read again", async () => {
  const root = await temporaryTree({ "src/a.ts": tag });
  await sleep(60);
  await scan(root);
  const { text, replace } = await storedTags(root);
  const forged = text.replace('"a.b"', '"kept.tag"');
  for (const wrong of [forged.replace('"version":4', '"version":3'), forged.slice(0, -4), "[]", ""]) {
    await replace(wrong);
    expect((await scan(root)).files[0]?.tags[0]?.identifier).toBe("a.b");
  }
});
