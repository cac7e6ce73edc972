import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { change, openPlace, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { temporaryFolder, writeTree } from "../../../test/support/temporary.ts";
import { createStyle } from "../../operation/style.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { getChange } from "./get-change.ts";
import { listChanges } from "./list-changes.ts";
import { validateChange } from "./validate.ts";

const auth = "openspec/specs/auth/spec.md";
const added = (name: string) => `## ADDED Requirements\n\n${requirement(name)}`;
const modified = (name: string) => `## MODIFIED Requirements\n\n${requirement(name)}`;
const ids = (changes: { id: string }[]) => changes.map(({ id }) => id);
const open = "- [ ] 1.1 One\n- [x] 1.2 Two\n";

const tree = {
  [auth]: spec("auth", requirement("Login")),
  ...change("openspec/changes/a-base", { auth: added("New") }),
  ...change("openspec/changes/b-stacked", { auth: modified("New") }),
  ...change("openspec/changes/c-broken", { auth: modified("Nowhere") }),
  "openspec/changes/c-broken/tasks.md": open,
};

test("a list with review marks what is invalid, blocked and done", async () => {
  const place = await specPlace(tree);
  const { value } = await place.type(listChanges);
  expect(value.changes).toMatchObject([
    { id: "a-base", valid: true, task_progress: { completed: 1, total: 1 } },
    { id: "b-stacked", valid: true, blocked_by: ["a-base"] },
    { id: "c-broken", valid: false },
  ]);
  const people = listChanges.human?.(
    value,
    { sort: "name", archived: false, limit: 100 },
    createStyle(false, 120),
    terminalSurface(() => undefined),
  );
  expect(people).toMatch(/^a-base .* done/m);
  expect(people).toMatch(/^b-stacked .* blocked by a-base/m);
  expect(people).toMatch(/^c-broken .* invalid/m);
});

test("a title that repeats the id is not shown: the reason of the change says more", async () => {
  const place = await specPlace({
    [auth]: spec("auth", requirement("Login")),
    ...change("openspec/changes/a-base", { auth: added("New") }),
    "openspec/changes/a-base/proposal.md": "# Proposal: a-base\n\n## Why\nGuests wait too long.\n",
  });
  const { value } = await place.type(listChanges);
  const given = { sort: "name", archived: false, limit: 100 } as const;
  const surface = terminalSurface(() => undefined);
  const people = listChanges.human?.(value, given, createStyle(false, 120), surface);
  expect(people).toMatch(/^a-base .* Guests wait too long\.$/m);
  expect(people).not.toContain("Proposal");
});

test("without review an agent gets the short list, and the blocker is data in show and validate too", async () => {
  const place = await specPlace(tree);
  const { value } = await place.call(listChanges);
  expect(Object.keys(value.changes[0])).toEqual(["id", "title", "task_progress"]);
  const shown = await place.call(getChange, { change_id: "b-stacked" });
  expect(shown.value.blocked_by).toEqual(["a-base"]);
  const verdict = await place.call(validateChange, { change_id: "b-stacked" });
  expect(verdict.value).toMatchObject({
    valid: true,
    blocked: [{ change_id: "b-stacked", by: ["a-base"] }],
    summary: expect.stringContaining("Blocked until `a-base` is archived."),
  });
});

test("sorted by progress, what is nearly done comes first", async () => {
  const { value } = await (await specPlace(tree)).call(listChanges, { sort: "progress" });
  expect(ids(value.changes)).toEqual(["a-base", "b-stacked", "c-broken"]);
});

test("sorted by time, a clone shows when changes were committed, not when it was cloned", async () => {
  const root = await temporaryRepository({ [auth]: spec("auth", requirement("Login")) });
  for (const name of ["b", "a"])
    await writeTree(root, change(`openspec/changes/${name}`, { auth: added(`New ${name}`) }));
  commitAll(root);
  const clone = join(await temporaryFolder(), "clone");
  runGit(root, "clone", "-q", root, clone);
  await utimes(join(clone, "openspec/changes/a/tasks.md"), new Date(), new Date("2030-01-01"));
  const place = await openPlace(clone);
  const { value } = await place.call(listChanges, { sort: "recent" });
  // The time on disk counts only for a file that differs from its commit.
  expect(value.changes.every(({ modified: time }: { modified: string }) => !time.startsWith("2030"))).toBe(
    true,
  );
  await writeTree(clone, { "openspec/changes/b/tasks.md": `${open}\n` });
  await utimes(join(clone, "openspec/changes/b/tasks.md"), new Date(), new Date("2031-01-01"));
  const after = await place.call(listChanges, { sort: "recent" });
  expect(after.value.changes[0]).toMatchObject({ id: "b", modified: "2031-01-01T00:00:00.000Z" });
});

test("a title that only repeats the id, or says Proposal, gives way to the reason", async () => {
  const place = await specPlace({
    ...change("openspec/changes/add-it", { auth: added("New") }),
    "openspec/changes/add-it/proposal.md": "# Proposal\n\n## Why\n\nPeople wait too\nlong.\n\nMore.\n",
  });
  const { value } = await place.type(listChanges);
  expect(value.changes).toMatchObject([{ title: "add it", why: "People wait too long." }]);
  const people = listChanges.human?.(
    value,
    { sort: "name", archived: false, limit: 100 },
    createStyle(false, 120),
    terminalSurface(() => undefined),
  );
  expect(people).toMatch(/People wait too long\.$/);
  expect(people).not.toContain("add it");
});

test("archived changes are listed newest first, and a long archive says what it left out", async () => {
  const place = await specPlace({
    ...change("openspec/changes/archive/2026-01-02-one", {}),
    ...change("openspec/changes/archive/2026-01-10-two", {}),
    ...change("openspec/changes/archive/2026-01-10-two-2", {}),
  });
  const all = await place.call(listChanges, { archived: true });
  expect(all.value.changes).toMatchObject([
    { id: "2026-01-10-two-2", archived_on: "2026-01-10", path: "openspec/changes/archive/2026-01-10-two-2" },
    { id: "2026-01-10-two" },
    { id: "2026-01-02-one", title: "A title" },
  ]);
  const some = await place.call(listChanges, { archived: true, limit: 1 });
  expect(some.value).toMatchObject({ changes: [{ id: "2026-01-10-two-2" }], left_out: 2 });
});

test("an archived change with open tasks is found by validate --archived", async () => {
  const place = await specPlace({
    ...change("openspec/changes/archive/2026-01-02-one", {}),
    ...change("openspec/changes/archive/2026-01-10-two", {}),
    "openspec/changes/archive/2026-01-10-two/tasks.md": open,
  });
  const { value } = await place.call(validateChange, { archived: true });
  expect(value).toMatchObject({
    valid: false,
    errors: [
      { rule: "archived-open-tasks", file: "openspec/changes/archive/2026-01-10-two/tasks.md", line: 1 },
    ],
    summary: "Validation failed: 2 archived changes, 1 error and 0 warnings.",
  });
  expect((await place.call(validateChange, { archived: true, change_id: "one" })).value.valid).toBe(true);
  const unknown = await place.call(validateChange, { archived: true, change_id: "on" });
  expect(unknown).toMatchObject({ code: "change_not_found", message: expect.stringContaining("`one`") });
});
