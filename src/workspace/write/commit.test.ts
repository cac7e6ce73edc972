import { chmod, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventDuring } from "../../../test/support/eventful-disk.ts";
import { contents, snapshot } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { sha256 } from "../../kernel/hash.ts";
import { literalPath as at } from "../paths/paths.ts";
import { commit, type Edit } from "./commit.ts";
import { nodeDisk } from "./disk.ts";

describe("a plan", () => {
  test("is applied completely and reported in its own order", async () => {
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

  test("can change a file and move its folder at once, under either name", async () => {
    const root = await temporaryTree({ "change/a.md": "a", "change/b.md": "b" });
    const result = await commitAll(root, [
      { kind: "write", path: at("change/a.md"), content: "A", expect: sha256("a") },
      { kind: "move", from: at("change"), to: at("done") },
      { kind: "write", path: at("done/b.md"), content: "B", expect: sha256("b") },
      { kind: "write", path: at("done/new/c.md"), content: "C", expect: "absent" },
    ]);
    expect(result).toMatchObject({ ok: true });
    expect(contents(root)).toEqual({ "done/a.md": "A", "done/b.md": "B", "done/new/c.md": "C" });
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

  test("that would not change a file does not touch it", async () => {
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

  test("writes bytes that are not text unchanged", async () => {
    const root = await temporaryFolder();
    const bytes = new Uint8Array([0, 1, 254, 255, 10, 13]);
    await commitAll(root, [{ kind: "write", path: at("b.bin"), content: bytes, expect: "absent" }]);
    expect([...(await readFile(join(root, "b.bin")))]).toEqual([...bytes]);
  });
});

describe("a conflict", () => {
  // [ENSURES: requirement-two-writers.rules:TEST]
  // [VERIFIES: file-safety/two-writers#an-editor-saves-first]
  test("stops the plan and shows the current text", async () => {
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

  test("cuts a long text and says so, and leaves out bytes that are not text", async () => {
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

  test.each<[string, string, Edit]>([
    [
      "a file that is already there",
      "a.md",
      { kind: "write", path: at("a.md"), content: "", expect: "absent" },
    ],
    [
      "a file that is gone",
      "gone.md",
      { kind: "write", path: at("gone.md"), content: "", expect: sha256("x") },
    ],
    [
      "a file to delete that is gone",
      "gone.md",
      { kind: "delete", path: at("gone.md"), expect: sha256("x") },
    ],
    ["a folder to move that is gone", "gone", { kind: "move", from: at("gone"), to: at("new") }],
    ["a move to where something is", "full", { kind: "move", from: at("a.md"), to: at("full") }],
  ])("is reported for %s, with the path of %s", async (_what, path, edit) => {
    const root = await temporaryTree({ "a.md": "a", "full/x": "x" });
    const before = snapshot(root);
    expect(await commitAll(root, [edit])).toMatchObject({ fault: { code: "write_conflict", path } });
    expect(snapshot(root)).toEqual(before);
  });

  test("between fifty plans with the same expectation lets exactly one succeed", async () => {
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

  test("with an editor that saves after the check is found by the last check", async () => {
    const single: Edit = { kind: "write", path: at("a.md"), content: "mine", expect: sha256("old") };
    const second: Edit = { kind: "write", path: at("b.md"), content: "b", expect: "absent" };
    for (const edits of [[single], [single, second]]) {
      const root = await temporaryTree({ "a.md": "old" });
      const editor = eventDuring("sync", () => writeFile(join(root, "a.md"), "saved by the editor"));
      const result = await commit({ root }, { label: "x", edits }, {}, editor);
      expect(result).toMatchObject({
        fault: { code: "write_conflict", details: { current: "saved by the editor" } },
      });
      expect(contents(root)).toEqual({ "a.md": "saved by the editor" });
    }
  });

  test("with an editor that creates the new file first is found too", async () => {
    const created: Edit = { kind: "write", path: at("a.md"), content: "mine", expect: "absent" };
    const second: Edit = { kind: "write", path: at("b.md"), content: "b", expect: "absent" };
    for (const edits of [[created], [created, second]]) {
      const root = await temporaryFolder();
      const editor = eventDuring("sync", () => writeFile(join(root, "a.md"), "theirs"));
      const result = await commit({ root }, { label: "x", edits }, {}, editor);
      expect(result).toMatchObject({ fault: { code: "write_conflict" } });
      expect(contents(root)).toEqual({ "a.md": "theirs" });
    }
  });
});

describe("an invalid plan", () => {
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
      expect(contents(root)).toEqual({ ".git/config": "", "sub/.GIT/config": "" });
    },
  );

  test("is refused for a folder in place of a file, and a file in place of a folder", async () => {
    const root = await temporaryTree({ "a.md": "a", "f/x": "x" });
    const write = (path: string): Edit => ({ kind: "write", path: at(path), content: "", expect: "any" });
    expect(await commitAll(root, [write("f")])).toMatchObject({ fault: { code: "not_a_file" } });
    expect(await commitAll(root, [write("a.md/x")])).toMatchObject({ fault: { code: "not_a_directory" } });
    const removal = { kind: "remove-folder", path: at("a.md") } as const;
    expect(await commitAll(root, [removal])).toMatchObject({ fault: { code: "not_a_directory" } });
  });
});

describe("a cancelled plan", () => {
  test("writes nothing, whenever it is cancelled before it is applied", async () => {
    const edits: Edit[] = [
      { kind: "write", path: at("a.md"), content: "new", expect: "any" },
      { kind: "write", path: at("new/b.md"), content: "b", expect: "absent" },
    ];
    for (const moment of ["before", "lstat", "sync"] as const) {
      const root = await temporaryTree({ "a.md": "old" });
      const stop = new AbortController();
      const disk = moment === "before" ? nodeDisk : eventDuring(moment, async () => stop.abort());
      if (moment === "before") stop.abort();
      const result = await commit({ root }, { label: "x", edits }, { signal: stop.signal }, disk);
      expect(result, moment).toMatchObject({ fault: { code: "cancelled" } });
      expect(contents(root)).toEqual({ "a.md": "old" });
    }
  });
});

function commitAll(root: string, edits: readonly Edit[], options = {}): ReturnType<typeof commit> {
  return commit({ root }, { label: "test", edits }, options);
}
