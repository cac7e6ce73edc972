import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { change, type Place, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { trace } from "../../trace/operations/trace.ts";
import { archiveChange } from "./archive.ts";
import { undoArchive } from "./change-commands.ts";

const auth = "openspec/specs/auth/spec.md";
const read = (place: Place, path: string) => readFile(join(place.root, path), "utf8");
const exists = (place: Place, path: string) =>
  stat(join(place.root, path)).then(
    () => true,
    () => false,
  );
const testFile = (...tags: string[]) =>
  `import { test } from "vitest";\n${tags.map((tag, at) => `\n// ${tag}\ntest("number ${at}", () => {});\n`).join("")}`;
const base = { [auth]: spec("auth", requirement("Login", scenario("Known user"), scenario("Wrong word"))) };
const adding = `## ADDED Requirements\n\n${requirement("Reset", scenario("By mail"), scenario("By phone"))}`;

test("an archive warns about scenarios that become live without a test, and is done all the same", async () => {
  const place = await specPlace({
    ...base,
    "test/reset.test.ts": testFile("[VERIFIES: auth/reset#by-mail]"),
    ...change("openspec/changes/grow", { auth: adding }),
  });
  const preview = await place.call(archiveChange, { change_id: "grow" });
  expect(preview.value.untested).toMatchObject([
    { address: "auth/reset#by-phone", name: "By phone", file: "openspec/changes/grow/specs/auth/spec.md" },
  ]);
  expect(preview.message).toContain("Warning: 1 scenario would become live without a test.");
  const { value, message } = await place.type(archiveChange, { change_id: "grow" });
  expect(value).toMatchObject({ persisted: true, untested: [{ address: "auth/reset#by-phone" }] });
  expect(message).toMatch(/1 scenario became live without a test\. .*`hewto link`.*\n- auth\/reset#by-phone/);
});

test("in a project that links no test an archive says in one note what has none, not in a list of all", async () => {
  const place = await specPlace({ ...base, ...change("openspec/changes/grow", { auth: adding }) });
  const { value, message } = await place.type(archiveChange, { change_id: "grow" });
  expect(value.untested).toBeUndefined();
  expect(message).toMatch(/Note: 2 scenarios of this change without a test\. .*`hewto link`/);
  expect(message).not.toContain("auth/reset#");
});

test("a scenario that a change adds to a requirement counts its test, and one that did not change is not mentioned", async () => {
  const modified = requirement(
    "Login",
    scenario("Known user"),
    scenario("Wrong word"),
    scenario("Too often"),
  );
  const place = await specPlace({
    ...base,
    "test/login.test.ts": testFile("[VERIFIES: auth/login#too-often]"),
    ...change("openspec/changes/grow", { auth: `## MODIFIED Requirements\n\n${modified}` }),
  });
  const { value } = await place.type(archiveChange, { change_id: "grow" });
  expect(value.persisted).toBe(true);
  expect(value.untested).toBeUndefined();
});

// covers trace: archive-requires-level
test("an archive that requires a level is refused with every scenario below it, and writes nothing", async () => {
  const place = await specPlace({
    ...base,
    "test/reset.test.ts": testFile("[VERIFIES: auth/reset#by-mail]"),
    ...change("openspec/changes/grow", { auth: adding }),
  });
  const refused = await place.type(archiveChange, { change_id: "grow", require: "passed" });
  expect(refused.code).toBe("archive_refused");
  expect(refused.message).toContain('"By mail" is claimed (no result yet), and passed is required.');
  expect(refused.message).toContain('"By phone" is open (no test, no code known), and passed is required.');
  expect(await read(place, auth)).toBe(base[auth]);
  const preview = await place.call(archiveChange, { change_id: "grow", require: "claimed" });
  expect(preview.value.refused).toMatchObject([{ rule: "scenario-untested", section: "By phone" }]);
});

test("an archive goes on when the trace cannot be read, says so, and is refused only if it requires a level", async () => {
  const place = await specPlace({
    ...base,
    "hewto.toml": '[trace]\nrecords = "../elsewhere"\n',
    ...change("openspec/changes/grow", { auth: adding }),
  });
  const refused = await place.type(archiveChange, { change_id: "grow", require: "claimed" });
  expect(refused.code).toBe("invalid_config");
  const { value } = await place.type(archiveChange, { change_id: "grow" });
  expect(value.persisted).toBe(true);
  expect(value.notes).toEqual([expect.stringContaining("Tests and tags were not checked: trace.records is")]);
});

const renaming = `## RENAMED Requirements

- FROM: \`### Requirement: Login\`
- TO: \`### Requirement: Sign in\`

## MODIFIED Requirements

### Requirement: Sign in

The system SHALL do Login.

${scenario("Known user")}
#### RENAMED Scenario: Wrong word → Wrong password
`;

// covers trace: archived-rename
test("tags and records follow a renamed requirement and scenario in the same write, and undo brings all back", async () => {
  const record = `address = "openspec:auth/login"\n\n[scenario.wrong-word]\ntests = [\n  "test/login.test.ts#number 1",\n]\n`;
  const source = testFile(
    "[VERIFIES: auth/login#known-user, auth/login#wrong-word]",
    "[ENSURES: login:TEST]",
  );
  const recordPath = ".trace/openspec/auth/login.toml";
  const place = await specPlace({
    ...base,
    "test/login.test.ts": source,
    [recordPath]: record,
    ...change("openspec/changes/say-it", { auth: renaming }),
  });
  const preview = await place.call(archiveChange, { change_id: "say-it" });
  expect(preview.message).toContain(
    "would be retagged test/login.test.ts:3 [VERIFIES: auth/login#known-user, auth/login#wrong-word] → [VERIFIES: auth/sign-in#known-user, auth/sign-in#wrong-password]",
  );
  expect(await read(place, "test/login.test.ts")).toBe(source);

  const { value } = await place.type(archiveChange, { change_id: "say-it" });
  expect(value).toMatchObject({ persisted: true, tags: [{ line: 3 }, { line: 6 }] });
  expect(await read(place, "test/login.test.ts")).toBe(
    testFile(
      "[VERIFIES: auth/sign-in#known-user, auth/sign-in#wrong-password]",
      "[ENSURES: auth/sign-in:TEST]",
    ),
  );
  expect(await exists(place, recordPath)).toBe(false);
  expect(await read(place, ".trace/openspec/auth/sign-in.toml")).toBe(
    `address = "openspec:auth/sign-in"\naliases = [\n  "openspec:auth/login",\n]\n\n[scenario.wrong-password]\naliases = [\n  "openspec:auth/login#wrong-word",\n]\ntests = [\n  "test/login.test.ts#number 1",\n]\n`,
  );

  const undone = await place.call(undoArchive, { change_id: "say-it" });
  expect(undone.ok).toBe(true);
  expect(await read(place, "test/login.test.ts")).toBe(source);
  expect(await read(place, recordPath)).toBe(record);
  expect(await exists(place, ".trace/openspec/auth/sign-in.toml")).toBe(false);
  expect(await read(place, auth)).toBe(base[auth]);
});

test("a tag with the old name that another branch brings still finds the renamed requirement and its scenarios", async () => {
  const place = await specPlace({
    ...base,
    "test/login.test.ts": testFile("[VERIFIES: auth/login#known-user]", "[VERIFIES: auth/login#wrong-word]"),
    ...change("openspec/changes/say-it", { auth: renaming }),
  });
  await place.type(archiveChange, { change_id: "say-it" });
  await writeFile(
    join(place.root, "test/late.test.ts"),
    testFile("[VERIFIES: auth/login#known-user]", "[VERIFIES: auth/login#wrong-word]"),
  );
  const { message } = await place.call(trace);
  expect(message).not.toContain("no requirement has the address");
});

test("the record of a removed requirement is retired: named once, never an error, and back after undo", async () => {
  const record = `address = "openspec:auth/login"\n\n[scenario.wrong-word]\naccepted = "r1:000000000000"\n`;
  const place = await specPlace({
    [auth]: spec("auth", requirement("Login", scenario("Wrong word")), requirement("Other")),
    ".trace/openspec/auth/login.toml": record,
    ...change("openspec/changes/less", { auth: "## REMOVED Requirements\n\n### Requirement: Login\n" }),
  });
  const { value, message } = await place.type(archiveChange, { change_id: "less" });
  expect(value).toMatchObject({ persisted: true, retired: ["openspec:auth/login"] });
  expect(message).toContain("Retired: openspec:auth/login; only a record names it.");
  expect(await read(place, ".trace/openspec/auth/login.toml")).toBe(record);
  const overview = await place.call(trace);
  expect(overview.message).toContain("1 record of requirements that are gone: openspec:auth/login.");
  expect((await place.call(undoArchive, { change_id: "less" })).ok).toBe(true);
  expect((await place.call(trace)).message).not.toContain("that are gone");
});
