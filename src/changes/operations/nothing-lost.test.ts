import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { change, type Place, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { archiveChange } from "./archive.ts";
import { validateChange } from "./validate.ts";

const specPath = "specs/auth/spec.md";
const read = ({ root }: Place) => readFile(join(root, specPath), "utf8");
const write = ({ root }: Place, text: string) => writeFile(join(root, specPath), text);
const auth = (...scenarios: string[]) =>
  spec("auth", requirement("Login", ...scenarios), requirement("Other"));
const modified = (...scenarios: string[]) =>
  `## MODIFIED Requirements\n\n${requirement("Login", ...scenarios)}`;

async function place(text: string, delta: string): Promise<Place> {
  return specPlace({ [specPath]: text, ...change("specs/_changes/c", { auth: delta }) });
}

/** What validate says of the change, having seen it when it was written; and archive refuses for the same reason. */
async function refusal(project: Place) {
  const before = await read(project);
  const { value } = await project.call(validateChange);
  const archived = await project.type(archiveChange, { change_id: "c" });
  expect(archived.ok).toBe(false);
  expect(archived.message).toContain(value.errors[0].message);
  expect(await read(project)).toBe(before);
  return { errors: value.errors, code: archived.code };
}

describe("a part of a requirement that is not a scenario", () => {
  const rationale = "#### Rationale\n\nBecause of the law.\n";
  const withRationale = [scenario("One"), rationale];

  test("is not lost by a MODIFIED requirement that leaves it out", async () => {
    const { errors } = await refusal(await place(auth(...withRationale), modified(scenario("One"))));
    expect(errors).toMatchObject([{ rule: "part-dropped", section: "Requirement: Login" }]);
    expect(errors[0].message).toBe('MODIFIED "Login" leaves out the part "Rationale" of the spec.');
    expect(errors[0].fix).toContain("#### REMOVED Scenario: Rationale");
  });

  test("goes when it is removed by name", async () => {
    const removal = "#### REMOVED Scenario: Rationale\n";
    const project = await place(auth(...withRationale), modified(scenario("One"), removal));
    expect(await project.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
    expect(await read(project)).not.toContain("Rationale");
  });

  test("is changed where the change repeats it with other text", async () => {
    const delta = modified(scenario("One"), "#### Rationale\n\nBecause it is kind.\n");
    const project = await place(auth(...withRationale), delta);
    expect(await project.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
    expect(await read(project)).toBe(auth(scenario("One"), "#### Rationale\n\nBecause it is kind.\n"));
  });

  test("stays when somebody else added it after the change was written", async () => {
    const project = await place(auth(scenario("One")), modified(scenario("One", "mine")));
    await project.call(validateChange);
    await write(project, auth(...withRationale));
    expect(await project.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
    expect(await read(project)).toBe(auth(scenario("One", "mine"), rationale));
  });
});

describe("headings that only plain text shows", () => {
  test("in a fence that a MODIFIED requirement replaces are named, and nothing is written", async () => {
    const fence = "```md\n### Requirement: Example\n\n#### Scenario: Shown\n```\n";
    const text = auth(scenario("One")).replace("do Login.\n", `do Login.\n\n${fence}`);
    const { errors, code } = await refusal(await place(text, modified(scenario("One"))));
    expect(code).toBe("archive_refused");
    expect(errors).toMatchObject([
      { rule: "heading-lost", file: specPath, line: 14 },
      { rule: "heading-lost", file: specPath, line: 16 },
    ]);
    expect(errors[0].message).toContain("`### Requirement: Example` would be lost");
  });

  test("that the delta repeats are fine", async () => {
    const fence = "```md\n### Requirement: Example\n\n#### Scenario: Shown\n```\n";
    const text = auth(scenario("One")).replace("do Login.\n", `do Login.\n\n${fence}`);
    const delta = modified(scenario("One")).replace("do Login.\n", `do Login at once.\n\n${fence}`);
    expect((await (await place(text, delta)).call(validateChange)).value.errors).toEqual([]);
  });
});

describe("two who changed the same thing", () => {
  test("a requirement that is removed here and was changed in the spec since is a conflict", async () => {
    const delta = "## REMOVED Requirements\n\n### Requirement: Login\n\n**Reason**: Nobody uses it.\n";
    const project = await place(auth(scenario("One")), delta);
    await project.call(validateChange);
    await write(project, auth(scenario("One"), scenario("Two")));
    const { errors, code } = await refusal(project);
    expect(code).toBe("archive_conflict");
    expect(errors).toMatchObject([{ rule: "removal-conflict", section: "Requirement: Login" }]);
    expect(errors[0].message).toBe(
      'REMOVED "Login": the requirement was changed in the spec since the change was written.',
    );
  });

  test("a scenario that is changed here and was removed from the spec since does not come back", async () => {
    const project = await place(
      auth(scenario("One"), scenario("Two")),
      modified(scenario("One"), scenario("Two", "mine")),
    );
    await project.call(validateChange);
    await write(project, auth(scenario("One")));
    const { errors, code } = await refusal(project);
    expect(code).toBe("archive_conflict");
    expect(errors).toMatchObject([{ rule: "removal-conflict" }]);
    expect(errors[0].message).toBe(
      'MODIFIED "Login": the scenario "Two" was changed here and removed from the spec since.',
    );
  });

  test("a scenario that is only repeated here and was removed from the spec since stays away", async () => {
    const project = await place(
      auth(scenario("One"), scenario("Two")),
      modified(scenario("One", "mine"), scenario("Two")),
    );
    await project.call(validateChange);
    await write(project, auth(scenario("One")));
    expect(await project.type(archiveChange, { change_id: "c" })).toMatchObject({ ok: true });
    expect(await read(project)).toBe(auth(scenario("One", "mine")));
  });

  test("a scenario that is removed here and was changed in the spec since is a conflict", async () => {
    const project = await place(
      auth(scenario("One"), scenario("Two")),
      modified(scenario("One"), "#### REMOVED Scenario: Two\n"),
    );
    await project.call(validateChange);
    await write(project, auth(scenario("One"), scenario("Two", "theirs")));
    const { errors, code } = await refusal(project);
    expect(code).toBe("archive_conflict");
    expect(errors).toMatchObject([{ rule: "removal-conflict" }]);
    expect(errors[0].message).toContain('"Two" is removed here and was changed in the spec since');
  });

  test("a scenario that is renamed and changed here and was changed in the spec since is a conflict", async () => {
    const renamed = scenario("Two", "mine").replace("Scenario: Two", "RENAMED Scenario: Two → Second");
    const project = await place(auth(scenario("One"), scenario("Two")), modified(scenario("One"), renamed));
    await project.call(validateChange);
    await write(project, auth(scenario("One"), scenario("Two", "theirs")));
    const { errors } = await refusal(project);
    expect(errors).toMatchObject([{ rule: "base-conflict" }]);
    expect(errors[0].message).toContain('"Two" was changed both here and in the spec');
  });

  test("a conflict names the change to rebase", async () => {
    const project = await place(auth(scenario("One")), modified(scenario("One", "mine")));
    await project.call(validateChange);
    await write(project, auth(scenario("One", "theirs")));
    const { errors } = await refusal(project);
    expect(errors[0].fix).toBe(
      "Bring the current text into the delta. Ask the user to run `hewto changes rebase c` to record that the delta has the current text.",
    );
  });
});

describe("a new name that is taken", () => {
  test("by another requirement of the spec is a conflict", async () => {
    const delta =
      "## RENAMED Requirements\n\n- FROM: `### Requirement: Login`\n- TO: `### Requirement: Other`\n";
    const { errors, code } = await refusal(await place(auth(scenario("One")), delta));
    expect(code).toBe("archive_conflict");
    expect(errors).toMatchObject([{ rule: "rename-conflict", section: "Requirement: Other" }]);
    expect(errors[0].message).toBe('RENAMED "Login" to "Other": the spec already has a requirement "Other".');
  });

  test("by another scenario of the requirement is a conflict, and that one is not replaced", async () => {
    const text = auth(scenario("One"), scenario("Two"));
    const { errors } = await refusal(await place(text, modified("#### RENAMED Scenario: One → Two\n")));
    expect(errors).toMatchObject([{ rule: "rename-conflict" }]);
    expect(errors[0].message).toContain('"Two" is the name of another scenario of the spec');
  });

  test("by a scenario that the same change adds is a conflict", async () => {
    const edits = modified("#### RENAMED Scenario: One → Two\n", scenario("Two"));
    const { errors } = await refusal(await place(auth(scenario("One")), edits));
    expect(errors).toMatchObject([{ rule: "rename-conflict" }]);
    expect(errors[0].message).toContain('"Two" is there twice after the renaming');
  });

  test("by a scenario that goes in the same change is fine", async () => {
    const edits = modified("#### RENAMED Scenario: One → Two\n", "#### REMOVED Scenario: Two\n");
    const project = await place(auth(scenario("One", "first"), scenario("Two", "second")), edits);
    const archived = await project.type(archiveChange, { change_id: "c" });
    expect(archived).toMatchObject({ ok: true });
    const text = await read(project);
    expect(text).toContain("#### Scenario: Two\n\n- **WHEN** One happens\n- **THEN** first");
    expect(text).not.toContain("second");
  });
});

test("a renamed scenario that has steps of its own and no THEN is an error at its line", async () => {
  const renamed = "#### RENAMED Scenario: One → First\n\n- **WHEN** someone comes\n";
  const { errors } = await refusal(await place(auth(scenario("One")), modified(renamed)));
  expect(errors).toMatchObject([{ rule: "scenario-then-missing", line: 7, section: "Requirement: Login" }]);
});
