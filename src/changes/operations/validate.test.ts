import { describe, expect, it, test } from "vitest";
import { requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { listSpecs } from "../../specs/operations/list-specs.ts";
import { getSpecRequirements } from "../../specs/operations/read-specs.ts";
import { validateSpec } from "./validate.ts";

interface Told {
  rule: string;
  file: string;
  section: string;
  line: number;
}

const rules = (findings: Told[]) => findings.map((finding) => finding.rule);
const good = spec("auth", requirement("Login", scenario("One")));

describe("validate_spec", () => {
  // covers spec-oxide: validates-all-specs
  it("Validate all specs: results with errors, warnings and summary", async () => {
    const place = await specPlace({ "specs/auth/spec.md": good, "specs/bad/spec.md": "# Bad\n" });
    const { value } = await place.call(validateSpec);
    expect(value.valid).toBe(false);
    expect(rules(value.errors)).toEqual(["purpose-missing", "requirements-missing"]);
    expect(value.warnings).toEqual([]);
    expect(value.summary).toBe("Validation failed: 2 specs, 2 errors and 0 warnings.");
  });

  // covers spec-oxide: validates-one-spec
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

  it("SPEC.md in capitals is an error that says to rename it, and the list has it too", async () => {
    const place = await specPlace({ "specs/auth/SPEC.md": good, "specs/ok/spec.md": good });
    const { value } = await place.call(validateSpec);
    expect(value.errors).toMatchObject([
      { rule: "unreadable-file", file: "specs/auth/SPEC.md", fix: "Rename it to `spec.md`." },
    ]);
    const { specs } = (await place.call(listSpecs)).value;
    expect(specs).toMatchObject([
      {
        id: "auth",
        problems: [
          { rule: "unreadable-file", message: expect.stringContaining("`specs/auth/SPEC.md` is not read") },
        ],
      },
      { id: "ok" },
    ]);
    const opened = await place.call(getSpecRequirements, { spec_id: "auth" });
    expect(opened.message).toContain("Rename it to `spec.md`.");
  });

  // covers spec-oxide: validating-an-unknown-spec
  it("Spec not found: an error that says so", async () => {
    const answer = await (await specPlace({ "specs/auth/spec.md": good })).call(validateSpec, {
      spec_id: "nope",
    });
    expect(answer).toMatchObject({ ok: false, code: "spec_not_found" });
    expect(answer.message).toContain("not found");
  });

  // covers spec-oxide: valid-specs
  it("Validation passes: valid is true, errors is empty, summary indicates success", async () => {
    const { value } = await (await specPlace({ "specs/auth/spec.md": good })).call(validateSpec);
    expect(value).toMatchObject({ valid: true, errors: [], summary: expect.stringMatching(/^Valid/) });
  });

  // [ENSURES: requirement-verdicts-on-specs.rules:TEST]
  // covers spec-oxide: invalid-specs
  it("Validation fails: errors are actionable, with file path and description", async () => {
    const place = await specPlace({
      "specs/a/b/spec.md": spec("b", "### Requirement: R\n\nSHALL x.\n\n#### Scenario: S\n\n- **THEN** y\n"),
    });
    const { value } = await place.call(validateSpec);
    expect(value.errors).toEqual([
      {
        rule: "scenario-when-missing",
        severity: "error",
        file: "specs/a/b/spec.md",
        section: "Requirement: R",
        line: 13,
        message: 'Scenario "S" of requirement "R" has no WHEN.',
        fix: "Add a `- **WHEN** …` line.",
      },
    ]);
  });
});

// [VERIFIES: spox:spec-catalog/verdicts-on-specs#a-requirement-without-text]
test("a requirement without text is an error at its line", async () => {
  const place = await specPlace({ "specs/b/spec.md": spec("b", "### Requirement: R\n") });
  const { value } = await place.call(validateSpec);
  expect(value.valid).toBe(false);
  const at = value.errors.map(({ section, line }: { section: string; line: number }) => [section, line]);
  expect(at).toContainEqual(["Requirement: R", 9]);
});

test("a scenario without text is not reported as if there were none", async () => {
  const told = async (text: string) => {
    const place = await specPlace({ "specs/auth/spec.md": body(text) });
    const { value } = await place.call(validateSpec);
    return [...value.errors, ...value.warnings].map(({ message }: { message: string }) => message);
  };
  expect(await told(shall)).toEqual(['Requirement "R" has no scenario.']);
  expect(await told(`${shall}#### Scenario: S\n`)).toContain('No scenario of requirement "R" has any text.');
});

const body = (text: string) =>
  `# T\n\n## Purpose\n\n${"A purpose that is quite long enough for every rule there is."}\n\n## Requirements\n\n${text}`;
const shall = "### Requirement: R\n\nThe x SHALL y.\n\n";

describe("the rules of a spec", () => {
  it.each([
    ["no title", body(`${shall}${scenario("S")}`).slice(4), "title-missing"],
    ["an empty title", body(`${shall}${scenario("S")}`).replace("# T", "#"), "title-missing"],
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
      "`shall` in lower case" /* prose-ok: the word under test */,
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
    [
      "a name that looks the same",
      body(["Caf\u00e9", "Cafe\u0301"].map((name) => requirement(name)).join("\n")),
      "requirement-near-duplicate",
    ],
    ["a plain heading", body(`### R\n\nSHALL\n\n${scenario("S")}`), "requirement-heading"],
    [
      "a scenario without a name",
      body(`${shall}${scenario("S").replace("Scenario: S", "Scenario:")}`),
      "scenario-name-missing",
    ],
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

  it.each([
    ["UTF-16", Buffer.from(`\ufeff${good}`, "utf16le"), "`specs/a/spec.md` is UTF-16, not UTF-8 text."],
    [
      "an image",
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00]),
      "`specs/a/spec.md` is not UTF-8 text: byte 0 (0x89, on line 1) is invalid.",
    ],
  ])(
    "a spec that is %s gives one error with a remedy, and none that follows from it",
    async (_what, bytes, message) => {
      const place = await specPlace({ "specs/a/spec.md": bytes });
      const { value } = await place.call(validateSpec);
      expect(value.errors).toEqual([
        {
          rule: "invalid-utf8",
          severity: "error",
          file: "specs/a/spec.md",
          section: "",
          line: 1,
          message,
          fix: "Save the file as UTF-8.",
        },
      ]);
      expect(value.warnings).toEqual([]);
    },
  );

  it("a spec with one byte of Latin-1 is judged in the rest, and the error names the line", async () => {
    const text = good.replace("SHALL do Login", "does caf\xe9");
    const place = await specPlace({ "specs/a/spec.md": Buffer.from(text, "latin1") });
    const { value } = await place.call(validateSpec);
    expect(value.errors).toMatchObject([{ rule: "invalid-utf8", line: 11 }]);
    expect(rules(value.warnings)).toEqual(["requirement-not-normative"]);
  });

  it.each([
    ["code fence", "```json\n{}\n"],
    ["comment", "<!-- to do\n"],
  ])("requirements inside an unclosed %s are reported", async (what, text) => {
    const place = await specPlace({ "specs/a/spec.md": `${good}\n${text}\n${requirement("Lost")}` });
    const { value } = await place.call(validateSpec);
    expect(value.errors).toMatchObject([{ rule: "block-unclosed", line: 18 }]);
    expect(value.errors[0].message).toMatch(
      `The ${what} that opens on line 18 is never closed, so that \`### Requirement: Lost\``,
    );
    const harmless = await specPlace({ "specs/a/spec.md": `${good}\n${text}` });
    expect((await harmless.call(validateSpec)).value.errors).toEqual([]);
  });

  it("a main spec that begins with a delta heading is readable, and the error explains", async () => {
    const place = await specPlace({ "specs/a/spec.md": `## ADDED Requirements\n\n${requirement("R")}` });
    const { value } = await place.call(validateSpec);
    expect(rules(value.errors)).toEqual(["delta-in-spec", "purpose-missing"]);
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
