import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { whenOver } from "../../../test/support/cleanup.ts";
import { temporaryRepository } from "../../../test/support/repository.ts";
import { contents, snapshot } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { literalPath } from "../paths/paths.ts";
import { openWorkspace } from "../paths/root.ts";
import { currentOwner } from "../write/locks/owner.ts";
import { removeDeadCopies } from "./leftovers.ts";
import { copyTree } from "./tree-copy.ts";

const { signal } = new AbortController();

async function copied(root: string, also: string[] = []) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const copy = await copyTree(workspace.value, { signal, also: also.map(literalPath) });
  if (!copy.ok) throw new Error(copy.fault.message);
  whenOver(() => copy.value.remove());
  return copy.value;
}

describe("a copy of a project", () => {
  it("has edits that are not committed, new files and no ignored or deleted ones", async () => {
    const root = await temporaryRepository({
      "a.txt": "one",
      "b/c.txt": "two",
      "gone.txt": "x",
      ".gitignore": "out/\n",
    });
    await writeTree(root, { "a.txt": "edited", "new.txt": "new", "out/x.txt": "ignored" });
    const { rm } = await import("node:fs/promises");
    await rm(join(root, "gone.txt"));
    const copy = await copied(root);
    expect(contents(copy.root)).toEqual({
      "a.txt": "edited",
      "b/c.txt": "two",
      "new.txt": "new",
      ".gitignore": "out/\n",
    });
    expect(copy.files).toBe(4);
  });

  it("works without git", async () => {
    const copy = await copied(await temporaryTree({ "a/b.txt": "x" }));
    expect(contents(copy.root)).toEqual({ "a/b.txt": "x" });
  });

  it("has ignored files that are asked for", async () => {
    const root = await temporaryRepository({ "a.txt": "", ".gitignore": "dist/\n.env\n" });
    await writeTree(root, { "dist/x/y.js": "built", ".env": "A=1" });
    const copy = await copied(root, ["dist", ".env", "missing"]);
    expect(contents(copy.root)).toMatchObject({ "dist/x/y.js": "built", ".env": "A=1" });
  });

  it("is private, and a change in it leaves the project as it is", async () => {
    const root = await temporaryRepository({ "a.txt": "one", "b.txt": "two" });
    const before = snapshot(root);
    const copy = await copied(root);
    expect(lstatSync(join(copy.root, "..")).mode & 0o777).toBe(0o700);
    await copy.write(literalPath("a.txt"), "changed");
    await copy.write(literalPath("b.txt"), undefined);
    await copy.write(literalPath("new/c.txt"), "new");
    expect(contents(copy.root)).toEqual({ "a.txt": "changed", "new/c.txt": "new" });
    expect(snapshot(root)).toEqual(before);
  });

  it("keeps links inside, drops links that lead out, and never writes through one", async () => {
    const outside = await temporaryTree({ "victim.txt": "untouched" });
    const root = await temporaryRepository({ "a.txt": "one" });
    symlinkSync("a.txt", join(root, "inside.txt"));
    symlinkSync(join(outside, "victim.txt"), join(root, "absolute.txt"));
    symlinkSync("../../../../../../etc/passwd", join(root, "relative.txt"));
    const copy = await copied(root);
    expect(readdirSync(copy.root).sort()).toEqual(["a.txt", "inside.txt"]);
    await copy.write(literalPath("inside.txt"), "own text");
    expect(readFileSync(join(copy.root, "a.txt"), "utf8")).toBe("one");
    symlinkSync(join(outside, "victim.txt"), join(copy.root, "planted.txt"));
    await copy.write(literalPath("planted.txt"), "x");
    expect(readFileSync(join(outside, "victim.txt"), "utf8")).toBe("untouched");
  });

  it("reads packages where they are installed, and keeps what tools write beside them", async () => {
    const root = await temporaryRepository({
      "a.txt": "",
      "p/b.txt": "",
      ".gitignore": "node_modules\n.venv\n",
    });
    await writeTree(root, {
      "node_modules/x/i.js": "x",
      "node_modules/.vite/c": "old",
      "p/node_modules/y/i.js": "y",
      ".venv/bin/z": "z",
    });
    const before = snapshot(root);
    const copy = await copied(root);
    for (const path of ["node_modules/x/i.js", "p/node_modules/y/i.js", ".venv/bin/z"])
      expect(existsSync(join(copy.root, path))).toBe(true);
    mkdirSync(join(copy.root, "node_modules/.vite"));
    writeFileSync(join(copy.root, "node_modules/.vite/c"), "new");
    await copy.remove();
    expect(existsSync(copy.root)).toBe(false);
    expect(snapshot(root)).toEqual(before);
  });

  it("is given up when the call is cancelled", async () => {
    const workspace = await openWorkspace(await temporaryTree({ "a.txt": "" }));
    if (!workspace.ok) throw new Error(workspace.fault.message);
    const copy = await copyTree(workspace.value, { signal: AbortSignal.abort() });
    expect(copy).toMatchObject({ ok: false, fault: { code: "cancelled" } });
  });

  it("gives reports only if they are files of a size", async () => {
    const copy = await copied(await temporaryTree({ "a.txt": "" }));
    const report = join(copy.outputs, "report");
    expect(await copy.readOutput(report, 10)).toBeUndefined();
    writeFileSync(report, "12345");
    expect(await copy.readOutput(report, 5)).toHaveLength(5);
    expect(await copy.readOutput(report, 4)).toBeUndefined();
    await copy.removeOutput(report);
    symlinkSync("/etc/passwd", report);
    expect(await copy.readOutput(report, 1_000_000)).toBeUndefined();
  });
});

describe("copies that were left behind", () => {
  const name = (letter: string) => `${letter.repeat(16)}-${letter.repeat(12)}`;

  it("are removed when their process is gone, and stay while it runs", async () => {
    const parent = await temporaryFolder();
    const owner = await currentOwner();
    const record = (pid: number, start: string) =>
      JSON.stringify({ ...owner, pid, process_start: start, root: "/x" });
    await writeTree(parent, {
      [`${name("a")}/owner.json`]: record(owner.pid, owner.process_start),
      [`${name("b")}/owner.json`]: record(2 ** 22 - 3, "1"),
      [`${name("b")}/tree/file.txt`]: "x",
      [`${name("c")}/owner.json`]: JSON.stringify({ ...owner, host: "elsewhere", root: "/x" }),
      [`${name("d")}/owner.json`]: "damaged",
      [`${name("e")}/owner.json`]: "damaged",
      "other/owner.json": record(2 ** 22 - 3, "1"),
    });
    utimesSync(join(parent, name("e")), 0, 0);
    expect(await removeDeadCopies(parent)).toBe(2);
    expect(readdirSync(parent).sort()).toEqual([name("a"), name("c"), name("d"), "other"]);
  });

  it("do not exist where there is no folder", async () => {
    expect(await removeDeadCopies(join(await temporaryFolder(), "none"))).toBe(0);
  });
});
