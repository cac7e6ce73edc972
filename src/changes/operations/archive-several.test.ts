import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { change, type Place, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { archiveChange } from "./archive.ts";
import { undoArchive } from "./change-commands.ts";

const auth = "openspec/specs/auth/spec.md";
const added = (name: string) => `## ADDED Requirements\n\n${requirement(name)}`;
const modified = (name: string) => `## MODIFIED Requirements\n\n${requirement(name)}`;
const read = (place: Place, path: string) => readFile(join(place.root, path), "utf8");
const active = async (place: Place) =>
  (await readdir(join(place.root, "openspec/changes"))).filter((name) => name !== "archive").sort();

const base = { [auth]: spec("auth", requirement("Login")) };

test("several changes are archived in one call, a stacked one after the one that it waits for", async () => {
  const place = await specPlace({
    ...base,
    ...change("openspec/changes/first", { auth: added("New") }),
    ...change("openspec/changes/second", { auth: modified("New") }),
  });
  const { value, message } = await place.type(archiveChange, { change_id: "second", further: ["first"] });
  expect(value).toMatchObject({
    change_id: "second",
    persisted: true,
    further: [{ change_id: "first", persisted: true }],
  });
  expect(message).toContain("2 of 2 changes archived.");
  expect(await active(place)).toEqual([]);
});

test("one of several that does not fit keeps none of the others back, and the command fails", async () => {
  const place = await specPlace({
    ...base,
    ...change("openspec/changes/bad", { auth: modified("Nowhere") }),
    ...change("openspec/changes/good", { auth: added("New") }),
  });
  const { value, message } = await place.type(archiveChange, { change_id: "bad", further: ["good"] });
  expect(value).toMatchObject({
    change_id: "bad",
    persisted: false,
    error: { code: "archive_refused", message: expect.stringContaining("no requirement of that name") },
    further: [{ change_id: "good", persisted: true }],
  });
  expect(archiveChange.exitCode?.(value)).toBe(1);
  expect(message).toContain("1 of 2 changes archived.");
  expect(await active(place)).toEqual(["bad"]);
});

test("a misspelled id among several writes nothing at all", async () => {
  const place = await specPlace({ ...base, ...change("openspec/changes/good", { auth: added("New") }) });
  const answer = await place.type(archiveChange, { change_id: "good", further: ["god"] });
  expect(answer).toMatchObject({ code: "change_not_found" });
  expect(await active(place)).toEqual(["good"]);
});

test("a superseded change whose deltas fit nothing is archived with --skip-specs and a reason; undo restores it", async () => {
  const place = await specPlace({
    ...base,
    ...change("openspec/changes/old", { auth: modified("Nowhere") }),
  });
  const before = await read(place, auth);
  const why = await place.type(archiveChange, { change_id: "old", skip_specs: true });
  expect(why).toMatchObject({ code: "invalid_argument", message: expect.stringContaining("needs a reason") });
  const { value, message } = await place.type(archiveChange, {
    change_id: "old",
    skip_specs: true,
    reason: "superseded by new",
  });
  expect(value).toMatchObject({ persisted: true, skipped_specs: "superseded by new", specs: [] });
  expect(message).toContain("no spec was changed");
  expect(await read(place, auth)).toBe(before);
  const note = JSON.parse(await read(place, `${value.archived_as}/.hewto-archive.json`));
  expect(note).toEqual({ version: 1, skip_specs: true, reason: "superseded by new" });
  await place.call(undoArchive, { change_id: "old" });
  expect(await active(place)).toEqual(["old"]);
  expect(await readdir(join(place.root, "openspec/changes/old"))).not.toContain(".hewto-archive.json");
});

test("a change without deltas is refused with the way to archive it all the same", async () => {
  const place = await specPlace({ ...base, ...change("openspec/changes/tidy", {}) });
  const refused = await place.type(archiveChange, { change_id: "tidy" });
  expect(refused.code).toBe("archive_refused");
  expect(refused.message).toContain("The change does not touch any requirement.");
  const done = await place.type(archiveChange, {
    change_id: "tidy",
    skip_specs: true,
    reason: "tooling only",
  });
  expect(done.value).toMatchObject({ persisted: true, archived_as: expect.stringContaining("-tidy") });
});

test("a reason without skipping the specs is an error, because it would be lost", async () => {
  const place = await specPlace({ ...base, ...change("openspec/changes/good", { auth: added("New") }) });
  const answer = await place.type(archiveChange, { change_id: "good", reason: "x" });
  expect(answer).toMatchObject({ code: "invalid_argument" });
});
