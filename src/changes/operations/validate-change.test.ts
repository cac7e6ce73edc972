import { describe, expect, it } from "vitest";
import { change, proposal, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { validateChange } from "./validate.ts";

interface Told {
  rule: string;
  file: string;
  section: string;
  line: number;
}

const rules = (findings: Told[]) => findings.map((finding) => finding.rule);
const good = spec("auth", requirement("Login", scenario("One")));

const delta = `## ADDED Requirements\n\n${requirement("Reset")}`;
const files = { "specs/auth/spec.md": good, ...change("specs/_changes/add-reset", { auth: delta }) };

describe("validate_change", () => {
  // covers spec-oxide: validates-all-changes
  it("Validate all changes: results with errors, warnings and summary", async () => {
    const place = await specPlace({ ...files, "specs/_changes/b/": "" });
    const { value } = await place.call(validateChange);
    expect(value.valid).toBe(false);
    expect(rules(value.errors)).toEqual(["delta-missing", "proposal-missing", "tasks-missing"]);
    expect(value.summary).toBe("Validation failed: 2 changes, 3 errors and 0 warnings.");
  });

  // covers spec-oxide: validates-one-change
  it("Validate specific change: only that one", async () => {
    const place = await specPlace({ ...files, "specs/_changes/b/": "" });
    const { value } = await place.call(validateChange, { change_id: "add-reset" });
    expect(value).toMatchObject({ valid: true, errors: [], warnings: [] });
  });

  // covers spec-oxide: validating-an-unknown-change
  it("Change not found: an error that says so", async () => {
    const answer = await (await specPlace(files)).call(validateChange, { change_id: "add-rest" });
    expect(answer).toMatchObject({ code: "change_not_found" });
    expect(answer.message).toMatch(/not found.*Did you mean `add-reset`/);
  });

  // [VERIFIES: spox:change-proposals/verdicts-on-changes#an-unknown-target]
  it("An unknown target: a requirement that the spec does not have is named in the verdict", async () => {
    const modified = `## MODIFIED Requirements\n\n${requirement("Logout", scenario("One"))}`;
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/tweak", { auth: modified }),
    });
    const { value } = await place.call(validateChange);
    expect(value.valid).toBe(false);
    expect(value.errors.map(({ message }: { message: string }) => message).join()).toContain("Logout");
  });

  // covers spec-oxide: valid-changes
  it("Validation passes: valid is true, errors is empty, summary indicates success", async () => {
    const { value } = await (await specPlace(files)).call(validateChange);
    expect(value).toMatchObject({
      valid: true,
      errors: [],
      summary: "Valid: change add-reset, no errors or warnings, 1 note.",
    });
  });

  // [ENSURES: requirement-verdicts-on-changes.rules:TEST]
  // covers spec-oxide: invalid-changes
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
  it("a spec or a delta in SPEC.md is reported, because archiving would write a second file next to it", async () => {
    const beside = await specPlace({
      "specs/auth/SPEC.md": good,
      ...change("specs/_changes/a", { auth: delta }),
    });
    expect((await beside.call(validateChange)).value.errors).toMatchObject([
      { rule: "unreadable-file", message: expect.stringContaining("`specs/auth/SPEC.md` is not read") },
    ]);
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/a", {}),
      "specs/_changes/a/specs/auth/SPEC.md": delta,
    });
    expect((await place.call(validateChange)).value.errors).toMatchObject([
      { rule: "unreadable-file", file: "specs/_changes/a/specs/auth/SPEC.md" },
    ]);
  });

  it.each([
    ["a number twice", "## 1. A\n\n- [x] 1.1 a\n- [x] 1.1 b\n", ["task-duplicate"]],
    ["a number of another group", "## 2. B\n\n- [x] 1.1 a\n", ["task-misnumbered"]],
  ])("%s is a warning of OpenSpec's", async (_what, tasks, expected) => {
    const place = await specPlace({ ...files, "specs/_changes/add-reset/tasks.md": tasks });
    expect(rules((await place.call(validateChange, { profile: "openspec" })).value.warnings)).toEqual(
      expected,
    );
  });

  it("a target that the spec has twice is refused, for nobody can say which is meant", async () => {
    const twice = spec("auth", requirement("Login", scenario("One")), requirement("Login", scenario("One")));
    const place = await specPlace({
      "specs/auth/spec.md": twice,
      ...change("specs/_changes/c", { auth: modified(scenario("One")) }),
    });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual(["target-ambiguous"]);
  });

  it("a removed scenario in an ADDED requirement is refused", async () => {
    const text = `## ADDED Requirements\n\n${requirement("Q", scenario("S"), "#### REMOVED Scenario: T\n")}`;
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/c", { auth: text }),
    });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual(["scenario-edit-misplaced"]);
  });

  it.each([
    ["an empty section as the only delta", "## ADDED Requirements\n", ["delta-empty"]],
    [
      "a heading that is nearly a delta heading",
      "## Added\n\n### Requirement: R\n\nSHALL\n",
      ["delta-heading-missing"],
    ],
    [
      "a requirement below an unclosed fence",
      `## ADDED Requirements\n\n${requirement("Q", `${scenario("S")}\n\`\`\`json\n{}\n`)}\n${requirement("Lost")}`,
      ["block-unclosed"],
    ],
    ["a requirement outside the sections", `${requirement("Q")}\n${delta}`, ["entry-misplaced"]],
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
    ["a REMOVED that does not exist", "## REMOVED Requirements\n\n### Requirement: Nope\n", ["removal-done"]],
    [
      "a RENAMED that does not exist",
      "## RENAMED Requirements\n\n- FROM: `### Requirement: Nope`\n- TO: `### Requirement: Yes`\n",
      ["target-missing"],
    ],
    [
      "FROM without TO",
      "## RENAMED Requirements\n\n- FROM: `### Requirement: Login`\n",
      ["rename-incomplete"],
    ],
    [
      "FROM FROM TO TO",
      "## RENAMED Requirements\n\n- FROM: A\n- FROM: B\n- TO: C\n- TO: D\n",
      ["rename-incomplete", "rename-incomplete", "target-missing"],
    ],
    ["the same entry twice", `${delta}\n${requirement("Reset")}`, ["entry-duplicate"]],
    [
      "one name in two sections",
      `${modified(scenario("One"))}\n## REMOVED Requirements\n\n### Requirement: Login\n`,
      ["entry-conflict"],
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

  const renaming = "## RENAMED Requirements\n\n### Requirement: Login → Sign in\n";
  const removing = (name: string) => `## REMOVED Requirements\n\n### Requirement: ${name}\n`;
  const adding = (name: string) => `## ADDED Requirements\n\n${requirement(name)}`;

  it.each([
    ["modified and added", `${modified(scenario("One"))}\n${adding("login")}`],
    ["added and removed", `${adding("Reset")}\n${removing("Reset")}`],
    ["renamed and removed by its old name", `${renaming}\n${removing("Login")}`],
    ["renamed and removed by its new name", `${renaming}\n${removing("Sign in")}`],
    ["the new name of another and added", `${renaming}\n${adding("Sign in")}`],
  ])("a requirement that is %s in one delta is refused", async (_what, text) => {
    const place = await specPlace({
      "specs/auth/spec.md": spec("auth", requirement("Login", scenario("One")), requirement("Other")),
      ...change("specs/_changes/c", { auth: text }),
    });
    expect(rules((await place.call(validateChange)).value.errors)).toContain("entry-conflict");
  });

  it("Markdown next to the deltas is not a delta because it has a changelog's headings or a delta as an example", async () => {
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/c", { auth: delta }),
      "specs/_changes/c/specs/CHANGELOG.md": "# Changelog\n\n## Added\n\n- x\n\n## Removed\n\n- y\n",
      "specs/_changes/c/specs/auth/notes.md": "# Notes\n\n```md\n## ADDED Requirements\n```\n",
      "specs/_changes/c/specs/auth.md": delta,
    });
    const { value } = await place.call(validateChange);
    expect(value.errors).toMatchObject([{ rule: "delta-misplaced", file: "specs/_changes/c/specs/auth.md" }]);
  });

  it("a spec or a document that is not UTF-8 is reported with its line and a fix", async () => {
    const latin = (text: string) => Buffer.from(text, "latin1");
    const place = await specPlace({
      "specs/auth/spec.md": latin(good.replace("Login", "Log\xedn")),
      ...change("specs/_changes/c", { auth: delta }),
      "specs/_changes/c/proposal.md": latin("# C\n\n## Why\n\n\xe9\n\n## What Changes\n"),
      "specs/_changes/c/.openspec.yaml": "schema: [\n",
    });
    const { value } = await place.call(validateChange);
    expect(value.errors).toMatchObject([
      {
        rule: "metadata-invalid",
        line: 2,
        message: expect.stringMatching(/cannot be understood: .*[^.:]\.$/),
        fix: "Correct the YAML there. Or delete the file; it is optional.",
      },
      { rule: "unreadable-file", fix: "Save the file as UTF-8." },
    ]);
    expect(value.warnings).toContainEqual(
      expect.objectContaining({ rule: "invalid-utf8", line: 5, fix: "Save the file as UTF-8." }),
    );
  });

  it.each([
    ["skip_specs: yes\n", 1, "`skip_specs` must be true or false."],
    [
      "schema: x\nretire_capabilities: auth\n",
      2,
      "`retire_capabilities` must be true, or a list of capabilities.",
    ],
    ["a: 1\na: 2\n", 2, "The key `a` is there twice."],
    ["- a\n", 1, "It holds a list instead of fields."],
    [`a: ${"[".repeat(20_000)}`, 1, "It is nested too deeply to be read."],
  ])(
    "metadata that says nothing anyone understands is an error with its line: %j",
    async (text, line, said) => {
      const place = await specPlace({
        "specs/auth/spec.md": good,
        ...change("specs/_changes/c", { auth: delta }),
        "specs/_changes/c/.openspec.yaml": text,
      });
      const { value } = await place.call(validateChange);
      expect(value.errors).toMatchObject([
        { rule: "metadata-invalid", line, message: expect.stringContaining(said) },
      ]);
    },
  );

  it("a change of OpenSpec's that has only its delta so far is valid, with notes for what is to come", async () => {
    const files = {
      "openspec/specs/auth/spec.md": good,
      "openspec/changes/c/specs/auth/spec.md": delta,
    };
    const { value } = await (await specPlace(files)).call(validateChange);
    expect([value.valid, rules(value.notes)]).toEqual([true, ["proposal-missing", "tasks-missing"]]);
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

  // [ENSURES: requirement-verdicts-on-changes.rules:TEST]
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

  it("a change that renames a requirement and one that modifies it warn each other", async () => {
    const place = await specPlace({
      "specs/auth/spec.md": good,
      ...change("specs/_changes/a", { auth: renaming }),
      ...change("specs/_changes/b", { auth: modified(scenario("One"), scenario("B")) }),
    });
    const { value } = await place.call(validateChange);
    expect(rules(value.warnings)).toEqual(["change-overlap", "change-overlap"]);
  });

  it("a target that another change brings says which one to archive first", async () => {
    const place = await specPlace({
      ...files,
      ...change("specs/_changes/later", { auth: `## MODIFIED Requirements\n\n${requirement("Reset")}` }),
    });
    const { value } = await place.call(validateChange, { change_id: "later" });
    expect(value.errors).toMatchObject([{ rule: "change-blocked" }]);
    expect(value.errors[0].message).toContain("`add-reset` adds it, so this change is blocked until");
    expect(value.errors[0].fix).toBe(
      'Call `archive_change` with change_id "add-reset" to unblock this change.',
    );
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

  it("a delta in a place where it is not read is an error", async () => {
    const place = await specPlace({ ...files, "specs/_changes/add-reset/specs/auth.md": delta });
    expect(rules((await place.call(validateChange)).value.errors)).toEqual(["delta-misplaced"]);
  });
});

it("a Why that is long and a change that touches much are noted, and nothing fails for it", async () => {
  const many = Array.from({ length: 11 }, (_, index) => requirement(`New ${index}`)).join("\n");
  const tree = change("specs/_changes/big", { auth: `## ADDED Requirements\n\n${many}` });
  const path = "specs/_changes/big/proposal.md";
  const place = await specPlace({
    ...files,
    ...tree,
    [path]: String(tree[path]).replace(/## Why\n+/, `## Why\n\n${"Because it is so. ".repeat(60)}`),
  });
  const { value } = await place.call(validateChange, { change_id: "big", strict: true });
  expect(value).toMatchObject({ valid: true, errors: [], warnings: [] });
  expect(rules(value.notes)).toEqual(["delta-many", "proposal-why-long", "tasks-progress"]);
});
