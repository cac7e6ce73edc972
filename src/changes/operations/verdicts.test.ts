import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { change, requirement, spec, specPlace } from "../../../test/support/specs.ts";
import { archiveChange } from "./archive.ts";
import { newChange } from "./change-commands.ts";
import { validateChange, validateSpec } from "./validate.ts";

const auth = "openspec/specs/auth/spec.md";
const good = spec("auth", requirement("Login"), requirement("Logout"));
const rules = (findings: { rule: string }[]) => findings.map(({ rule }) => rule);
const modified = (name: string) => `## MODIFIED Requirements\n\n${requirement(name)}`;
const added = (name: string) => `## ADDED Requirements\n\n${requirement(name)}`;
const removed = (name: string) => `## REMOVED Requirements\n\n### Requirement: ${name}\n\n**Reason**: x\n`;

/** OpenSpec 1.13.2 passes each of these specs, and fails each of the next ones. */
describe("a spec under OpenSpec's rules", () => {
  const free = "#### Scenario: Free text\n\nThe system SHALL pass SVC_0001.\n";
  test.each([
    ["a scenario in free text", requirement("R", free), ["scenario-then-missing", "scenario-when-missing"]],
    [
      "a scenario without WHEN",
      requirement("R", "#### Scenario: S\n\n- **GIVEN** a\n- **THEN** b\n"),
      ["scenario-when-missing"],
    ],
    ["a part in place of a scenario", requirement("R", "#### Details\n\nText.\n"), ["scenario-unlabeled"]],
  ])("passes --strict with %s", async (_, text, noted) => {
    const place = await specPlace({ [auth]: spec("auth", text) });
    const { value } = await place.call(validateSpec, { strict: true });
    expect({ ...value, notes: rules(value.notes).sort() }).toMatchObject({
      valid: true,
      warnings: [],
      notes: noted,
    });
    const spox = await place.call(validateSpec, { profile: "spox" });
    expect(spox.value.valid).toBe(noted.every((rule) => rule === "scenario-unlabeled"));
  });

  test.each([
    ["scenarios that hold nothing", requirement("R", "#### Scenario: S\n"), ["scenario-missing"]],
    [
      "a heading among the requirements",
      `${requirement("R")}\n### R1: More\n\nText.\n`,
      ["heading-unlabeled"],
    ],
    [
      "a second Requirements section",
      `${requirement("R")}\n## Requirements\n\n${requirement("S")}`,
      ["requirements-repeated"],
    ],
  ])("is invalid with %s", async (_, text, errors) => {
    const place = await specPlace({ [auth]: spec("auth", text) });
    expect(rules((await place.call(validateSpec)).value.errors)).toEqual(errors);
  });

  test("without a title passes --strict, and the note says so", async () => {
    const place = await specPlace({ [auth]: good.replace("# auth Specification\n\n", "") });
    const { value } = await place.call(validateSpec, { strict: true });
    expect(value).toMatchObject({ valid: true, warnings: [], notes: [{ rule: "title-missing" }] });
    const spox = await place.call(validateSpec, { profile: "spox" });
    expect(spox.value.warnings).toMatchObject([{ rule: "title-missing" }]);
  });
});

describe("a change under OpenSpec's rules", () => {
  const stacked = {
    [auth]: good,
    ...change("openspec/changes/first", { auth: added("New") }),
    ...change("openspec/changes/second", { auth: modified("New") }),
  };

  test("that modifies what another open change adds is valid and blocked; archive says which goes first", async () => {
    const place = await specPlace(stacked);
    const { value } = await place.call(validateChange, { change_id: "second", strict: true });
    expect(value).toMatchObject({ valid: true, warnings: [], errors: [] });
    expect(rules(value.notes)).toEqual(["tasks-progress", "change-blocked", "change-overlap"].sort());
    expect(value.notes[0].message).toContain("The change `first` adds it, so this change is blocked");
    const refused = await place.type(archiveChange, { change_id: "second" });
    expect(refused).toMatchObject({ ok: false, code: "archive_refused" });
    expect(refused.message).toContain('Call `archive_change` with change_id "first" to unblock');
    await place.type(archiveChange, { change_id: "first" });
    expect(await place.type(archiveChange, { change_id: "second" })).toMatchObject({ ok: true });
  });

  test("is an error under the rules of Spec Oxide", async () => {
    const place = await specPlace(stacked);
    const { value } = await place.call(validateChange, { change_id: "second", profile: "spox" });
    expect(rules(value.errors)).toEqual(["change-blocked"]);
  });

  test("that removes what is gone already passes --strict, and can be archived", async () => {
    const delta = `${removed("Gone")}\n${added("New")}`;
    const place = await specPlace({ [auth]: good, ...change("openspec/changes/c", { auth: delta }) });
    const { value } = await place.call(validateChange, { strict: true });
    expect(value).toMatchObject({ valid: true, warnings: [] });
    expect(rules(value.notes)).toContain("removal-done");
    expect(await place.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
    expect(await readFile(join(place.root, auth), "utf8")).toBe(`${good}\n${requirement("New")}`);
  });

  test("that removes a name which the spec has in another spelling is an error with that spelling", async () => {
    const place = await specPlace({
      [auth]: good,
      ...change("openspec/changes/c", { auth: removed("log in") }),
    });
    const misspelt = removed("LOGIN");
    const other = await specPlace({ [auth]: good, ...change("openspec/changes/c", { auth: misspelt }) });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual([]);
    const { value } = await other.call(validateChange);
    expect(value.errors).toMatchObject([{ rule: "target-missing", fix: "Write `### Requirement: Login`." }]);
  });

  test("that makes a capability without a purpose passes --strict", async () => {
    const place = await specPlace(change("openspec/changes/c", { fresh: added("New") }));
    const { value } = await place.call(validateChange, { strict: true });
    expect(value.valid).toBe(true);
    expect(rules(value.notes)).toContain("purpose-missing");
  });

  test("with requirements below a heading that is not a delta section is valid, and they are named", async () => {
    const old = `## Historical ADDED Requirements (Superseded)\n\n${requirement("Old")}`;
    const place = await specPlace({
      [auth]: good,
      ...change("openspec/changes/c", { auth: `${old}\n${added("New")}` }),
    });
    const { value } = await place.call(validateChange);
    expect(value).toMatchObject({ valid: true, warnings: [{ rule: "delta-heading" }] });
    expect(rules((await place.call(validateChange, { profile: "spox" })).value.errors)).toEqual([
      "delta-heading",
    ]);
  });

  test("whose target has a delta heading gets a note that OpenSpec would not archive it", async () => {
    const text = good.replace("## Requirements", "## ADDED Requirements");
    const place = await specPlace({ [auth]: text, ...change("openspec/changes/c", { auth: added("New") }) });
    const { value } = await place.call(validateChange);
    expect(value.valid).toBe(true);
    expect(value.notes).toContainEqual(
      expect.objectContaining({ rule: "target-invalid", file: auth, line: 7 }),
    );
  });
});

test("an incomplete renaming names its section", async () => {
  const delta = "## RENAMED Requirements\n\n- FROM: `### Requirement: Login`\n\n### Requirement: Logout\n";
  const place = await specPlace({ [auth]: good, ...change("openspec/changes/c", { auth: delta }) });
  const { errors } = (await place.call(validateChange)).value;
  expect(errors).toMatchObject([
    { rule: "rename-incomplete", section: "RENAMED Requirements", line: 3 },
    { rule: "rename-incomplete", section: "RENAMED Requirements", line: 5 },
  ]);
});

test("a new change writes a Purpose for a spec that is not there yet, and none for one that is", async () => {
  const place = await specPlace({ [auth]: good });
  await place.call(newChange, { name: "add-export", capabilities: ["auth", "export"] });
  const read = (name: string) =>
    readFile(join(place.root, `openspec/changes/add-export/specs/${name}/spec.md`), "utf8");
  expect(await read("export")).toMatch(/^## Purpose\n\n<!-- .* -->\n\n## ADDED Requirements\n/);
  expect(await read("auth")).toMatch(/^## ADDED Requirements\n/);
});
