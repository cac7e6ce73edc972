import { chmod, lstat, readFile, readlink, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { snapshot } from "../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { sha256 } from "../kernel/hash.ts";
import { commit, type Edit } from "./commit.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { literalPath as at } from "./paths.ts";

describe("a plan", () => {
  test("is carried out whole and reported in its own order", async () => {
    const root = await temporaryTree({ "a.md": "old", "b.md": "b", "change/tasks.md": "t", "junk/x": "x" });
    const result = await commitAll(root, [
      { kind: "remove-folder", path: at("junk") },
      { kind: "move", from: at("change"), to: at("archive/2026/change") },
      { kind: "write", path: at("a.md"), content: "new", expect: sha256("old") },
      { kind: "write", path: at("deep/er/new.md"), content: "new", expect: "absent" },
      { kind: "delete", path: at("b.md"), expect: sha256("b") },
    ]);
    expect(result).toEqual({
      ok: true,
      value: {
        root,
        changed: [
          { action: "delete", path: "junk" },
          { action: "move", path: "archive/2026/change", from: "change" },
          { action: "update", path: "a.md" },
          { action: "create", path: "deep/er/new.md" },
          { action: "delete", path: "b.md" },
        ],
      },
    });
    expect(Object.keys(snapshot(root))).toEqual([
      "a.md",
      "archive/",
      "archive/2026/",
      "archive/2026/change/",
      "archive/2026/change/tasks.md",
      "deep/",
      "deep/er/",
      "deep/er/new.md",
    ]);
  });

  test("may change a file in the same breath as the folder that it moves with, under either name", async () => {
    const root = await temporaryTree({ "change/a.md": "a", "change/b.md": "b" });
    const result = await commitAll(root, [
      { kind: "write", path: at("change/a.md"), content: "A", expect: sha256("a") },
      { kind: "move", from: at("change"), to: at("done") },
      { kind: "write", path: at("done/b.md"), content: "B", expect: sha256("b") },
      { kind: "write", path: at("done/new/c.md"), content: "C", expect: "absent" },
    ]);
    expect(result).toMatchObject({ ok: true });
    expect(await contents(root)).toEqual({ "done/a.md": "A", "done/b.md": "B", "done/new/c.md": "C" });
  });

  test("that moves a file and rewrites it at its new name keeps its mode", async () => {
    const root = await temporaryTree({ "a.sh": "old" });
    await chmod(join(root, "a.sh"), 0o750);
    const result = await commitAll(root, [
      { kind: "move", from: at("a.sh"), to: at("b.sh") },
      { kind: "write", path: at("b.sh"), content: "new", expect: sha256("old") },
    ]);
    expect(result).toMatchObject({ ok: true });
    expect(snapshot(root)).toEqual({ "b.sh": "750 new" });
  });

  test("that would leave a file as it is does not touch it", async () => {
    const root = await temporaryTree({ "a.md": "same", "b.md": "old" });
    const before = await stat(join(root, "a.md"));
    const result = await commitAll(root, [
      { kind: "write", path: at("a.md"), content: "same", expect: sha256("same") },
      { kind: "write", path: at("b.md"), content: "new", expect: sha256("old") },
      { kind: "delete", path: at("gone.md"), expect: "any" },
      { kind: "remove-folder", path: at("gone") },
    ]);
    expect(result).toMatchObject({ value: { changed: [{ action: "update", path: "b.md" }] } });
    const after = await stat(join(root, "a.md"));
    expect([after.mtimeMs, after.ino]).toEqual([before.mtimeMs, before.ino]);
  });

  test("writes bytes that are not text as they are", async () => {
    const root = await temporaryFolder();
    const bytes = new Uint8Array([0, 1, 254, 255, 10, 13]);
    await commitAll(root, [{ kind: "write", path: at("b.bin"), content: bytes, expect: "absent" }]);
    expect([...(await readFile(join(root, "b.bin")))]).toEqual([...bytes]);
  });
});

describe("a conflict", () => {
  test("stops everything and shows the text that is there now", async () => {
    const root = await temporaryTree({ "a.md": "theirs\n", "b.md": "b" });
    const before = snapshot(root);
    const result = await commitAll(root, [
      { kind: "write", path: at("b.md"), content: "new b", expect: sha256("b") },
      { kind: "write", path: at("a.md"), content: "mine", expect: sha256("ours\n") },
    ]);
    expect(result).toMatchObject({
      ok: false,
      fault: { code: "write_conflict", path: "a.md", retryable: true, details: { current: "theirs\n" } },
    });
    expect(snapshot(root)).toEqual(before);
  });

  test("cuts a long text and says so, and leaves out bytes that are no text", async () => {
    const root = await temporaryTree({ "long.md": "x".repeat(50_000), "b.bin": new Uint8Array([255, 254]) });
    const long = await commitAll(root, [
      { kind: "write", path: at("long.md"), content: "", expect: "absent" },
    ]);
    const shown = long.ok ? "" : String(long.fault.details?.["current"]);
    expect(shown.length).toBeLessThan(21_000);
    expect(shown).toContain("30000 more characters");
    const binary = await commitAll(root, [{ kind: "delete", path: at("b.bin"), expect: sha256("") }]);
    expect(binary).toMatchObject({ fault: { code: "write_conflict", details: { current: null, size: 2 } } });
  });

  test.each<[string, Edit]>([
    ["a file that is already there", { kind: "write", path: at("a.md"), content: "", expect: "absent" }],
    ["a file that is gone", { kind: "write", path: at("gone.md"), content: "", expect: sha256("x") }],
    ["a file to delete that is gone", { kind: "delete", path: at("gone.md"), expect: sha256("x") }],
    ["a folder to move that is gone", { kind: "move", from: at("gone"), to: at("new") }],
    ["a move to where something is", { kind: "move", from: at("a.md"), to: at("full") }],
  ])("is told for %s", async (_what, edit) => {
    const root = await temporaryTree({ "a.md": "a", "full/x": "x" });
    const before = snapshot(root);
    expect(await commitAll(root, [edit])).toMatchObject({ fault: { code: "write_conflict" } });
    expect(snapshot(root)).toEqual(before);
  });

  test("of fifty at once with the same expectation lets exactly one through", async () => {
    const root = await temporaryTree({ "a.md": "start" });
    const edits = Array.from({ length: 50 }, (_, n): Edit => {
      return { kind: "write", path: at("a.md"), content: `writer ${n}`, expect: sha256("start") };
    });
    const results = await Promise.all(edits.map((edit) => commitAll(root, [edit], { waitMs: 30_000 })));
    const winner = results.findIndex((result) => result.ok);
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    for (const result of results) {
      if (!result.ok) {
        expect(result.fault).toMatchObject({
          code: "write_conflict",
          details: { current: `writer ${winner}` },
        });
      }
    }
    expect(await readFile(join(root, "a.md"), "utf8")).toBe(`writer ${winner}`);
  });

  test("with an editor that saves after the check is found at the last look", async () => {
    const single: Edit = { kind: "write", path: at("a.md"), content: "mine", expect: sha256("old") };
    const second: Edit = { kind: "write", path: at("b.md"), content: "b", expect: "absent" };
    for (const edits of [[single], [single, second]]) {
      const root = await temporaryTree({ "a.md": "old" });
      const editor = savingDuring("sync", () => writeFile(join(root, "a.md"), "saved by the editor"));
      const result = await commit({ root }, { label: "x", edits }, {}, editor);
      expect(result).toMatchObject({
        fault: { code: "write_conflict", details: { current: "saved by the editor" } },
      });
      expect(await contents(root)).toEqual({ "a.md": "saved by the editor" });
    }
  });

  test("with an editor that makes the new file first is found too", async () => {
    const created: Edit = { kind: "write", path: at("a.md"), content: "mine", expect: "absent" };
    const second: Edit = { kind: "write", path: at("b.md"), content: "b", expect: "absent" };
    for (const edits of [[created], [created, second]]) {
      const root = await temporaryFolder();
      const editor = savingDuring("sync", () => writeFile(join(root, "a.md"), "theirs"));
      const result = await commit({ root }, { label: "x", edits }, {}, editor);
      expect(result).toMatchObject({ fault: { code: "write_conflict" } });
      expect(await contents(root)).toEqual({ "a.md": "theirs" });
    }
  });
});

describe("a plan that makes no sense", () => {
  test.each<[string, Edit[]]>([
    [
      "writes a file twice",
      [
        { kind: "write", path: at("a.md"), content: "1", expect: "any" },
        { kind: "delete", path: at("a.md"), expect: "any" },
      ],
    ],
    [
      "writes into a folder that it removes",
      [
        { kind: "remove-folder", path: at("f") },
        { kind: "write", path: at("f/x"), content: "", expect: "any" },
      ],
    ],
    ["moves a folder into itself", [{ kind: "move", from: at("f"), to: at("f/g") }]],
    [
      "moves two things to one place",
      [
        { kind: "move", from: at("f"), to: at("g") },
        { kind: "move", from: at("a.md"), to: at("g") },
      ],
    ],
    [
      "moves a folder and removes a part of it",
      [
        { kind: "move", from: at("f"), to: at("g") },
        { kind: "remove-folder", path: at("f/sub") },
      ],
    ],
    [
      "removes a folder and moves a part of it out",
      [
        { kind: "remove-folder", path: at("f") },
        { kind: "move", from: at("f/sub"), to: at("g") },
      ],
    ],
  ])("is refused before anything happens when it %s", async (_what, edits) => {
    const root = await temporaryTree({ "a.md": "a", "f/sub/x": "x" });
    const before = snapshot(root);
    expect(await commitAll(root, edits)).toMatchObject({ fault: { code: "invalid_argument" } });
    expect(snapshot(root)).toEqual(before);
  });

  test.each(["", ".git/hooks/pre-commit", "sub/.GIT/config", ".hewto", ".hewto/journal/x"])(
    "is refused when it touches `%s`",
    async (path) => {
      const root = await temporaryTree({ ".git/config": "", "sub/.GIT/config": "" });
      for (const edit of [
        { kind: "write", path: at(path), content: "x", expect: "any" },
        { kind: "move", from: at(path), to: at("y") },
        { kind: "remove-folder", path: at(path) },
      ] as const) {
        expect(await commitAll(root, [edit])).toMatchObject({ fault: { code: "path_escape" } });
      }
      expect(await contents(root)).toEqual({ ".git/config": "", "sub/.GIT/config": "" });
    },
  );

  test("says that a folder stands where a file is wanted, and the other way round", async () => {
    const root = await temporaryTree({ "a.md": "a", "f/x": "x" });
    const write = (path: string): Edit => ({ kind: "write", path: at(path), content: "", expect: "any" });
    expect(await commitAll(root, [write("f")])).toMatchObject({ fault: { code: "not_a_file" } });
    expect(await commitAll(root, [write("a.md/x")])).toMatchObject({ fault: { code: "not_a_directory" } });
    const removal = { kind: "remove-folder", path: at("a.md") } as const;
    expect(await commitAll(root, [removal])).toMatchObject({ fault: { code: "not_a_directory" } });
  });
});

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

  test("and the file behind it are one file to a plan", async () => {
    const root = await temporaryTree({ "real.md": "old" });
    await symlink("real.md", join(root, "link.md"));
    const twice = ["real.md", "link.md"].map((path): Edit => {
      return { kind: "write", path: at(path), content: path, expect: "any" };
    });
    expect(await commitAll(root, twice)).toMatchObject({ fault: { code: "invalid_argument" } });
  });

  test("is deleted itself, and what it leads to stays", async () => {
    const root = await temporaryTree({ "real.md": "text" });
    await symlink("real.md", join(root, "link.md"));
    const result = await commitAll(root, [{ kind: "delete", path: at("link.md"), expect: sha256("text") }]);
    expect(result).toMatchObject({ ok: true });
    expect(await contents(root)).toEqual({ "real.md": "text" });
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
    expect(await contents(outside)).toEqual({ "secret.md": "secret" });
  });

  test("that takes a folder's place in the middle of a plan leads nowhere, and the plan is undone", async () => {
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
    expect(await contents(outside)).toEqual({});
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
    const slow = savingDuring("sync", () => held);
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

  test("never bring a folder back to life that is being moved", async () => {
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
      expect(await contents(root)).toEqual({
        "archive/change/tasks.md": ticked.ok ? "- [x] one\n" : "- [ ] one\n",
      });
    }
  });

  test("with crossing sets of files and folders all come through, without a deadlock", async () => {
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

  test("see who holds a file, and a lock folder of one's own is used and left empty", async () => {
    const root = await temporaryTree({ "a.md": "a", ".specman/": "" });
    const options = { lockDirectory: ".specman/locks", tool: "update_artifact", requestId: "r1" };
    const edit: Edit = { kind: "write", path: at("a.md"), content: "new", expect: "any" };
    const inside = savingDuring("sync", async () => {
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

describe("a cancelled plan", () => {
  test("writes nothing, whenever it is cancelled before it is carried out", async () => {
    const edits: Edit[] = [
      { kind: "write", path: at("a.md"), content: "new", expect: "any" },
      { kind: "write", path: at("new/b.md"), content: "b", expect: "absent" },
    ];
    for (const moment of ["before", "lstat", "sync"] as const) {
      const root = await temporaryTree({ "a.md": "old" });
      const stop = new AbortController();
      const disk = moment === "before" ? nodeDisk : savingDuring(moment, async () => stop.abort());
      if (moment === "before") stop.abort();
      const result = await commit({ root }, { label: "x", edits }, { signal: stop.signal }, disk);
      expect(result, moment).toMatchObject({ fault: { code: "cancelled" } });
      expect(await contents(root)).toEqual({ "a.md": "old" });
    }
  });
});

describe("a file system that cannot rename across a border", () => {
  test("gets folders and files moved entry by entry, with their modes and links", async () => {
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

  test("gets a plan undone the same way", async () => {
    const root = await temporaryTree({ "f/a.md": "a", "f/sub/b.md": "b", "junk/x": "x", "z.md": "z" });
    await chmod(join(root, "f"), 0o750);
    const before = snapshot(root);
    const divided = dividedDisk();
    const failing: Disk = {
      ...divided,
      rename: (from, to) =>
        to.endsWith("gone-1/x")
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

async function contents(root: string): Promise<Record<string, string>> {
  const files = Object.entries(snapshot(root)).filter(([path]) => !path.endsWith("/"));
  return Object.fromEntries(files.map(([path, text]) => [path, text.replace(/^[0-7]+ /, "")]));
}

async function lockNames(root: string, folder = ".hewto/locks"): Promise<string[]> {
  return nodeDisk.readdir(join(root, folder)).catch(() => []);
}

/** Lets something else happen once, during the first sync of a file or the first look at `a.md`. */
function savingDuring(call: "sync" | "lstat", event: () => Promise<void>): Disk {
  let happened = false;
  const once = async (): Promise<void> => {
    if (happened) return;
    happened = true;
    await event();
  };
  if (call === "lstat") {
    return {
      ...nodeDisk,
      lstat: async (path) => {
        if (path.endsWith("/a.md")) await once();
        return nodeDisk.lstat(path);
      },
    };
  }
  return {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      const file = await nodeDisk.open(path, flags, mode);
      const sync = async (): Promise<void> => {
        if (flags === "wx" && !path.includes("/.hewto/.hewto-tmp")) await once();
        await file.sync();
      };
      return {
        writeFile: (content) => file.writeFile(content),
        chown: (uid, gid) => file.chown(uid, gid),
        chmod: (mode) => file.chmod(mode),
        sync,
        close: () => file.close(),
      };
    },
  };
}

/** Nothing can be renamed or linked from one folder to another, as between two mounts. */
function dividedDisk(): Disk {
  const across = (from: string, to: string): boolean => join(from, "..") !== join(to, "..");
  const refuse = (): Promise<never> => Promise.reject(Object.assign(new Error("across"), { code: "EXDEV" }));
  return {
    ...nodeDisk,
    rename: (from, to) => (across(from, to) ? refuse() : nodeDisk.rename(from, to)),
    link: (existing, path) => (across(existing, path) ? refuse() : nodeDisk.link(existing, path)),
  };
}
