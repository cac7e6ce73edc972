import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { change, type Place, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { fixChange } from "./fix.ts";
import { validateChange } from "./validate.ts";

const auth = "openspec/specs/auth/spec.md";
const delta = "openspec/changes/c/specs/auth/spec.md";
const read = (place: Place, path = delta) => readFile(join(place.root, path), "utf8");
const rules = (list: { rule: string }[]) => list.map(({ rule }) => rule);
const errors = async (place: Place) => rules((await place.call(validateChange)).value.errors);

const base = spec(
  "auth",
  requirement("Login", scenario("Right word"), scenario("Wrong word", "it stays locked"), scenario("Third")),
);
const withDelta = (text: string, more: Record<string, string> = {}) =>
  specPlace({ [auth]: base, ...change("openspec/changes/c", { auth: text }), ...more });

describe("changes fix", () => {
  const dropping = `## MODIFIED Requirements\n\n${requirement(
    "Login",
    scenario("Right word"),
    "#### Scenario: A wrong word\n\n- **WHEN** Wrong word happens\n- **THEN** it stays locked\n",
  )}`;

  test("shows the removal and renaming of dropped scenarios, and writes nothing without --yes", async () => {
    const place = await withDelta(dropping);
    expect(await errors(place)).toEqual(["scenario-dropped", "scenario-dropped"]);
    const { value, message } = await place.type(fixChange, { change_id: "c" });
    expect(value).toMatchObject({ persisted: false, remaining: [] });
    expect(value.repairs.map((each: { message: string }) => each.message)).toEqual([
      'Renames the scenario "Wrong word" to "A wrong word".',
      'Removes the scenario "Third" by name.',
    ]);
    expect(value.files[0].diff).toContain(
      "- #### Scenario: A wrong word\n+ #### RENAMED Scenario: Wrong word → A wrong word",
    );
    expect(message).toContain("nothing was written");
    expect(message).toContain("OpenSpec 1.13 rejects a delta that has them");
    expect(await read(place)).toBe(dropping);
  });

  test("writes what it showed, and the change is valid", async () => {
    const place = await withDelta(dropping);
    await place.type(fixChange, { change_id: "c", yes: true });
    expect(await read(place)).toBe(
      `${dropping.replace("#### Scenario: A wrong", "#### RENAMED Scenario: Wrong word → A wrong")}\n#### REMOVED Scenario: Third\n`,
    );
    expect(await errors(place)).toEqual([]);
    const again = await place.type(fixChange, { change_id: "c", yes: true });
    expect(again.value).toMatchObject({ repairs: [], persisted: false });
    expect(again.message).toContain("Nothing in c can be repaired mechanically.");
  });

  test("repeats dropped scenarios on request, which OpenSpec accepts too", async () => {
    const place = await withDelta(dropping);
    const { value } = await place.type(fixChange, { change_id: "c", dropped: "keep", yes: true });
    expect(value).toMatchObject({ persisted: true, remaining: [] });
    expect(value.notes).toBeUndefined();
    const text = await read(place);
    expect(text).toContain("\n\n#### Scenario: Third\n\n- **WHEN** Third happens\n");
    expect(text).not.toContain("REMOVED");
    expect(await errors(place)).toEqual([]);
  });

  test("always repeats a rationale that a modified requirement leaves out", async () => {
    const whole = `${requirement("Login")}\n#### Rationale\n\nBecause of the law.\n`;
    const place = await specPlace({
      [auth]: spec("auth", whole),
      ...change("openspec/changes/c", { auth: `## MODIFIED Requirements\n\n${requirement("Login")}` }),
    });
    await place.type(fixChange, { change_id: "c", yes: true });
    expect(await read(place)).toContain("#### Rationale\n\nBecause of the law.");
    expect(await errors(place)).toEqual([]);
  });

  test("repairs headings in rounds: what a misspelled section holds is looked at afterwards", async () => {
    const text = dropping
      .replace("## MODIFIED Requirements", "## Modified")
      .replace("### Requirement: Login", "###  requirement: login");
    const place = await withDelta(text);
    const { value } = await place.type(fixChange, { change_id: "c", yes: true });
    expect(rules(value.repairs)).toEqual([
      "delta-heading-missing",
      "target-missing",
      "scenario-dropped",
      "scenario-dropped",
    ]);
    expect(await errors(place)).toEqual([]);
  });

  test("labels bare headings, writes MUST in capitals and uses the new name of a renamed requirement", async () => {
    const bare = `## ADDED Requirements\n\n### Logout\n\nThe system must do it.\n\n#### Once\n\n- **WHEN** a\n- **THEN** b\n`;
    const renamed = `\n## RENAMED Requirements\n\n- FROM: \`### Requirement: Login\`\n- TO: \`### Requirement: Sign in\`\n\n## MODIFIED Requirements\n\n${requirement("Login", scenario("Right word"), scenario("Wrong word"), scenario("Third"))}`;
    const place = await withDelta(bare + renamed);
    await place.type(fixChange, { change_id: "c", yes: true });
    const text = await read(place);
    expect(text).toContain("### Requirement: Logout\n\nThe system MUST do it.\n\n#### Scenario: Once");
    expect(text).toContain("## MODIFIED Requirements\n\n### Requirement: Sign in\n");
    expect(await errors(place)).toEqual([]);
  });

  test("gives a new spec its purpose from the proposal, or a place to write it", async () => {
    const added = `## ADDED Requirements\n\n${requirement("Export")}`;
    const place = await specPlace({
      ...change("openspec/changes/c", { export: added, other: added }),
      "openspec/changes/c/proposal.md":
        "## Why\n\nx\n\n## What Changes\n\n- `export`: Lets people take their data with them.\n",
    });
    const { value } = await place.type(fixChange, { change_id: "c", yes: true });
    expect(rules(value.repairs)).toEqual(["purpose-missing", "purpose-missing"]);
    expect(await read(place, "openspec/changes/c/specs/export/spec.md")).toBe(
      `## Purpose\n\nLets people take their data with them.\n\n${added}`,
    );
    expect(await read(place, "openspec/changes/c/specs/other/spec.md")).toContain(
      "## Purpose\n\n<!-- What this",
    );
    expect((await place.type(fixChange, { change_id: "c" })).value.repairs).toEqual([]);
  });

  test("finds the dropped scenarios of a requirement that the same change renames", async () => {
    const text = `## RENAMED Requirements\n\n### Requirement: Login → Sign in\n\n## MODIFIED Requirements\n\n${requirement("Sign in", scenario("Right word"), scenario("Wrong word", "it stays locked"))}`;
    const place = await withDelta(text);
    const { value } = await place.type(fixChange, { change_id: "c", yes: true });
    expect(rules(value.repairs)).toEqual(["scenario-dropped"]);
    expect(await errors(place)).toEqual([]);
  });

  test("leaves a heading alone that only mentions what was added", async () => {
    const place = await withDelta(
      `## ADDED Requirements\n\n${requirement("New")}\n## Historical ADDED Requirements\n\nText.\n`,
    );
    expect((await place.type(fixChange, { change_id: "c" })).value.repairs).toEqual([]);
  });

  test("keeps the line endings and the byte order mark of the file", async () => {
    const place = await withDelta(`\uFEFF${dropping}`.replaceAll("\n", "\r\n"));
    await place.type(fixChange, { change_id: "c", yes: true });
    const text = await read(place);
    expect(text.startsWith("\uFEFF## MODIFIED")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toContain("\n");
    expect(await errors(place)).toEqual([]);
  });

  test("lists what only a person can decide", async () => {
    const place = await withDelta(`## MODIFIED Requirements\n\n${requirement("Nowhere")}`);
    const { value, message } = await place.type(fixChange, { change_id: "c" });
    expect(value).toMatchObject({ repairs: [], remaining: [{ rule: "target-missing" }] });
    expect(message).toContain("Left for you:\n- openspec/changes/c/specs/auth/spec.md:3:");
  });
});
