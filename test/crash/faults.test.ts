import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Fault } from "../../src/kernel/fault.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { literalPath as at } from "../../src/workspace/paths/paths.ts";
import { isTemporaryName } from "../../src/workspace/write/atomic.ts";
import { commit, type WritePlan } from "../../src/workspace/write/commit.ts";
import type { Disk } from "../../src/workspace/write/disk.ts";
import { recover } from "../../src/workspace/write/journal/recover.ts";
import { type FaultyDisk, faultyDisk } from "../support/faulty-disk.ts";
import { snapshot } from "../support/snapshot.ts";
import { temporaryFolder } from "../support/temporary.ts";

// SQLite's method: fail the first call to the disk, then the second, and so on until nothing fails,
// and check each time what is left.

const before = {
  "a.md": "old a\n",
  "b.md": "old b\n",
  "change/tasks.md": "- [ ] one\n",
  "change/specs/x.md": "x\n",
  "junk/deep/z.md": "z\n",
};

const wholePlan: WritePlan = {
  label: "everything at once",
  edits: [
    { kind: "write", path: at("a.md"), content: "new a\n", expect: sha256(before["a.md"]) },
    { kind: "write", path: at("new/deep/c.md"), content: "new c\n", expect: "absent" },
    { kind: "delete", path: at("b.md"), expect: sha256(before["b.md"]) },
    { kind: "move", from: at("change"), to: at("archive/2026/change") },
    { kind: "write", path: at("archive/2026/change/note.md"), content: "moved\n", expect: "absent" },
    { kind: "remove-folder", path: at("junk") },
  ],
};

const singleWrite: WritePlan = {
  label: "one file",
  edits: [{ kind: "write", path: at("a.md"), content: "new a\n", expect: sha256(before["a.md"]) }],
};

const singleCreation: WritePlan = {
  label: "one new file",
  edits: [{ kind: "write", path: at("n.md"), content: "new\n", expect: "absent" }],
};

// `npm run test:crash` looks at everything; the ordinary run takes turns and strides.
const thorough = process.env.HEWTO_CRASH !== undefined;
const timeout = thorough ? 1_800_000 : 120_000;
const errnos = ["EIO", "ENOSPC", "EACCES"];
/** Of the calls of a long plan; those of a short one are all tried. */
const strideOf = (plan: WritePlan) => (thorough || plan.edits.length === 1 ? 1 : 2);

describe.each([
  ["a plan of every kind of edit", wholePlan],
  ["one changed file", singleWrite],
  ["one new file", singleCreation],
])("%s, with the disk failing at every call in turn", (_name, plan) => {
  test.each(thorough ? [0, 1, 2] : [0])("is undone whole and says why (%i)", { timeout }, async (turn) => {
    const tried = await sweep(
      plan,
      async (workspace, n, ends) => {
        const errno = errnos[(n + turn) % errnos.length] ?? "EIO";
        const trial = faultyDisk(n, errno);
        const result = await commit(workspace, plan, {}, trial.disk);
        expect(snapshot(workspace.root), trial.calls[n - 1]).toEqual(result.ok ? ends.after : ends.before);
        if (!result.ok) expectReason(result.fault, errno);
        await expectUsable(workspace, true);
        return trial;
      },
      strideOf(plan),
    );
    expect(tried).toBeGreaterThan(20);
  });

  // [ENSURES: requirement-whole-or-not-at-all.rules:TEST]
  test("is finished or undone whole by the next one when the process ends there", { timeout }, async () => {
    const outcomes = new Set<string>();
    await sweep(
      plan,
      async (workspace, n, ends) => {
        const trial = faultyDisk(n, "EIO", true);
        const result = await commit(workspace, plan, {}, trial.disk);
        outcomes.add(await expectWholeAfterRecovery(workspace, ends, result.ok));
        await expectUsable(workspace, false);
        return trial;
      },
      strideOf(plan),
    );
    expect([...outcomes].sort()).toEqual(["after", "before"]);
  });
});

test("a recovery that is itself cut off at any call leaves the plan to the next one", {
  timeout,
}, async () => {
  const [everyNth, everyMth] = thorough ? [2, 3] : [11, 9];
  for (let m = 1, reached = true; reached; m += everyMth) {
    reached = false;
    const cutTwice: Trial = async (workspace, n, ends) => {
      const trial = faultyDisk(n, "EIO", true);
      const result = await commit(workspace, wholePlan, {}, trial.disk);
      const recovery = faultyDisk(m, "EIO", true);
      await recover(workspace, {}, recovery.disk).catch(() => undefined);
      reached ||= recovery.failed();
      await expectWholeAfterRecovery(workspace, ends, result.ok);
      return trial;
    };
    await sweep(wholePlan, cutTwice, everyNth);
  }
});

test("twenty recoveries in a row that are cut off leave nothing that the next cannot recover", {
  timeout,
}, async () => {
  const cutOften: Trial = async (workspace, n, ends) => {
    const trial = faultyDisk(n, "EIO", true);
    const result = await commit(workspace, wholePlan, {}, trial.disk);
    for (let m = 1; m <= 60; m += 3) {
      await recover(workspace, {}, faultyDisk(m, "EIO", true).disk).catch(() => undefined);
    }
    await expectWholeAfterRecovery(workspace, ends, result.ok);
    return trial;
  };
  await sweep(wholePlan, cutOften, thorough ? 1 : 15);
});

/** Never fails, and does not wait for the platter either. */
function soundDisk(): Disk {
  return faultyDisk(Number.POSITIVE_INFINITY, "").disk;
}

interface Ends {
  readonly before: Record<string, string>;
  readonly after: Record<string, string>;
}

type Trial = (workspace: { root: string }, n: number, ends: Ends) => Promise<FaultyDisk>;

/** Runs the trial in a fresh workspace for n = 1, 2, … until the failing call is no longer reached. */
async function sweep(plan: WritePlan, trial: Trial, stride = 1): Promise<number> {
  const parent = await temporaryFolder();
  const model = freshWorkspace(parent, 0);
  const start = snapshot(model.root);
  expect(await commit(model, plan)).toMatchObject({ ok: true });
  const ends = { before: start, after: snapshot(model.root) };
  expect(ends.after).not.toEqual(ends.before);
  for (let n = 1; ; n += stride) {
    const done = await trial(freshWorkspace(parent, n), n, ends);
    if (!done.failed()) return n;
  }
}

function freshWorkspace(parent: string, n: number): { root: string } {
  const root = join(parent, String(n));
  for (const [name, content] of Object.entries(before)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  chmodSync(join(root, "a.md"), 0o640);
  chmodSync(join(root, "b.md"), 0o755);
  chmodSync(join(root, "change"), 0o750);
  return { root };
}

async function expectWholeAfterRecovery(
  workspace: { root: string },
  ends: Ends,
  acknowledged: boolean,
): Promise<"before" | "after"> {
  expect((await recover(workspace, {}, soundDisk())).failed).toEqual([]);
  const now = withoutLitter(snapshot(workspace.root));
  const end = acknowledged || JSON.stringify(now) === JSON.stringify(ends.after) ? "after" : "before";
  expect(now).toEqual(ends[end]);
  return end;
}

/** What a killed process may leave next to a user's file; it is removed later, and no reader uses it. */
function withoutLitter(seen: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(seen).filter(([path]) => !isTemporaryName(path)));
}

function expectReason(fault: Fault, errno: string): void {
  expect(fault).toMatchObject({ code: "write_failed", details: { errno } });
  expect(fault.message).toContain(errno);
  expect(fault.remedy).not.toBe("");
}

/** No lock is in the way of a file or of the tree, and a process that lives on leaves no bookkeeping behind. */
async function expectUsable(workspace: { root: string }, tidy: boolean): Promise<void> {
  const file = { kind: "write", path: at("a.md"), content: "probe\n", expect: "any" } as const;
  const tree = { kind: "remove-folder", path: at("not-there") } as const;
  for (const edit of [file, tree]) {
    const again = await commit(workspace, { label: "probe", edits: [edit] }, { waitMs: 0 }, soundDisk());
    expect(again).toMatchObject({ ok: true });
  }
  if (!tidy) return;
  for (const folder of [".hewto/locks", ".hewto/journal"]) {
    expect(await readdir(join(workspace.root, folder)).catch(() => []), folder).toEqual([]);
  }
}
