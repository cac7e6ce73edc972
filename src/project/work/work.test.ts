import { mkdir, readFile, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { change, openPlace, proposal, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { toggle } from "../../workflow/operations/toggle.ts";
import { archiveWork } from "./operations/archive-work.ts";
import { listWork } from "./operations/list-work.ts";
import { showWork } from "./operations/show-work.ts";
import { tickTaskOperation } from "./operations/tick-task.ts";
import { workHistory } from "./operations/work-history.ts";
import { workLog } from "./operations/work-log.ts";
import { workSince } from "./operations/work-since.ts";

const tasks = "## 1. Work\n\n- [x] 1.1 Dig\n- [ ] 1.2 Fill\n";
const pad = (target: string) =>
  `---\ntarget: ${target}\nwork_type:\n  feat: {}\nbranch: ferry-ts/feat/seal-hull\n---\n\n# Seal the hull\n\n## Notes\n\n- Leaks.\n`;

/** One item of each kind. */
const three = {
  "openspec/specs/auth/spec.md": spec("auth", requirement("Login")),
  ...change("openspec/changes/add-reset", { auth: `## ADDED Requirements\n\n${requirement("Reset")}` }),
  "openspec/changes/add-reset/tasks.md": tasks,
  "openspec/changes/add-reset/decisions.md": "# Decisions\n",
  "openspec/changes/add-reset/.openspec.yaml": "schema: spec-driven\n",
  "specs/001-export/spec.md": "# Feature Specification: Export\n\n- **FR-001**: System MUST export.\n",
  "specs/001-export/plan.md": "# Plan\n\nUse a stream.\n",
  "specs/001-export/tasks.md": "## Phase 1: Setup\n\n- [ ] T001 Make a writer\n- [ ] T002 Stream it\n",
  "specs/001-export/contracts/export.openapi.yaml": "openapi: 3.1.0\n",
  "spec/ferry/spec.md": "---\nname: ferry\nversion: 1.0.0\n---\n\n# Ferry\n",
  "impl/ferry-ts/impl.md":
    "---\nname: ferry-ts\nversion: 1.0.0\nspec: ../../spec/ferry/spec.md\n---\n\n# Ferry in TypeScript\n",
  ".specman/scratchpad/seal-hull/scratch.md": pad("impl/ferry-ts/impl.md"),
  ".specman/scratchpad/seal-hull/tasks.md": "- [x] Find the leak\n- [x] Close it\n",
};

test("one list has changes, features and scratch pads in one shape", async () => {
  const place = await specPlace(three);
  const { value } = await place.call(listWork, { sort: "name" });
  expect(value.work).toMatchObject([
    {
      id: "001-export",
      kind: "feature",
      label: "spec-kit feature",
      title: "Export",
      state: "ready",
      next_step: "implement",
      progress: { completed: 0, total: 2 },
      valid: true,
      path: "specs/001-export",
    },
    {
      id: "add-reset",
      kind: "change",
      label: "OpenSpec change",
      title: "A title",
      state: "in_progress",
      progress: { completed: 1, total: 2 },
      valid: true,
      blocked_by: [],
      path: "openspec/changes/add-reset",
    },
    {
      id: "seal-hull",
      kind: "scratch_pad",
      label: "SpecMan scratch pad",
      state: "done",
      valid: true,
      progress: { completed: 2, total: 2 },
    },
  ]);
  expect((await place.call(listWork, { kind: "feature" })).value.work).toHaveLength(1);
});

test("work is sorted by the last write or by progress", async () => {
  const place = await specPlace(three);
  const old = new Date("2020-01-01T00:00:00Z");
  for (const file of ["scratch.md", "tasks.md"])
    await utimes(join(place.root, ".specman/scratchpad/seal-hull", file), old, old);
  const ids = async (sort: string) =>
    (await place.call(listWork, { sort })).value.work.map(({ id }: { id: string }) => id);
  expect((await ids("recent")).at(-1)).toBe("seal-hull");
  expect(await ids("progress")).toEqual(["seal-hull", "add-reset", "001-export"]);
  const { value } = await place.call(listWork, { limit: 1 });
  expect(value).toMatchObject({ work: [{}], left_out: 2 });
});

test("an invalid change is marked, one that needs another is blocked by it, and two on one requirement overlap", async () => {
  const modified = `## MODIFIED Requirements\n\n${requirement("Reset")}`;
  const place = await specPlace({
    ...three,
    ...change("openspec/changes/tune-reset", { auth: modified }),
    ...change("openspec/changes/broken", { auth: `## MODIFIED Requirements\n\n${requirement("Nowhere")}` }),
  });
  const { value } = await place.call(listWork, { kind: "change", sort: "name" });
  expect(value.work).toMatchObject([
    { id: "add-reset", valid: true, overlaps: ["tune-reset"] },
    { id: "broken", valid: false },
    { id: "tune-reset", valid: true, blocked_by: ["add-reset"], overlaps: ["add-reset"] },
  ]);
  const { message } = await place.call(listWork, { kind: "change" });
  expect(message).toContain("tune-reset (OpenSpec change): done, 1/1 tasks");
  expect(message).toContain("blocked by add-reset");
  expect(message).toMatch(/broken .*, invalid/);
});

test("show lists custom artifacts, contracts and hidden files of the item", async () => {
  const place = await specPlace(three);
  expect((await place.call(showWork, { id: "add-reset" })).value).toMatchObject({
    files: [".openspec.yaml", "decisions.md", "proposal.md", "specs/auth/spec.md", "tasks.md"],
    tasks: [
      { id: "1.2", done: false, file: "tasks.md", line: 4 },
      { id: "1.1", done: true },
    ],
  });
  expect((await place.call(showWork, { id: "1" })).value.files).toContain("contracts/export.openapi.yaml");
  expect((await place.call(showWork, { id: "seal-hull" })).value.files).toEqual(["scratch.md", "tasks.md"]);
  expect(await place.call(showWork, { id: "add-rest" })).toMatchObject({
    code: "work_not_found",
    message: expect.stringContaining("Did you mean `add-reset`?"),
  });
});

test("show has the day of the last write, not a time stamp, and no title that repeats the id", async () => {
  const place = await specPlace({
    ...change("openspec/changes/add-bell", { auth: `## ADDED Requirements\n\n${requirement("Bell")}` }),
    "openspec/changes/add-bell/proposal.md": "# Proposal: add-bell\n\n## Why\nGuests wait.\n",
  });
  const { message } = await place.call(showWork, { id: "add-bell" });
  expect(message).toMatch(/^add-bell \(OpenSpec change\)\n.*, modified \d{4}-\d{2}-\d{2}(?:,|$)/m);
});

test("a task of a change can be ticked, and only one character of its file changes", async () => {
  const place = await specPlace(three);
  const file = join(place.root, "openspec/changes/add-reset/tasks.md");
  const { value } = await place.call(tickTaskOperation, { task: "1.2", work: "add-reset" });
  expect(value).toMatchObject({ work: "add-reset", done: true, progress: { completed: 2, total: 2 } });
  expect(await readFile(file, "utf8")).toBe(tasks.replace("[ ] 1.2", "[x] 1.2"));
  await place.call(tickTaskOperation, { task: "1.2" });
  expect(await readFile(file, "utf8")).toBe(tasks.replace("[ ] 1.2", "[x] 1.2"));
  expect((await place.call(toggle, { id: "1.2", spec: "add-reset" })).value.done).toBe(false);
  expect(await readFile(file, "utf8")).toBe(tasks);
});

test("a task without an id is ticked by file and line, in a scratch pad too", async () => {
  const place = await specPlace(three);
  const { value } = await place.call(tickTaskOperation, {
    task: "tasks.md:2",
    work: "seal-hull",
    done: false,
  });
  expect(value).toMatchObject({ done: false, description: "Close it", progress: { completed: 1, total: 2 } });
});

test("an id that two tasks have is refused with their lines", async () => {
  const twice = "- [ ] 1.1 Dig\n- [ ] 1.1 Fill\n";
  const place = await specPlace({ "openspec/changes/x/tasks.md": twice });
  const ticked = await place.call(tickTaskOperation, { task: "1.1", work: "x" });
  expect(ticked).toMatchObject({ code: "ambiguous_id" });
  expect(ticked.message).toContain("`tasks.md:1` (Dig), `tasks.md:2` (Fill)");
  expect(await readFile(join(place.root, "openspec/changes/x/tasks.md"), "utf8")).toBe(twice);
  expect((await place.call(tickTaskOperation, { task: "tasks.md:2", work: "x" })).value.line).toBe(2);
});

test("an item of two checklists with the same id is refused with both files", async () => {
  const place = await specPlace({
    "specs/001-a/spec.md": "# Feature Specification: A\n",
    "specs/001-a/checklists/ux.md": "- [ ] CHK001 Clear?\n",
    "specs/001-a/checklists/api.md": "- [ ] CHK001 Versioned?\n",
  });
  const { message } = await place.call(toggle, { id: "CHK001", spec: "1" });
  expect(message).toContain("`checklists/api.md:1` (Versioned?), `checklists/ux.md:1` (Clear?)");
});

test("a task that several changes have is refused with the candidates", async () => {
  const place = await specPlace({
    "openspec/changes/a/tasks.md": tasks,
    "openspec/changes/b/tasks.md": tasks,
    "openspec/changes/c/tasks.md": "- [ ] 9.9 Alone\n",
  });
  expect((await place.call(tickTaskOperation, { task: "1.2" })).message).toContain("is a task of `a`, `b`.");
  expect((await place.call(tickTaskOperation, { task: "9.9" })).value.work).toBe("c");
  expect(await place.call(tickTaskOperation, { task: "7.7" })).toMatchObject({ code: "task_not_found" });
});

test("archiving a change applies it; a feature and a scratch pad have no archive, and the answer says why", async () => {
  const place = await specPlace(three);
  const archived = await place.call(archiveWork, { id: "add-reset", allow_open_tasks: true });
  expect(archived.value).toMatchObject({ persisted: true, totals: { added: 1 } });
  expect(await place.call(archiveWork, { id: "001-export" })).toMatchObject({
    code: "archive_refused",
    message: expect.stringContaining("spec-kit has no archive"),
  });
  expect(await place.call(archiveWork, { id: "seal-hull" })).toMatchObject({
    code: "archive_refused",
    message: expect.stringContaining("a finished scratch pad is deleted"),
  });
  const { value } = await place.call(workHistory);
  expect(value.changes).toMatchObject([{ title: "A title", archived_on: "2026-11-15" }]);
  expect(await place.call(archiveWork, { id: "nothing" })).toMatchObject({ code: "work_not_found" });
});

test("a change and a scratch pad of the same name are distinguished by their paths", async () => {
  const place = await specPlace({ ...three, "openspec/changes/seal-hull/proposal.md": proposal });
  const shown = await place.call(showWork, { id: "seal-hull" });
  expect(shown.code).toBe("ambiguous_id");
  expect(shown.message).toContain("`openspec/changes/seal-hull` (OpenSpec change)");
  const { value } = await place.call(showWork, { id: ".specman/scratchpad/seal-hull" });
  expect(value.kind).toBe("scratch_pad");
});

test("a file of any item is read by the name that the list has, and by no other", async () => {
  const place = await specPlace({ ...three, "secret.md": "no" });
  const read = (id: string, file: string) => place.call(showWork, { id, file });
  expect((await read("001-export", "contracts/export.openapi.yaml")).value.file).toEqual({
    path: "contracts/export.openapi.yaml",
    text: "openapi: 3.1.0\n",
  });
  expect((await read("seal-hull", "scratch.md")).value.file.text).toContain("# Seal the hull");
  for (const name of ["../../../secret.md", "/etc/passwd", "", "decisions.md/.."])
    expect((await read("add-reset", name)).message).toContain("has no file");
});

test("a task that has another text than its reader saw is a conflict", async () => {
  const place = await specPlace(three);
  const tick = (expected: string) =>
    place.call(tickTaskOperation, { task: "1.2", work: "add-reset", expected });
  expect(await tick("Fill it up")).toMatchObject({ code: "write_conflict" });
  expect((await tick("Fill")).value.done).toBe(true);
});

test("what changed since a branch: requirements by name, work by file, and the rest counted", async () => {
  const gone = "openspec/specs/old/spec.md";
  const root = await temporaryRepository({ ...three, [gone]: spec("old", requirement("Gone")) });
  runGit(root, "checkout", "-qb", "topic");
  await writeTree(root, {
    "openspec/specs/auth/spec.md": spec("auth", requirement("Login"), requirement("Logout")),
    "openspec/changes/add-reset/decisions.md": "# Decisions\n\nNone.\n",
    "src/a.ts": "export {};\n",
  });
  await rm(join(root, gone));
  const place = await openPlace(root);
  const { value, message } = await place.call(workSince, {});
  expect(value).toMatchObject({
    since: "main",
    specs: [
      { id: "auth", status: "modified", added: ["Logout"], modified: [], removed: [] },
      { path: gone, status: "deleted", removed: ["Gone"] },
    ],
    work: [{ id: "add-reset", files: 1 }],
    other_files: 1,
  });
  expect(message).toContain("    + Logout\n");
  expect(await place.call(workSince, { since: "--output=x" })).toMatchObject({ code: "git_failed" });
});

test("work names who committed to it, and its log has the commits, the archive's and what is not committed", async () => {
  const root = await temporaryRepository(three);
  const place = await openPlace(root);
  const folder = join(root, "openspec/changes/add-reset");
  await writeTree(root, { "openspec/changes/add-reset/tasks.md": `${tasks}- [ ] 1.3 Sweep\n` });
  runGit(root, "commit", "-qam", "Sweep | too", "--author", "에이다 | Lovelace <ada@example.com>");
  await writeTree(root, { "openspec/changes/add-reset/notes.md": "new" });
  const { work } = listWork.output.parse((await place.call(listWork, { sort: "name" })).value);
  const authorsOf = (id: string) => work.find((item) => item.id === id)?.authors;
  expect(authorsOf("add-reset")).toEqual(["에이다 | Lovelace", "Test"]);
  expect(authorsOf("001-export")).toEqual(["Test"]);
  const log = workLog.output.parse((await place.call(workLog, { id: "add-reset" })).value);
  expect(log.uncommitted).toEqual(["notes.md"]);
  expect(log.commits.map(({ subject }) => subject)).toEqual(["Sweep | too", expect.any(String)]);
  expect(log.commits[0]?.files).toEqual(["tasks.md"]);
  await mkdir(join(root, "openspec/changes/archive"), { recursive: true });
  await rename(folder, join(root, "openspec/changes/archive/2026-11-18-add-reset"));
  runGit(root, "add", "-A");
  runGit(root, "commit", "-qm", "Archive");
  const archived = workLog.output.parse((await place.call(workLog, { id: "add-reset", limit: 2 })).value);
  expect(archived.commits.map(({ subject }) => subject)).toEqual(["Archive", "Sweep | too"]);
  expect(archived.has_more).toBe(true);
});

test("work outside git has no log, and says so", async () => {
  const place = await specPlace(three);
  const { value } = await place.call(workLog, { id: "add-reset" });
  expect(value).toMatchObject({ tracked: false, commits: [] });
});
