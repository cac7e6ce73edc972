import { spawn } from "node:child_process";
import { once } from "node:events";
import { chown, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultyDisk } from "../../../../test/support/faulty-disk.ts";
import { needsRoot } from "../../../../test/support/skip.ts";
import { contents, snapshot } from "../../../../test/support/snapshot.ts";
import { temporaryTree } from "../../../../test/support/temporary.ts";
import { sha256 } from "../../../kernel/hash.ts";
import { literalPath as at } from "../../paths/paths.ts";
import { seal } from "../../state/signature.ts";
import { commit, type Edit, type WritePlan } from "../commit.ts";
import { type Disk, nodeDisk } from "../disk.ts";
import { newHolder } from "../locks/file.ts";
import { recover } from "./recover.ts";
import { type Journal, signaturePurpose, writeMarker } from "./steps.ts";

const nothingToDo = { finished: [], undone: [], busy: 0, failed: [], setAside: [] };

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
  test("only checks for one folder when there is nothing to do", async () => {
    const root = await temporaryTree(start);
    const fresh = faultyDisk(Number.POSITIVE_INFINITY, "");
    expect(await recover({ root }, {}, fresh.disk)).toEqual(nothingToDo);
    expect(fresh.calls).toEqual(["readdir journal"]);
    await commit({ root }, plan);
    const used = faultyDisk(Number.POSITIVE_INFINITY, "");
    expect(await recover({ root }, {}, used.disk)).toEqual(nothingToDo);
    expect(used.calls).toEqual(["readdir journal"]);
  });

  test("finishes a plan that had started", async () => {
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

  test("removes a plan that had not started", async () => {
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

  test("does not touch a plan whose process runs, and a commit on its files waits for it", async () => {
    const root = await crashedAfter("rename a.md");
    const id = await unfinishedPlan(root);
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

  test("can be run by many processes at once; one recovers the plan", async () => {
    const root = await crashedAfter("rename a.md");
    const all = await Promise.all(Array.from({ length: 8 }, () => recover({ root }, { waitMs: 20_000 })));
    expect(all.flatMap(({ finished }) => finished)).toEqual(["the plan"]);
    expect(all.flatMap(({ failed }) => failed)).toEqual([]);
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b" });
  });
});

describe("a change by the user between a crash and the recovery", () => {
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

  test("that removes what was to be moved does not hide that an earlier step was not applied", async () => {
    const edits: Edit[] = [...plan.edits.slice(0, 2), { kind: "move", from: at("z.md"), to: at("y.md") }];
    const root = await crashedAfter("rename a.md", { label: "the plan", edits }, { ...start, "z.md": "z" });
    await rm(join(root, "z.md"));
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b", "junk/x.md": "x" });
  });

  test("on both sides is kept, and so are the files that could not be restored", async () => {
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

  test("while a failing plan is undone is kept, and so are the files that could not be restored", async () => {
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

  test("that equals a plan that was being undone does not block the file forever", async () => {
    const root = await crashedAfter("rename a.md");
    const folder = join(root, ".hewto/journal", await unfinishedPlan(root));
    await writeMarker({ workspace: { root }, folder, disk: nodeDisk }, "undo");
    await rm(join(folder, "old-0")); // put back, then the process died
    await writeFile(join(root, "a.md"), "new a");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({ ...start, "a.md": "new a" });
  });

  test("that deletes the state folder loses no acknowledged change", async () => {
    const root = await temporaryTree(start);
    await commit({ root }, plan);
    await rm(join(root, ".hewto"), { recursive: true });
    expect(await recover({ root })).toEqual(nothingToDo);
    const edit: Edit = { kind: "write", path: at("a.md"), content: "newer", expect: sha256("new a") };
    expect(await commit({ root }, { label: "next", edits: [edit] })).toMatchObject({ ok: true });
  });
});

describe("a plan that cannot be recovered", () => {
  test("stays, and blocks only its own files, with the reason", async () => {
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

  test("because it cannot be read at the moment is not thrown away", async () => {
    const root = await crashedAfter("rename a.md");
    const broken: Disk = {
      ...nodeDisk,
      readFile: (path) =>
        path.endsWith("plan.json") ? Promise.reject(failure("EIO")) : nodeDisk.readFile(path),
    };
    const { failed } = await recover({ root }, {}, broken);
    expect(failed).toMatchObject([{ details: { errno: "EIO" } }]);
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b" });
  });

  test("because a commit could neither finish nor undo it is undone by the next commit", async () => {
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
    // The caller got a fault, so the change must not appear later.
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual(start);
  });
});

describe("a journal that this user's Hewto did not write", () => {
  const harmless = JSON.stringify({
    version: 1,
    label: "evil",
    folders: [],
    steps: [{ kind: "write", path: "new.md", before: null, after: sha256("evil") }],
  });

  test("is set aside and reported instead of applied, and commands continue", async () => {
    const root = await temporaryTree(start);
    await plant(root, harmless);
    const place = join(root, ".hewto/rescued/foreign-plan-0123456789abcdef");
    expect(await recover({ root })).toEqual({ ...nothingToDo, setAside: [place] });
    expect(await readFile(join(place, "plan.json"), "utf8")).toBe(harmless);
    await plant(root, harmless);
    expect(await commit({ root }, plan)).toMatchObject({ ok: true });
    expect(contents(root)).toEqual({ "a.md": "new a", "b.md": "new b" });
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(await readdir(join(root, ".hewto/rescued"))).toHaveLength(2);
  });

  test("is not applied when a link prevents it from being set aside", async () => {
    const root = await temporaryTree(start);
    const outside = await temporaryTree({});
    await plant(root, harmless);
    await symlink(outside, join(root, ".hewto/rescued"));
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(contents(root)).toEqual(start);
    expect(await readdir(outside)).toEqual([]);
    expect(await commit({ root }, plan)).toMatchObject({ ok: true });
  });

  test("is not applied when it was signed for another root", async () => {
    const elsewhere = await crashedAfter("rename a.md");
    const root = await temporaryTree(start);
    await cp(join(elsewhere, ".hewto"), join(root, ".hewto"), { recursive: true });
    expect((await recover({ root })).setAside).toHaveLength(1);
    expect(contents(root)).toEqual(start);
  });

  test("is not applied under another journal's name", async () => {
    const root = await crashedAfter("rename a.md");
    const journals = join(root, ".hewto/journal");
    const id = await unfinishedPlan(root);
    await rename(join(journals, id), join(journals, "0123456789abcdef"));
    expect((await recover({ root })).setAside).toHaveLength(1);
    expect(contents(root)).toEqual({ ...start, "a.md": "new a" });
  });

  test("is ignored when another user owns it", async () => {
    needsRoot();
    const root = await crashedAfter("rename a.md");
    const folder = join(root, ".hewto/journal", await unfinishedPlan(root));
    await chown(folder, 65_534, 65_534);
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(contents(root)).toEqual({ ...start, "a.md": "new a" });
    await chown(folder, 0, 0);
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
  });

  test("cannot replace the content in a journal that this Hewto did write", async () => {
    const root = await crashedAfter("rename a.md");
    await writeFile(join(root, ".hewto/journal", await unfinishedPlan(root), "new-1"), "evil");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual(start);
  });

  test("cannot change what such a journal restores; the old files are kept in the rescue folder", async () => {
    const root = await crashedAfter("rename a.md");
    const id = await unfinishedPlan(root);
    const folder = join(root, ".hewto/journal", id);
    await writeFile(join(folder, "new-1"), "evil");
    await rm(join(folder, "old-0"));
    await writeFile(join(folder, "old-0"), "evil");
    expect(await recover({ root })).toEqual({ ...nothingToDo, undone: ["the plan"] });
    expect(contents(root)).toEqual({ ...start, "a.md": "new a" });
    expect(await readdir(join(root, ".hewto/rescued"))).toEqual([id]);
  });

  test("cannot have such a journal undone", async () => {
    const root = await crashedAfter("rename a.md");
    await writeFile(join(root, ".hewto/journal", await unfinishedPlan(root), "undo"), "");
    expect(await recover({ root })).toEqual({ ...nothingToDo, finished: ["the plan"] });
  });

  test("is not read when the journal itself is a link", async () => {
    const elsewhere = await crashedAfter("rename a.md");
    const root = await temporaryTree(start);
    await mkdir(join(root, ".hewto"));
    await symlink(join(elsewhere, ".hewto/journal"), join(root, ".hewto/journal"));
    expect(await recover({ root })).toEqual(nothingToDo);
    expect(contents(root)).toEqual(start);
  });
});

// A second defense: even a signed plan can change only what `commit` would accept.
describe("a signed journal", () => {
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
      await plantSigned(root, evil(path));
      expect((await recover({ root })).setAside).toHaveLength(1);
      expect(contents(root)).toEqual({});
      expect(await readdir(join(root, ".hewto/journal"))).toEqual([]);
      expect(await readdir(join(root, ".hewto/rescued"))).toHaveLength(1);
    },
  );

  test.each(["forward", "back"])("changes nothing through a link that leads out: %s", async (direction) => {
    const outside = await temporaryTree({ "keep.md": "evil", "empty/": "", "tree/x.md": "x" });
    const root = await temporaryTree({ "a.md": "a", "pl/tree/x.md": "mine" });
    await symlink(outside, join(root, "out"));
    await mkdir(join(root, "into"));
    await symlink(join(outside, "tree"), join(root, "into/tree"));
    const before = { outside: snapshot(outside), root: contents(root) };
    const sum = sha256("evil");
    const steps = [
      { kind: "write", path: "out/new.md", before: null, after: sum },
      { kind: "write", path: "out/keep.md", before: null, after: sum },
      { kind: "write", path: "out/keep.md", before: sum, after: sha256("") },
      { kind: "remove", path: "out/keep.md", before: sum },
      { kind: "move", from: "out/tree", to: "tree" },
      { kind: "move", from: "a.md", to: "out/a.md" },
      { kind: "move", from: "pl", to: "out" },
      { kind: "move", from: "pl", to: "into" },
    ];
    // One thing at a time, and each step with and without the note that it has to go by parts.
    const plans = [
      ...["out/made", "out/empty"].map((folder) => ({ folders: [folder], steps: [] })),
      ...steps.map((step) => ({ folders: [], steps: [step] })),
    ];
    for (const plan of plans) {
      for (const notes of [[], ["parts-0"]]) {
        const journal = await plantSigned(root, JSON.stringify({ version: 1, label: "evil", ...plan }));
        for (const note of direction === "back" ? [...notes, "undo"] : notes)
          await writeMarker(journal, note);
        await recover({ root });
        expect(snapshot(outside)).toEqual(before.outside);
        expect(contents(root)).toEqual(before.root);
        await rm(join(root, ".hewto"), { recursive: true });
      }
    }
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

async function plant(root: string, text: string): Promise<Journal> {
  const folder = join(root, ".hewto/journal/0123456789abcdef");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "plan.json"), text);
  await writeFile(join(folder, "new-0"), "evil");
  return { workspace: { root }, folder, disk: nodeDisk };
}

async function plantSigned(root: string, text: string): Promise<Journal> {
  const journal = await plant(root, text);
  await writeFile(
    join(journal.folder, "plan.json"),
    seal({ root }, signaturePurpose(journal, "plan.json"), text),
  );
  return journal;
}

async function unfinishedPlan(root: string): Promise<string> {
  const names = await readdir(join(root, ".hewto/journal"));
  return names.find((name) => !name.endsWith(".lock")) ?? "";
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
