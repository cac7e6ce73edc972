import { describe, expect, it, test } from "vitest";
import { change, proposal, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { validateChange, validateSpec } from "./validate.ts";

interface Told {
  rule: string;
  file: string;
  section: string;
  line: number;
}

const rules = (findings: Told[]) => findings.map((finding) => finding.rule);
const good = spec("auth", requirement("Login", scenario("One")));

describe("validate_spec", () => {
  it("Validate all specs: results with errors, warnings and summary", async () => {
    const place = await specPlace({ "specs/auth/spec.md": good, "specs/bad/spec.md": "# Bad\n" });
    const { value } = await place.call(validateSpec);
    expect(value.valid).toBe(false);
    expect(rules(value.errors)).toEqual(["purpose-missing", "requirements-missing"]);
    expect(value.warnings).toEqual([]);
    expect(value.summary).toBe("Validation failed: 2 specs, 2 errors and 0 warnings.");
  });

  it("Validate specific spec: only that one", async () => {
    const place = await specPlace({ "specs/auth/spec.md": good, "specs/bad/spec.md": "# Bad\n" });
    const { value } = await place.call(validateSpec, { spec_id: "auth" });
    expect(value).toEqual({
      valid: true,
      errors: [],
      warnings: [],
      notes: [],
      summary: "Valid: spec auth, no findings.",
    });
  });

  it("Spec not found: an error that says so", async () => {
    const answer = await (await specPlace({ "specs/auth/spec.md": good })).call(validateSpec, {
      spec_id: "nope",
    });
    expect(answer).toMatchObject({ ok: false, code: "spec_not_found" });
    expect(answer.message).toContain("not found");
  });

  it("Validation passes: valid is true, errors is empty, summary indicates success", async () => {
    const { value } = await (await specPlace({ "specs/auth/spec.md": good })).call(validateSpec);
    expect(value).toMatchObject({ valid: true, errors: [], summary: expect.stringMatching(/^Valid/) });
  });

  it("Validation fails: errors are actionable, with file path and description", async () => {
    const place = await specPlace({
      "openspec/specs/a/b/spec.md": spec(
        "b",
        "### Requirement: R\n\nSHALL x.\n\n#### Scenario: S\n\n- **THEN** y\n",
      ),
    });
    const { value } = await place.call(validateSpec);
    expect(value.errors).toEqual([
      {
        rule: "scenario-when-missing",
        severity: "error",
        file: "openspec/specs/a/b/spec.md",
        section: "Requirement: R",
        line: 13,
        message: 'Scenario "S" of requirement "R" has no WHEN.',
        fix: "Add a `- **WHEN** …` line.",
      },
    ]);
  });
});

const body = (text: string) =>
  `# T\n\n## Purpose\n\n${"A purpose that is quite long enough for every rule there is."}\n\n## Requirements\n\n${text}`;
const shall = "### Requirement: R\n\nThe x SHALL y.\n\n";

describe("the rules of a spec", () => {
  it.each([
    ["no title", body(`${shall}${scenario("S")}`).slice(4), "title-missing"],
    [
      "a short purpose",
      body(`${shall}${scenario("S")}`).replace(/A purpose.*/, "Short, in characters: 短い"),
      "purpose-short",
    ],
    [
      "a placeholder",
      body(`${shall}${scenario("S")}`).replace(
        /A purpose.*/,
        "TBD - created by archiving change x. Update Purpose after archive.",
      ),
      "purpose-placeholder",
    ],
    [
      "mustard",
      body(`### Requirement: R\n\nMustard in a shallow bowl.\n\n${scenario("S")}`),
      "requirement-not-normative",
    ],
    [
      "shall in small letters",
      body(`### Requirement: R\n\nThe x shall y.\n\n${scenario("S")}`),
      "requirement-not-normative",
    ],
    [
      "SHALL only in the heading",
      body(`### Requirement: The x SHALL y\n\nYes.\n\n${scenario("S")}`),
      "requirement-not-normative",
    ],
    ["no scenario", body(shall), "scenario-missing"],
    ["a scenario twice", body(`${shall}${scenario("S")}\n${scenario("S")}`), "scenario-duplicate"],
    [
      "a second section",
      `${body(`${shall}${scenario("S")}`)}\n## Requirements\n\n${requirement("Q")}`,
      "requirements-repeated",
    ],
    [
      "a name nearly the same",
      body(`${shall}${scenario("S")}\n### Requirement: r\n\nSHALL\n\n${scenario("S")}`),
      "requirement-near-duplicate",
    ],
    ["a plain heading", body(`### R\n\nSHALL\n\n${scenario("S")}`), "requirement-heading"],
    ["a scenario in bold", body(`${shall}**Scenario: S**\n\n${scenario("T")}`), "scenario-not-heading"],
  ])("%s is a warning", async (_what, text, rule) => {
    const place = await specPlace({ "specs/a/spec.md": text });
    const { value } = await place.call(validateSpec);
    expect({ rules: rules(value.warnings), errors: rules(value.errors) }).toEqual({
      rules: [rule],
      errors: [],
    });
    expect((await place.call(validateSpec, { strict: true })).value.valid).toBe(false);
  });

  it.each([
    ["no purpose", body(`${shall}${scenario("S")}`).replace("## Purpose", "## Overview"), "purpose-missing"],
    [
      "an empty purpose",
      body(`${shall}${scenario("S")}`).replace(/A purpose.*/, "<!-- later -->"),
      "purpose-empty",
    ],
    ["a section without requirements", body("Nothing yet.\n"), "requirements-empty"],
    [
      "a requirement without text",
      body(`### Requirement: R\n\n${scenario("S")}`),
      "requirement-text-missing",
    ],
    [
      "a requirement without name",
      body(`### Requirement:\n\nSHALL\n\n${scenario("S")}`),
      "requirement-name-missing",
    ],
    ["a scenario without THEN", body(`${shall}#### Scenario: S\n\n- WHEN x\n`), "scenario-then-missing"],
    [
      "a requirement twice",
      body(`${shall}${scenario("S")}\n${shall}${scenario("S")}`),
      "requirement-duplicate",
    ],
    ["a delta heading", body(`${shall}${scenario("S")}\n## ADDED Requirements\n`), "delta-in-spec"],
    [
      "a requirement elsewhere",
      body(`${shall}${scenario("S")}\n## Notes\n\n${requirement("Q")}`),
      "requirement-misplaced",
    ],
  ])("%s is an error", async (_what, text, rule) => {
    const { value } = await (await specPlace({ "specs/a/spec.md": text })).call(validateSpec);
    expect(rules(value.errors)).toEqual([rule]);
  });

  it("a main spec that begins with a delta heading is readable, and the error explains", async () => {
    const place = await specPlace({ "specs/a/spec.md": `## ADDED Requirements\n\n${requirement("R")}` });
    const { value } = await place.call(validateSpec);
    expect(rules(value.errors)).toEqual(["delta-in-spec", "purpose-missing", "requirements-missing"].sort());
  });

  it("text of another language needs no SHALL", async () => {
    const text = body(
      `### Requirement: 登录\n\n用户可以登录系统。\n\n#### Scenario: 成功\n\n- **当** 密码正确\n- **那么** 显示主页\n`,
    );
    expect((await (await specPlace({ "specs/a/spec.md": text })).call(validateSpec)).value.warnings).toEqual(
      [],
    );
  });
});

test("the rule profile comes from the layout and can be chosen", async () => {
  const text = body(shall);
  const place = await specPlace({ "specs/a/spec.md": text, "openspec/specs/b/spec.md": text });
  const verdict = async (args: object) => (await place.call(validateSpec, { ...args })).value;
  expect((await verdict({})).errors.map((each: Told) => each.file)).toEqual(["openspec/specs/b/spec.md"]);
  expect((await verdict({ profile: "openspec" })).errors).toHaveLength(2);
  expect((await verdict({ profile: "spox" })).errors).toHaveLength(0);
});

test("hewto.toml adds words and chooses the profile; a broken one is a warning", async () => {
  const text = body(`### Requirement: R\n\nX MUSI y.\n\n#### Scenario: S\n\n- **GDY** a\n- **WTEDY** b\n`);
  const toml =
    '[specs]\nprofile = "openspec"\n[specs.keywords]\nwhen = ["GDY"]\nthen = ["WTEDY"]\nnormative = ["MUSI"]\n';
  const place = await specPlace({ "specs/a/spec.md": text, "hewto.toml": toml });
  expect((await place.call(validateSpec)).value).toMatchObject({ valid: true, warnings: [] });
  const broken = await specPlace({ "specs/a/spec.md": good, "hewto.toml": "[specs" });
  expect((await broken.call(validateSpec)).value).toMatchObject({
    valid: true,
    warnings: [{ rule: "settings" }],
  });
});

const delta = `## ADDED Requirements\n\n${requirement("Reset")}`;
const files = { "specs/auth/spec.md": good, ...change("specs/_changes/add-reset", { auth: delta }) };

describe("validate_change", () => {
  it("Validate all changes: results with errors, warnings and summary", async () => {
    const place = await specPlace({ ...files, "specs/_changes/b/": "" });
    const { value } = await place.call(validateChange);
    expect(value.valid).toBe(false);
    expect(rules(value.errors)).toEqual(["delta-missing", "proposal-missing", "tasks-missing"]);
    expect(value.summary).toBe("Validation failed: 2 changes, 3 errors and 0 warnings.");
  });

  it("Validate specific change: only that one", async () => {
    const place = await specPlace({ ...files, "specs/_changes/b/": "" });
    const { value } = await place.call(validateChange, { change_id: "add-reset" });
    expect(value).toMatchObject({ valid: true, errors: [], warnings: [] });
  });

  it("Change not found: an error that says so", async () => {
    const answer = await (await specPlace(files)).call(validateChange, { change_id: "add-rest" });
    expect(answer).toMatchObject({ code: "change_not_found" });
    expect(answer.message).toMatch(/not found.*Did you mean `add-reset`/);
  });

  it("Validation passes: valid is true, errors is empty, summary indicates success", async () => {
    const { value } = await (await specPlace(files)).call(validateChange);
    expect(value).toMatchObject({
      valid: true,
      errors: [],
      summary: "Valid: change add-reset, no findings.",
    });
  });

  it("Validation fails: each error has file path, section and description", async () => {
    const wrong = `## MODIFIED Requirements\n\n${requirement("Logn", scenario("One"))}`;
    const place = await specPlace({ ...files, ...change("specs/_changes/fix", { auth: wrong }) });
    const { value } = await place.call(validateChange, { change_id: "fix" });
    expect(value.errors).toEqual([
      {
        rule: "target-missing",
        severity: "error",
        file: "specs/_changes/fix/specs/auth/spec.md",
        section: "Requirement: Logn",
        line: 3,
        message: 'MODIFIED "Logn": the spec has no requirement of that name. The closest name is "Login".',
        fix: "Write `### Requirement: Login`.",
      },
    ]);
  });
});

const modified = (...scenarios: string[]) =>
  `## MODIFIED Requirements\n\n${requirement("Login", ...scenarios)}`;

describe("the rules of a change", () => {
  it.each([
    ["an empty section as the only delta", "## ADDED Requirements\n", ["delta-empty", "delta-missing"]],
    [
      "a heading that is nearly a delta heading",
      "## Added\n\n### Requirement: R\n\nSHALL\n",
      ["delta-heading", "delta-heading-missing", "delta-missing", "requirement-misplaced"],
    ],
    ["a requirement outside the sections", `${requirement("Q")}\n${delta}`, ["requirement-misplaced"]],
    [
      "an ADDED that exists",
      `## ADDED Requirements\n\n${requirement("Login", scenario("Other"))}`,
      ["target-exists"],
    ],
    [
      "an ADDED that exists but for case",
      `## ADDED Requirements\n\n${requirement("login")}`,
      ["target-exists"],
    ],
    ["a MODIFIED that drops a scenario", modified(scenario("Two")), ["scenario-dropped"]],
    [
      "a REMOVED that does not exist",
      "## REMOVED Requirements\n\n### Requirement: Nope\n",
      ["target-missing"],
    ],
    [
      "a RENAMED that does not exist",
      "## RENAMED Requirements\n\n- FROM: `### Requirement: Nope`\n- TO: `### Requirement: Yes`\n",
      ["target-missing"],
    ],
    [
      "FROM without TO",
      "## RENAMED Requirements\n\n- FROM: `### Requirement: Login`\n",
      ["rename-incomplete", "delta-missing"],
    ],
    [
      "FROM FROM TO TO",
      "## RENAMED Requirements\n\n- FROM: A\n- FROM: B\n- TO: C\n- TO: D\n",
      ["rename-incomplete", "rename-incomplete", "target-missing"],
    ],
    ["the same entry twice", `${delta}\n${requirement("Reset")}`, ["entry-duplicate", "result-invalid"]],
    [
      "one name in two sections",
      `${modified(scenario("One"))}\n## REMOVED Requirements\n\n### Requirement: Login\n`,
      ["entry-conflict", "capability-emptied", "target-missing"],
    ],
    [
      "the old name of a renaming",
      `${modified(scenario("One"))}\n## RENAMED Requirements\n\n### Requirement: Login → Sign in\n`,
      ["entry-old-name"],
    ],
    [
      "all requirements removed",
      "## REMOVED Requirements\n\n### Requirement: Login\n",
      ["capability-emptied"],
    ],
    [
      "a scenario without WHEN",
      `## ADDED Requirements\n\n${requirement("Q", "#### Scenario: S\n\n- THEN x\n")}`,
      ["scenario-when-missing"],
    ],
  ])("%s is refused", async (_what, text, expected) => {
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/c", { auth: text }),
    });
    const { value } = await place.call(validateChange);
    expect(rules(value.errors).sort()).toEqual([...expected].sort());
  });

  it("a change without proposal reports that and everything else", async () => {
    const place = await specPlace({
      "specs/auth/spec.md": good,
      "specs/_changes/c/tasks.md": "No boxes here.\n",
      "specs/_changes/c/specs/auth/spec.md": modified(scenario("Two")),
    });
    const { value } = await place.call(validateChange);
    expect(rules(value.errors)).toEqual(["proposal-missing", "scenario-dropped"]);
    expect(rules(value.warnings)).toEqual(["tasks-empty"]);
  });

  it("a proposal needs Why and What Changes for Spec Oxide; OpenSpec only warns", async () => {
    const bare = "# Change: X\n";
    const place = await specPlace({ ...files, "specs/_changes/add-reset/proposal.md": bare });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual([
      "proposal-what-missing",
      "proposal-why-missing",
    ]);
    expect((await place.call(validateChange, { profile: "openspec" })).value).toMatchObject({ valid: true });
  });

  it("an unnumbered task is named without breaking a character", async () => {
    const tasks = `- [ ] ${"日本語".repeat(20)}\n- [ ] 1.1 fine\n`;
    const place = await specPlace({ ...files, "specs/_changes/add-reset/tasks.md": tasks });
    const { value } = await place.call(validateChange);
    expect(value.warnings).toMatchObject([{ rule: "task-unnumbered", line: 1 }]);
    expect(value.warnings[0].message).toContain(`${"日本語".repeat(10)}…`);
  });

  it("two active changes on one requirement warn each other", async () => {
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/a", { auth: modified(scenario("One"), scenario("A")) }),
      ...change("specs/_changes/b", { auth: modified(scenario("One"), scenario("B")) }),
    });
    const { value } = await place.call(validateChange);
    expect(value.valid).toBe(true);
    expect(
      value.warnings.map((each: Told & { message: string }) => [
        each.rule,
        each.message.match(/`(\w)`/)?.[1],
      ]),
    ).toEqual([
      ["change-overlap", "b"],
      ["change-overlap", "a"],
    ]);
  });

  it("a target that another change brings says which one to archive first", async () => {
    const place = await specPlace({
      ...files,
      ...change("specs/_changes/later", { auth: `## MODIFIED Requirements\n\n${requirement("Reset")}` }),
    });
    const { value } = await place.call(validateChange, { change_id: "later" });
    expect(value.errors[0].message).toContain("`add-reset` brings it: archive that one first");
  });

  it("scenarios removed or renamed by name are allowed", async () => {
    const text = modified("#### REMOVED Scenario: One\n", scenario("Two"));
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/c", { auth: text }),
    });
    expect((await place.call(validateChange)).value).toMatchObject({ valid: true });
    const renaming = modified("#### RENAMED Scenario: One → First\n");
    const other = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/c", { auth: renaming }),
    });
    expect((await other.call(validateChange)).value).toMatchObject({ valid: true });
  });

  it("skip_specs needs no delta, and bad metadata is an error", async () => {
    const base = {
      "openspec/changes/c/proposal.md": proposal,
      "openspec/changes/c/tasks.md": "- [x] 1.1 a\n",
    };
    const skipping = await specPlace({ ...base, "openspec/changes/c/.openspec.yaml": "skip_specs: true\n" });
    expect((await skipping.call(validateChange)).value).toMatchObject({ valid: true });
    const broken = await specPlace({ ...base, "openspec/changes/c/.openspec.yaml": "a: [\n" });
    expect(rules((await broken.call(validateChange)).value.errors)).toContain("metadata-invalid");
  });

  it("a delta in a place where nobody reads it is an error", async () => {
    const place = await specPlace({ ...files, "specs/_changes/add-reset/specs/auth.md": delta });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual(["delta-misplaced"]);
  });
});
