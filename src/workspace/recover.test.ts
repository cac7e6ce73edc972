import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultyDisk } from "../../test/support/faulty-disk.ts";
import { contents, snapshot } from "../../test/support/snapshot.ts";
import { temporaryTree } from "../../test/support/temporary.ts";
import { sha256 } from "../kernel/hash.ts";
import { commit, type Edit, type WritePlan } from "./commit.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { newHolder } from "./lock-file.ts";
import { literalPath as at } from "./paths.ts";
import { recover } from "./recover.ts";

const nothingToDo = { finished: [], undone: [], busy: 0, failed: [] };

const start = { "a.md": "old a", "b.md": "old b", "junk/x.md": "x" };
const plan: WritePlan = {
  label: "the plan",
  edits: [
    { kind: "write", path: at("a.md"), content: "new a", expect: sha256("old a") },
    { kind: "write", path: at("b.md"), content: "new b", expect: sha256("old b") },
    { kind: "remove-folder", path: at("junk") },
  ],
};

describe("recover", () => {
  test("costs one look at a folder, or none that finds one, when there is nothing to do", async () => {
    const root = await temporaryTree(start);
    const fresh = faultyDisk(Number.POSITIVE_INFINITY, "");
    expect(await recover({ root }, {}, fresh.disk)).toEqual(nothingToDo);
    expect(fresh.calls).toEqual(["readdir journal"]);
    await commit({ root }, plan);
    const used = faultyDisk(Number.POSITIVE_INFINITY, "");
    expect(await recover({ root }, {}, used.disk)).toEqual(nothingToDo);
    expect(used.calls).toEqual(["readdir journal"]);
  });

  test("finishes a plan that had begun", async () => {
    const root = await crashedAfter("rename a.md");
    expect(contents(root)).toMatchObject({ "a.md": "new a", "b.md": "old b" });
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b" });
    expect(await readdir(join(root, ".hewto/journal"))).toEqual([]);
  });

  test("finishes a plan whose folder has moved, with the files that were written in it before", async () => {
    const tree = { "change/tasks.md": "- [ ] one", "z.md": "old z" };
    const archive: WritePlan = {
      label: "archive",
      edits: [
        { kind: "write", path: at("change/new/note.md"), content: "note", expect: "absent" },
        { kind: "write", path: at("change/tasks.md"), content: "- [x] one", expect: sha256("- [ ] one") },
        { kind: "move", from: at("change"), to: at("archive/change") },
        { kind: "move", from: at("z.md"), to: at("y.md") },
      ],
    };
    const root = await crashedAfter("rename change", archive, tree);
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["archive"] });
    expect(contents(root)).toEqual({
      "archive/change/new/note.md": "note",
      "archive/change/tasks.md": "- [x] one",
      "y.md": "old z",
    });
  });

  test("clears away a plan that had not begun", async () => {
    const root = await crashedAfter("link old-0");
    expect(await readdir(join(root, ".hewto/journal"))).not.toEqual([]);
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(contents(root)).toEqual(start);
    expect(await readdir(join(root, ".hewto/journal"))).toEqual([]);
  });

  test("runs before the next commit, which sees the finished files", async () => {
    const root = await crashedAfter("rename a.md");
    const stale: Edit = { kind: "write", path: at("b.md"), content: "mine", expect: sha256("old b") };
    const result = await commit({ root }, { label: "next", edits: [stale] });
    expect(result).toMatchObject({ fault: { code: "write_conflict", details: { current: "new b" } } });
  });

  test("leaves a plan alone whose owner lives, and a commit on its files waits for it", async () => {
    const root = await crashedAfter("rename a.md");
    const [id] = (await readdir(join(root, ".hewto/journal"))).filter((name) => !name.endsWith(".lock"));
    const sleeper = spawn("sleep", ["30"]);
    const holder = { ...(await newHolder("slow", "9")), pid: sleeper.pid ?? 0, process_start: "" };
    await writeFile(join(root, `.hewto/journal/${id}.lock`), JSON.stringify(holder));
    const before = snapshot(root);
    expect(await recover({ root })).toEqual({ ...nothingToDo, busy: 1 });
    expect(snapshot(root)).toEqual(before);

    const other: Edit = { kind: "write", path: at("other.md"), content: "x", expect: "absent" };
    expect(await commit({ root }, { label: "other", edits: [other] }, { waitMs: 0 })).toMatchObject({
      ok: true,
    });
    const same: Edit = { kind: "write", path: at("b.md"), content: "x", expect: "any" };
    const below: Edit = { kind: "write", path: at("junk/new.md"), content: "x", expect: "any" };
    for (const edit of [same, below]) {
      const blocked = await commit({ root }, { label: "same", edits: [edit] }, { waitMs: 30 });
      expect(blocked).toMatchObject({ fault: { code: "locked" } });
    }
    const waiting = commit({ root }, { label: "same", edits: [same] }, { waitMs: 20_000 });
    sleeper.kill();
    await once(sleeper, "exit");
    expect(await waiting).toMatchObject({ ok: true });
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "x", "other.md": "x" });
  });

  test("can be run by many at once; one settles the plan and the others find it settled", async () => {
    const root = await crashedAfter("rename a.md");
    const all = await Promise.all(Array.from({ length: 8 }, () => recover({ root }, { waitMs: 20_000 })));
    expect(all.flatMap(({ finished }) => finished)).toEqual(["the plan"]);
    expect(all.flatMap(({ failed }) => failed)).toEqual([]);
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b" });
  });
});

describe("what a person did between a crash and the recovery", () => {
  test("to a file that the plan had not reached is kept, and the plan is undone", async () => {
    const root = await crashedAfter("rename a.md");
    await writeFile(join(root, "b.md"), "the person's b");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({ "a.md": "old a", "b.md": "the person's b", "junk/x.md": "x" });
  });

  test("to a file that the plan had written is kept, and the plan is finished", async () => {
    const root = await crashedAfter("rename a.md");
    await writeFile(join(root, "a.md"), "new a, and more");
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
    expect(contents(root)).toEqual({ "a.md": "new a, and more", "b.md": "new b" });
  });

  test("in a folder that was to be removed is kept, and the plan is undone", async () => {
    const root = await crashedAfter("rename b.md");
    await writeFile(join(root, "junk/precious.md"), "written after the crash");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({ ...start, "junk/precious.md": "written after the crash" });
  });

  test("on both sides is kept, and so is what could not be put back for it", async () => {
    const root = await crashedAfter("rename a.md");
    await writeFile(join(root, "a.md"), "the person's a");
    await writeFile(join(root, "b.md"), "the person's b");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({
      "a.md": "the person's a",
      "b.md": "the person's b",
      "junk/x.md": "x",
    });
    const [id] = await readdir(join(root, ".hewto/rescued"));
    expect(await readFile(join(root, ".hewto/rescued", id ?? "", "old-0"), "utf8")).toBe("old a");
    expect(await recover({ root })).toEqual(nothingToDo);
  });

  test("while a failing plan is undone is kept, and so is what could not be put back for it", async () => {
    const root = await temporaryTree(start);
    const editor: Disk = {
      ...nodeDisk,
      rename: async (from, to) => {
        if (to.endsWith("/b.md")) throw failure("EIO");
        await nodeDisk.rename(from, to);
        if (from.endsWith("new-0")) await writeFile(to, "the person's a");
      },
    };
    expect(await commit({ root }, plan, {}, editor)).toMatchObject({ fault: { code: "write_failed" } });
    expect(contents(root)).toEqual({ ...start, "a.md": "the person's a" });
    const [id] = await readdir(join(root, ".hewto/rescued"));
    expect(await readFile(join(root, ".hewto/rescued", id ?? "", "old-0"), "utf8")).toBe("old a");
  });

  test("by making the same change as a plan that was being undone does not block the file for ever", async () => {
    const root = await crashedAfter("rename a.md");
    const [id] = (await readdir(join(root, ".hewto/journal"))).filter((name) => !name.endsWith(".lock"));
    await writeFile(join(root, ".hewto/journal", id ?? "", "undo"), "");
    await rm(join(root, ".hewto/journal", id ?? "", "old-0")); // put back, then the process died
    await writeFile(join(root, "a.md"), "new a");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({ ...start, "a.md": "new a" });
  });

  test("by deleting the state folder costs nothing that was acknowledged", async () => {
    const root = await temporaryTree(start);
    await commit({ root }, plan);
    await rm(join(root, ".hewto"), { recursive: true });
    expect(await recover({ root })).toEqual(nothingToDo);
    const edit: Edit = { kind: "write", path: at("a.md"), content: "newer", expect: sha256("new a") };
    expect(await commit({ root }, { label: "next", edits: [edit] })).toMatchObject({ ok: true });
  });
});

describe("a plan that cannot be settled", () => {
  test("stays, blocks its own files with the reason, and nothing else", async () => {
    const root = await crashedAfter("rename a.md");
    const broken: Disk = { ...nodeDisk, rename: () => Promise.reject(failure("EROFS")) };
    const { failed } = await recover({ root }, {}, broken);
    expect(failed).toMatchObject([{ code: "write_failed", details: { errno: "EROFS" } }]);
    const same: Edit = { kind: "write", path: at("b.md"), content: "x", expect: "any" };
    const blocked = await commit({ root }, { label: "same", edits: [same] }, {}, broken);
    expect(blocked).toMatchObject({ fault: { code: "write_failed" } });
    expect(await recover({ root })).toMatchObject({ failed: [] });
    const whole = [start, { "a.md": "new a", "b.md": "new b" }];
    expect(whole).toContainEqual(contents(root));
  });

  test("because a commit could neither finish nor undo it is undone by the next one", async () => {
    const root = await temporaryTree(start);
    const broken: Disk = {
      ...nodeDisk,
      rename: (from, to) =>
        to.endsWith("b.md") || from.includes("old-")
          ? Promise.reject(failure("EIO"))
          : nodeDisk.rename(from, to),
    };
    const result = await commit({ root }, plan, {}, broken);
    expect(result).toMatchObject({
      fault: { code: "write_failed", message: expect.stringContaining("next Hewto") },
    });
    expect(contents(root)).toMatchObject({ "a.md": "new a" });
    // The caller was told of a failure, so it must not come true later.
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual(start);
  });
});

describe("a journal that a stranger brought along", () => {
  const evil = (path: string): string =>
    JSON.stringify({
      version: 1,
      label: "evil",
      folders: [],
      steps: [{ kind: "write", path, before: null, after: sha256("evil") }],
    });

  test.each(["../outside.md", ".git/hooks/pre-commit", "/etc/evil", "a/../../b", ".hewto/locks/x"])(
    "is not carried out when it aims at %s",
    async (path) => {
      const root = await temporaryTree({ ".git/hooks/": "" });
      await plant(root, evil(path));
      expect(await recover({ root })).toEqual(nothingToDo);
      expect(contents(root)).toEqual({});
      expect(await readdir(join(root, ".hewto/journal"))).toEqual([]);
      expect(await readdir(join(root, ".hewto/rescued"))).toHaveLength(1);
    },
  );

  test.each(["forward", "back"])("reaches nothing through a link that leads out: %s", async (direction) => {
    const outside = await temporaryTree({ "keep.md": "evil", "empty/": "", "tree/x.md": "x" });
    const root = await temporaryTree({ "a.md": "a" });
    await symlink(outside, join(root, "out"));
    const sum = sha256("evil");
    const steps = [
      { kind: "write", path: "out/new.md", before: null, after: sum },
      { kind: "write", path: "out/keep.md", before: null, after: sum },
      { kind: "write", path: "out/keep.md", before: sum, after: sha256("") },
      { kind: "remove", path: "out/keep.md", before: sum },
      { kind: "move", from: "out/tree", to: "tree" },
      { kind: "move", from: "a.md", to: "out/a.md" },
    ];
    // One thing at a time, and each step with and without the note that it has to go by parts.
    const plans = [
      ...["out/made", "out/empty"].map((folder) => ({ folders: [folder], steps: [] })),
      ...steps.map((step) => ({ folders: [], steps: [step] })),
    ];
    for (const plan of plans) {
      for (const notes of [[], ["parts-0"]]) {
        await plant(root, JSON.stringify({ version: 1, label: "evil", ...plan }));
        for (const note of direction === "back" ? [...notes, "undo"] : notes) {
          await writeFile(join(root, ".hewto/journal/0123456789abcdef", note), "");
        }
        await recover({ root });
        expect(snapshot(outside)).toMatchObject({
          "keep.md": expect.stringContaining("evil"),
          "tree/": "755",
        });
        expect((await readdir(outside)).sort()).toEqual(["empty", "keep.md", "tree"]);
        expect(contents(root)).toEqual({ "a.md": "a" });
        await rm(join(root, ".hewto"), { recursive: true });
      }
    }
  });

  test("is not read when the journal itself is a link to another place", async () => {
    const elsewhere = await crashedAfter("rename a.md");
    const root = await temporaryTree(start);
    await mkdir(join(root, ".hewto"));
    await symlink(join(elsewhere, ".hewto/journal"), join(root, ".hewto/journal"));
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(contents(root)).toEqual(start);
  });
});

/** A workspace in which the plan's process ended right after that call. */
async function crashedAfter(
  call: string,
  its = plan,
  files: Record<string, string> = start,
): Promise<string> {
  const rehearsal = faultyDisk(Number.POSITIVE_INFINITY, "");
  await commit({ root: await temporaryTree(files) }, its, {}, rehearsal.disk);
  const at = rehearsal.calls.indexOf(call);
  expect(at, rehearsal.calls.join("\n")).toBeGreaterThan(0);
  const root = await temporaryTree(files);
  await commit({ root }, its, {}, faultyDisk(at + 2, "EIO", true).disk);
  return root;
}

async function plant(root: string, text: string): Promise<void> {
  const folder = join(root, ".hewto/journal/0123456789abcdef");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "plan.json"), text);
  await writeFile(join(folder, "new-0"), "evil");
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
