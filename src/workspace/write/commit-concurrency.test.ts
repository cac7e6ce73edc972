import { realpathSync } from "node:fs";
import { chmod, lstat, readFile, readlink, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { dividedDisk, eventDuring } from "../../../test/support/eventful-disk.ts";
import { contents, snapshot } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { sha256 } from "../../kernel/hash.ts";
import { literalPath as at } from "../paths/paths.ts";
import { commit, type Edit } from "./commit.ts";
import { type Disk, nodeDisk } from "./disk.ts";

describe("a symbolic link", () => {
  test("is written through, and stays a link", async () => {
    const root = await temporaryTree({ "real/agents.md": "old" });
    await symlink("real/agents.md", join(root, "CLAUDE.md"));
    const result = await commitAll(root, [
      { kind: "write", path: at("CLAUDE.md"), content: "new", expect: sha256("old") },
    ]);
    expect(result).toMatchObject({ value: { changed: [{ action: "update", path: "CLAUDE.md" }] } });
    expect(await readlink(join(root, "CLAUDE.md"))).toBe("real/agents.md");
    expect(await readFile(join(root, "real/agents.md"), "utf8")).toBe("new");
  });

  test("and its target are one file to a plan", async () => {
    const root = await temporaryTree({ "real.md": "old" });
    await symlink("real.md", join(root, "link.md"));
    const twice = ["real.md", "link.md"].map((path): Edit => {
      return { kind: "write", path: at(path), content: path, expect: "any" };
    });
    expect(await commitAll(root, twice)).toMatchObject({ fault: { code: "invalid_argument" } });
  });

  test("is deleted itself, and its target stays", async () => {
    const root = await temporaryTree({ "real.md": "text" });
    await symlink("real.md", join(root, "link.md"));
    const result = await commitAll(root, [{ kind: "delete", path: at("link.md"), expect: sha256("text") }]);
    expect(result).toMatchObject({ ok: true });
    expect(contents(root)).toEqual({ "real.md": "text" });
  });

  test("that leads out of the workspace is not followed, whatever the edit", async () => {
    const outside = await temporaryTree({ "secret.md": "secret" });
    const root = await temporaryTree({ "a.md": "a" });
    await symlink(outside, join(root, "out"));
    await symlink(join(outside, "secret.md"), join(root, "file"));
    const edits: Edit[] = [
      { kind: "write", path: at("out/new.md"), content: "x", expect: "any" },
      { kind: "write", path: at("file"), content: "x", expect: "any" },
      { kind: "delete", path: at("out/secret.md"), expect: "any" },
      { kind: "move", from: at("a.md"), to: at("out/a.md") },
      { kind: "move", from: at("out/secret.md"), to: at("b.md") },
    ];
    for (const edit of edits)
      expect(await commitAll(root, [edit])).toMatchObject({ fault: { code: "path_escape" } });
    expect(contents(outside)).toEqual({ "secret.md": "secret" });
  });

  test("that replaces a folder in the middle of a plan is not followed, and the plan is undone", async () => {
    const outside = await temporaryFolder();
    const root = await temporaryTree({ "a.md": "old", "f/b.md": "b" });
    let swapped = false;
    const attacker: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        await nodeDisk.rename(from, to);
        if (swapped || !to.endsWith("a.md")) return;
        swapped = true;
        await nodeDisk.rename(join(root, "f"), join(root, "g"));
        await symlink(outside, join(root, "f"));
      },
    };
    const edits: Edit[] = [
      { kind: "write", path: at("a.md"), content: "new", expect: sha256("old") },
      { kind: "write", path: at("f/c.md"), content: "c", expect: "absent" },
    ];
    const result = await commit({ root }, { label: "x", edits }, {}, attacker);
    expect(result).toMatchObject({ fault: { code: "path_escape" } });
    expect(contents(outside)).toEqual({});
    expect(await readFile(join(root, "a.md"), "utf8")).toBe("old");
  });
});

describe("other writers", () => {
  test("of different files do not wait for each other", async () => {
    const root = await temporaryTree({ "a.md": "a", "b.md": "b" });
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const slow = eventDuring("sync", () => held);
    const edit = (path: string): Edit => ({ kind: "write", path: at(path), content: "new", expect: "any" });
    const first = commit({ root }, { label: "slow", edits: [edit("a.md")] }, {}, slow);
    while (!(await lockNames(root)).some((name) => name.startsWith("a.md-"))) await new Promise(setImmediate);
    expect(await commitAll(root, [edit("b.md")], { waitMs: 0 })).toMatchObject({ ok: true });
    expect(await commitAll(root, [edit("a.md")], { waitMs: 0 })).toMatchObject({ fault: { code: "locked" } });
    const move: Edit = { kind: "move", from: at("b.md"), to: at("c.md") };
    expect(await commitAll(root, [move], { waitMs: 0 })).toMatchObject({ fault: { code: "locked" } });
    release();
    expect(await first).toMatchObject({ ok: true });
    expect(await commitAll(root, [move], { waitMs: 0 })).toMatchObject({ ok: true });
  });

  test("finish before the folder that they write in is removed", async () => {
    const root = await temporaryTree({ "skill/SKILL.md": "old" });
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    const edit: Edit = { kind: "write", path: at("skill/SKILL.md"), content: "new", expect: "any" };
    const slow = eventDuring("sync", () => held);
    const writing = commit({ root }, { label: "slow", edits: [edit] }, {}, slow);
    while ((await lockNames(root)).length === 0) await new Promise(setImmediate);
    const removal: Edit = { kind: "remove-folder", path: at("skill") };
    expect(await commitAll(root, [removal], { waitMs: 0 })).toMatchObject({ fault: { code: "locked" } });
    release();
    expect(await writing).toMatchObject({ ok: true });
    expect(await commitAll(root, [removal], { waitMs: 0 })).toMatchObject({ ok: true });
    expect(contents(root)).toEqual({});
  });

  test("never recreate a folder that is being moved", async () => {
    for (let round = 0; round < 10; round++) {
      const root = await temporaryTree({ "change/tasks.md": "- [ ] one\n" });
      const tick: Edit = {
        kind: "write",
        path: at("change/tasks.md"),
        content: "- [x] one\n",
        expect: sha256("- [ ] one\n"),
      };
      const archive: Edit = { kind: "move", from: at("change"), to: at("archive/change") };
      const [ticked, archived] = await Promise.all([commitAll(root, [tick]), commitAll(root, [archive])]);
      expect(archived).toMatchObject({ ok: true });
      expect(contents(root)).toEqual({
        "archive/change/tasks.md": ticked.ok ? "- [x] one\n" : "- [ ] one\n",
      });
    }
  });

  test("with overlapping sets of files and folders all finish, without a deadlock", async () => {
    const root = await temporaryTree({ "a/1": "", "a/2": "", "b/1": "", "b/2": "", "m0/x": "" });
    const write = (...paths: string[]): Edit[] =>
      paths.map((path) => ({ kind: "write", path: at(path), content: String(Math.random()), expect: "any" }));
    const plans = Array.from({ length: 24 }, (_, n): Edit[] => {
      if (n % 4 === 3) return [{ kind: "remove-folder", path: at(`none${n}`) }, ...write("a/1", "b/2")];
      return n % 2 ? write("a/1", "b/1", "a/2") : write("b/2", "b/1", "a/1");
    });
    const results = await Promise.all(plans.map((edits) => commitAll(root, edits, { waitMs: 60_000 })));
    expect(results.filter((result) => !result.ok)).toEqual([]);
  });

  test("see who holds a file, and a given lock folder is used and left empty", async () => {
    const root = await temporaryTree({ "a.md": "a", ".specman/": "" });
    const options = { lockDirectory: ".specman/locks", tool: "update_artifact", requestId: "r1" };
    const edit: Edit = { kind: "write", path: at("a.md"), content: "new", expect: "any" };
    const inside = eventDuring("sync", async () => {
      const waiting = await commit({ root }, { label: "y", edits: [edit] }, { ...options, waitMs: 0 });
      expect(waiting).toMatchObject({
        fault: { code: "locked", details: { holder: { tool: "update_artifact", request_id: "r1" } } },
      });
    });
    expect(await commit({ root }, { label: "x", edits: [edit] }, options, inside)).toMatchObject({
      ok: true,
    });
    expect(await lockNames(root, ".specman/locks")).toEqual([]);
    expect(await lstat(join(root, ".hewto")).catch(() => undefined)).toBeUndefined();
  });
});

describe("a file system that cannot rename across mounts", () => {
  test("has folders and files moved entry by entry, with their modes and links", async () => {
    const root = await temporaryTree({ "f/a.md": "a", "f/sub/b.sh": "b", "a.md": "old", "junk/x": "x" });
    await chmod(join(root, "f/sub/b.sh"), 0o755);
    await chmod(join(root, "f/sub"), 0o750);
    await symlink("a.md", join(root, "f/link"));
    const edits: Edit[] = [
      { kind: "write", path: at("a.md"), content: "new", expect: sha256("old") },
      { kind: "write", path: at("n.md"), content: "n", expect: "absent" },
      { kind: "move", from: at("f"), to: at("g/f") },
      { kind: "remove-folder", path: at("junk") },
    ];
    expect(await commit({ root }, { label: "x", edits }, {}, dividedDisk())).toMatchObject({ ok: true });
    const seen = snapshot(root);
    expect(seen).toMatchObject({ "g/f/sub/b.sh": "755 b", "g/f/sub/": "750", "g/f/link": "link a.md" });
    expect(Object.keys(seen)).toEqual([
      "a.md",
      "g/",
      "g/f/",
      "g/f/a.md",
      "g/f/link",
      "g/f/sub/",
      "g/f/sub/b.sh",
      "n.md",
    ]);
    expect(await readFile(join(root, "a.md"), "utf8")).toBe("new");
  });

  test("has a plan undone the same way", async () => {
    const root = await temporaryTree({ "f/a.md": "a", "f/sub/b.md": "b", "junk/x": "x", "z.md": "z" });
    await chmod(join(root, "f"), 0o750);
    const before = snapshot(root);
    const divided = dividedDisk();
    const failing: Disk = {
      ...divided,
      rename: (from, to) =>
        to.endsWith("/x") && realpathSync(dirname(to)).endsWith("/gone-1")
          ? Promise.reject(Object.assign(new Error("x"), { code: "EIO" }))
          : divided.rename(from, to),
    };
    const edits: Edit[] = [
      { kind: "move", from: at("f"), to: at("g/f") },
      { kind: "remove-folder", path: at("junk") },
    ];
    expect(await commit({ root }, { label: "x", edits }, {}, failing)).toMatchObject({
      fault: { code: "write_failed" },
    });
    expect(snapshot(root)).toEqual(before);
  });
});

function commitAll(root: string, edits: readonly Edit[], options = {}): ReturnType<typeof commit> {
  return commit({ root }, { label: "test", edits }, options);
}

async function lockNames(root: string, folder = ".hewto/locks"): Promise<string[]> {
  return nodeDisk.readdir(join(root, folder)).catch(() => []);
}
