import { execFileSync } from "node:child_process";
import { mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { dumpOf, indexFolder, searchFolder } from "../../../test/support/code-index.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { readManifest, writeManifest } from "../store/manifest.ts";
import { CodeIndex } from "./fresh.ts";
import { indexFolder as indexPlace } from "./home.ts";
import { noOutcome, reportOf } from "./report.ts";
import { updateIndex } from "./update.ts";

const sources = {
  "src/auth.ts": "export function authenticate(user: string) {\n  return user !== '';\n}\n",
  "src/store.ts": "export class UserStore {\n  load(id: number) {\n    return id;\n  }\n}\n",
  "README.md": "# Shop\n\n## Installation\n\nRun the installer.\n",
};

/** The index after a series of edits must be what a fresh build of the same files gives. */
async function expectFresh(root: string): Promise<void> {
  const grown = dumpOf(root);
  await indexFolder(root, true);
  expect(grown).toEqual(dumpOf(root));
}

describe("indexing", () => {
  // [ENSURES: requirement-honest-counts.rules:TEST]
  // covers swiftindex: force-equals-fresh, odd-files
  // [VERIFIES: code-search/honest-counts#a-file-that-cannot-be-read]
  it("counts add up and every file that was left out is named with its reason", async () => {
    const root = await temporaryTree({
      ...sources,
      "logo.png": new Uint8Array([0x89, 0x50]),
      "data.blob": new Uint8Array([1, 0, 2, 0]),
      "huge.ts": "// x\n".repeat(300_000),
      "empty.ts": "",
    });
    const report = await indexFolder(root);
    expect(report).toMatchObject({ seen: 7, indexed: 4, unchanged: 0, removed: 0, skipped: 3, failed: 0 });
    expect(report.errors.map(({ path, reason }) => [path, reason])).toEqual([
      ["data.blob", "binary file"],
      ["huge.ts", expect.stringContaining("larger than")],
      ["logo.png", "binary file"],
    ]);
    const again = await indexFolder(root);
    expect(again).toMatchObject({ seen: 7, indexed: 0, unchanged: 4, skipped: 3, failed: 0 });
    expect(again.errors).toHaveLength(3);
    await utimes(join(root, "data.blob"), new Date(), new Date(Date.now() - 100_000));
    const touched = await indexFolder(root);
    expect(touched).toMatchObject({ seen: 7, indexed: 0, unchanged: 4, skipped: 3, failed: 0 });
  });

  it("a file that could not be read counts as failed and is named, even when it is not tried again", () => {
    const record = {
      stamp: { size: 1, mtimeMs: 1, ctimeMs: 1 },
      hash: "",
      language: "text",
      role: "data",
    } as const;
    const refused = [
      { ...record, path: "locked.ts", state: "failed", reason: "permission denied" },
      { ...record, path: "logo.png", state: "skipped", reason: "binary file" },
    ] as const;
    const report = reportOf({ toRead: [], missing: [], unchanged: 5, refused }, [], noOutcome());
    expect(report).toMatchObject({ seen: 5, indexed: 0, unchanged: 3, skipped: 1, failed: 1 });
    expect(report.errors.map(({ path }) => path)).toEqual(["locked.ts", "logo.png"]);
  });

  it("a first index that was killed after its last file was written is finished by the next one", async () => {
    const root = await temporaryTree(sources);
    await sleep(60); // past the clock's grain, so that no file has to be read again
    await indexFolder(root);
    const folder = indexPlace({ root });
    const manifest = readManifest(folder);
    if (!manifest) throw new Error("There is an index.");
    writeManifest(folder, { ...manifest, complete: false });
    expect(new CodeIndex({ root }).stored()).toBeUndefined();
    expect(await indexFolder(root)).toMatchObject({ seen: 3, indexed: 0, unchanged: 3 });
    expect((await searchFolder(root, "authenticate"))[0]?.path).toBe("src/auth.ts");
  });

  // covers swiftindex: incremental-index, updates-equal-a-fresh-index
  it("reads only what changed the second time", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    await writeTree(root, { "src/auth.ts": "export const nothing = 1;\n" });
    expect(await indexFolder(root)).toMatchObject({ seen: 3, indexed: 1, unchanged: 2 });
    await expectFresh(root);
  });

  // covers swiftindex: updates-equal-a-fresh-index
  it("counts a file that was only touched as unchanged", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    await utimes(join(root, "src/auth.ts"), new Date(), new Date(Date.now() - 100_000));
    expect(await indexFolder(root)).toMatchObject({ indexed: 0, unchanged: 3 });
    await expectFresh(root);
  });

  // covers swiftindex: forced-index, force-equals-fresh
  it("reads everything again with force, and ends with the same index", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    const before = dumpOf(root);
    expect(await indexFolder(root, true)).toMatchObject({ indexed: 3, unchanged: 0 });
    expect(dumpOf(root)).toEqual(before);
  });

  // covers swiftindex: updates-equal-a-fresh-index
  it("forgets deleted, renamed, emptied and newly ignored files", async () => {
    const root = await temporaryTree({ ...sources, "src/old.ts": "export const oldThing = 1;\n" });
    execFileSync("git", ["init", "-q"], { cwd: root });
    await indexFolder(root);
    await rm(join(root, "src/old.ts"));
    await rename(join(root, "src/auth.ts"), join(root, "src/login.ts"));
    await writeFile(join(root, "src/store.ts"), "");
    await writeTree(root, { ".gitignore": "README.md\n" });
    const report = await indexFolder(root);
    expect(report).toMatchObject({ removed: 3 });
    expect(dumpOf(root).map((line) => line.split(" ")[0])).toEqual([
      ".gitignore",
      "src/login.ts",
      "src/store.ts",
    ]);
    await expectFresh(root);
  });

  // covers swiftindex: updates-equal-a-fresh-index
  it("moves whole folders and changes of case only", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    await rename(join(root, "src"), join(root, "lib"));
    await rename(join(root, "README.md"), join(root, "Readme.md"));
    await indexFolder(root);
    await expectFresh(root);
    expect((await searchFolder(root, "authenticate"))[0]?.path).toBe("lib/auth.ts");
  });

  // [ENSURES: requirement-honest-counts.rules:TEST]
  // covers swiftindex: updates-equal-a-fresh-index
  it("equals a fresh build after many small updates and merges", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    for (let round = 0; round < 40; round++) {
      const name = `src/file${round % 7}.ts`;
      if (round % 5 === 4) await rm(join(root, name), { force: true });
      else await writeTree(root, { [name]: `export function made${round}() { return ${round}; }\n` });
      await indexFolder(root);
    }
    await expectFresh(root);
  });

  it("each word stays with its file when many segments become one", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    for (let round = 0; round < 20; round++) {
      const text = `export function ${"zyxwvutsrqponmlkjihg"[round]}Word${round}() { return both${round % 3}; }\n`;
      await writeTree(root, { [`src/file${round}.ts`]: text });
      await indexFolder(root);
    }
    const segments = new CodeIndex({ root }).stored()?.segments.length ?? 0;
    expect(segments).toBeLessThan(10);
    await expectFresh(root);
  });

  // covers swiftindex: ignore-rules-and-links
  it("honors nested ignore files, negation and .hewtoignore", async () => {
    const root = await temporaryTree({
      ".gitignore": "*.gen.ts\n!keep.gen.ts\nbuild/\n",
      ".hewtoignore": "secret/\n",
      "a.gen.ts": "export const a = 1;",
      "keep.gen.ts": "export const keep = 1;",
      "build/out.ts": "export const out = 1;",
      "sub/.gitignore": "local.ts\n",
      "sub/local.ts": "export const local = 1;",
      "sub/kept.ts": "export const kept = 1;",
      "secret/key.ts": "export const key = 1;",
    });
    execFileSync("git", ["init", "-q"], { cwd: root });
    await indexFolder(root);
    const paths = dumpOf(root).map((line) => line.split(" ")[0]);
    expect(paths).toEqual([".gitignore", ".hewtoignore", "keep.gen.ts", "sub/.gitignore", "sub/kept.ts"]);
  });

  // covers swiftindex: ignore-rules-and-links
  it("follows symlinked sources inside the root once, survives loops, and stays inside", async () => {
    const outside = await temporaryTree({ "far.ts": "export const far = 1;" });
    const root = await temporaryTree({ "real/code.ts": "export function linkedCode() {}\n" });
    await symlink("real", join(root, "alias"));
    await symlink(".", join(root, "loop"));
    await symlink(outside, join(root, "out"));
    await indexFolder(root);
    expect(dumpOf(root).map((line) => line.split(" ")[0])).toEqual(["real/code.ts"]);
  });

  // covers swiftindex: ignore-rules-and-links
  it("is not misled by folder names above the root", async () => {
    const folder = await temporaryFolder();
    const root = join(folder, "Pods/Tests/Sources");
    await mkdir(root, { recursive: true });
    await writeTree(root, sources);
    await indexFolder(root);
    const [hit] = await searchFolder(root, "authenticate");
    expect(hit).toMatchObject({ path: "src/auth.ts", reasons: { role: 1 } });
  });

  // covers swiftindex: other-model-or-version
  it("moves with its folder: paths are relative", async () => {
    const folder = await temporaryFolder();
    await writeTree(join(folder, "one"), sources);
    await indexFolder(join(folder, "one"));
    await rename(join(folder, "one"), join(folder, "two"));
    expect(await indexFolder(join(folder, "two"))).toMatchObject({ indexed: 0, unchanged: 3 });
  });

  // covers swiftindex: pings-and-cancels
  it("leaves a usable index when it is cancelled", async () => {
    const root = await temporaryTree(sources);
    await indexFolder(root);
    await writeTree(root, { "src/new.ts": "export const fresh = 1;\n" });
    const abort = new AbortController();
    abort.abort();
    const report = await updateIndex({ root }, { force: true, signal: abort.signal, progress: () => {} });
    expect(report).toMatchObject({ ok: false, fault: { code: "cancelled" } });
    expect((await searchFolder(root, "authenticate"))[0]?.path).toBe("src/auth.ts");
  });

  // covers swiftindex: index-progress
  it("reports progress that ends at the total, with nothing to do as well", async () => {
    const root = await temporaryTree(sources);
    for (const _ of [1, 2]) {
      const steps: { done: number; total: number }[] = [];
      const signal = new AbortController().signal;
      await updateIndex({ root }, { force: false, signal, progress: (step) => steps.push(step) });
      expect(steps.at(-1)).toMatchObject({ done: 3, total: 3 });
    }
  });

  // covers swiftindex: ignore-rules-and-links
  it("a worktree takes what the main checkout has parsed, and stays its own", async () => {
    const folder = await temporaryFolder();
    const main = join(folder, "main");
    await writeTree(main, sources);
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: main });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    await indexFolder(main);
    git("worktree", "add", "-q", join(folder, "linked"));
    const linked = join(folder, "linked");
    await writeTree(linked, { "src/own.ts": "export const own = 1;\n" });
    await rm(join(linked, "README.md"));
    const report = await indexFolder(linked);
    expect(report).toMatchObject({ seen: 3, indexed: 1, unchanged: 2, removed: 1 });
    await expectFresh(linked);
    expect(dumpOf(main).map((line) => line.split(" ")[0])).toEqual([
      "README.md",
      "src/auth.ts",
      "src/store.ts",
    ]);
  });

  it("keeps its state out of git", async () => {
    const root = await temporaryTree(sources);
    execFileSync("git", ["init", "-q"], { cwd: root });
    await indexFolder(root);
    const status = execFileSync("git", ["status", "--porcelain", "-uall"], { cwd: root, encoding: "utf8" });
    expect(status).not.toContain(".hewto");
  });

  // covers swiftindex: odd-files
  it("reads UTF-16, Latin-1 and BOM files as text", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("let wideName = 1\n", "utf16le")]);
    const root = await temporaryTree({
      "wide.txt": utf16,
      "latin.txt": Buffer.from("caf\xe9 narrowName\n", "latin1"),
      "bom.txt": "\uFEFFmarkedName first\n",
    });
    await indexFolder(root);
    expect((await searchFolder(root, "wideName"))[0]?.content).toBe("let wideName = 1");
    expect((await searchFolder(root, "narrowName"))[0]?.content).toBe("café narrowName");
    expect((await searchFolder(root, "markedName"))[0]?.content).toBe("markedName first");
  });
});
