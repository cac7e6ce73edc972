// biome-ignore-all lint/suspicious/noThenProperty: the name in the contract; the value is never a function
import { mkdir, symlink } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import { agentWith } from "../../../test/support/operations.ts";
import { change, requirement, scenario, spec, specPlace } from "../../../test/support/specs.ts";
import { writeTree } from "../../../test/support/temporary.ts";
import { listChanges } from "../../changes/operations/list-changes.ts";
import { validateSpec } from "../../changes/operations/validate.ts";
import { createStyle } from "../../operation/style.ts";
import { listSpecs } from "./list-specs.ts";
import { getScenario, getSpecRequirements } from "./read-specs.ts";
import { showSpec } from "./show-spec.ts";

const auth = spec(
  "auth",
  requirement("Login", scenario("Right word"), scenario("Wrong word", "it is refused")),
  requirement("Logout"),
);

describe("list_specs", () => {
  // [ENSURES: requirement-listing-of-specs.rules:TEST]
  // covers spec-oxide: lists-every-spec
  it("List all specs: an array of summaries with id, title and purpose and no requirement details", async () => {
    const place = await specPlace({
      "specs/auth/spec.md": auth,
      "specs/billing/spec.md": spec("billing", requirement("Pay")),
    });
    const { value } = await place.call(listSpecs);
    expect(value.specs).toEqual([
      { id: "auth", title: "auth Specification", purpose: expect.stringContaining("What auth is for") },
      {
        id: "billing",
        title: "billing Specification",
        purpose: expect.stringContaining("What billing is for"),
      },
    ]);
  });

  // covers spec-oxide: no-specs-is-an-empty-list
  it.each<Record<string, string>>([{}, { "specs/": "" }, { "openspec/specs/": "" }])(
    "No specs found: an empty array (%j)",
    async (files) => {
      const { value } = await (await specPlace(files)).call(listSpecs);
      expect(value).toEqual({ specs: [] });
    },
  );
});

describe("get_spec_requirements", () => {
  // covers spec-oxide: requirements-with-scenario-counts
  it("Get requirements for existing spec: name and scenario_count, no scenario bodies", async () => {
    const { value } = await (await specPlace({ "specs/auth/spec.md": auth })).call(getSpecRequirements, {
      spec_id: "auth",
    });
    expect(value).toEqual({
      spec_id: "auth",
      title: "auth Specification",
      requirements: [
        { name: "Login", scenario_count: 2, source: { path: "specs/auth/spec.md", line: 9 } },
        { name: "Logout", scenario_count: 1, source: { path: "specs/auth/spec.md", line: 23 } },
      ],
    });
  });

  // covers spec-oxide: requirements-of-an-unknown-spec
  it("Spec not found: an error that says so and names the nearest id", async () => {
    const place = await specPlace({ "specs/auth/spec.md": auth });
    const { code, message } = await place.call(getSpecRequirements, { spec_id: "atuh" });
    expect(code).toBe("spec_not_found");
    expect(message).toMatch(/not found.*`atuh`.*Did you mean `auth`/);
  });
});

describe("get_scenario", () => {
  // [ENSURES: requirement-one-scenario-at-a-time.rules:TEST]
  // covers spec-oxide: scenario-with-its-steps
  it("Get specific scenario: requirement description, name, when and then clauses", async () => {
    const place = await specPlace({ "specs/auth/spec.md": auth });
    const args = { spec_id: "auth", requirement: "Login", scenario: "Wrong word" };
    const { value } = await place.call(getScenario, args);
    expect(value).toEqual({
      spec_id: "auth",
      requirement: { name: "Login", description: "The system SHALL do Login." },
      scenario: {
        name: "Wrong word",
        given: [],
        when: "Wrong word happens",
        then: ["it is refused"],
        steps: [
          { keyword: "WHEN", text: "Wrong word happens", line: 20 },
          { keyword: "THEN", text: "it is refused", line: 21 },
        ],
      },
      source: { path: "specs/auth/spec.md", line: 18 },
    });
  });

  // [ENSURES: requirement-one-scenario-at-a-time.rules:TEST]
  // covers spec-oxide: first-scenario-by-default
  // [VERIFIES: spec-catalog/one-scenario-at-a-time#no-scenario-is-named]
  it("Get first scenario by default", async () => {
    const place = await specPlace({ "specs/auth/spec.md": auth });
    const { value } = await place.call(getScenario, { spec_id: "auth", requirement: "Login" });
    expect(value.scenario.name).toBe("Right word");
  });

  // [ENSURES: requirement-one-scenario-at-a-time.rules:TEST]
  // covers spec-oxide: unknown-scenario
  it("Scenario not found: an error that lists those that are there", async () => {
    const place = await specPlace({ "specs/auth/spec.md": auth });
    const missing = { spec_id: "auth", requirement: "Login", scenario: "Nope" };
    expect(await place.call(getScenario, missing)).toMatchObject({ code: "scenario_not_found" });
    expect((await place.call(getScenario, missing)).message).toContain('"Right word", "Wrong word"');
    const other = await place.call(getScenario, { spec_id: "auth", requirement: "Nope" });
    expect(other).toMatchObject({ code: "requirement_not_found" });
  });

  it("a requirement without scenarios is a not-found error", async () => {
    const place = await specPlace({
      "specs/a/spec.md": "## Requirements\n\n### Requirement: R\n\nSHALL x.\n",
    });
    const answer = await place.call(getScenario, { spec_id: "a", requirement: "R" });
    expect(answer).toMatchObject({ code: "scenario_not_found" });
    expect(answer.message).toContain("has no scenarios");
  });

  it("joins several WHEN clauses with AND and says when a name is ambiguous", async () => {
    const twice = `${requirement("R", "#### Scenario: S\n\n- **GIVEN** g\n- **WHEN** a\n- **AND** b\n- **THEN** c\n")}\n${requirement("R")}`;
    const place = await specPlace({ "specs/a/spec.md": spec("a", twice) });
    const { value } = await place.call(getScenario, { spec_id: "a", requirement: "R" });
    expect(value.scenario).toMatchObject({ given: ["g"], when: "a AND b", then: ["c"] });
    expect(value.ambiguous).toMatch(/2 requirements, on lines 9, 20/);
  });
});

describe("list_changes", () => {
  // covers spec-oxide: lists-active-changes
  it("List all active changes: id, title and task_progress with completed and total", async () => {
    const place = await specPlace({
      ...change("specs/_changes/add-x", { auth: "" }),
      "specs/_changes/add-x/tasks.md": "- [x] 1.1 a\n- [ ] 1.2 b\n  - [X] 1.3 c\n",
      "specs/_changes/b-without-anything/": "",
      ...change("specs/_archive/2026-01-01-old", {}),
      ...change("specs/_changes/_archive/older", {}),
    });
    const { value } = await place.call(listChanges);
    expect(value).toEqual({
      changes: [
        { id: "add-x", title: "A title", task_progress: { completed: 2, total: 3 } },
        { id: "b-without-anything", title: "b without anything", task_progress: { completed: 0, total: 0 } },
      ],
    });
  });

  // covers spec-oxide: no-active-changes
  it("No active changes: an empty array and no error", async () => {
    expect((await (await specPlace({})).call(listChanges)).value).toEqual({ changes: [] });
  });
});

describe("no spec is ever lost", () => {
  // [ENSURES: requirement-listing-of-specs.rules:TEST]
  // [VERIFIES: spec-catalog/listing-of-specs#a-damaged-file]
  it("a spec without title, with nothing in it, not UTF-8, a folder of its name, or linked out is listed with its problem", async () => {
    const place = await specPlace({
      "specs/bytes/spec.md": new Uint8Array([0x23, 0x20, 0xff, 0x0a]),
      "specs/empty/spec.md": "",
      "specs/good/spec.md": spec("good", requirement("R")),
      "specs/untitled/spec.md": "## Purpose\n\nSomething.\n",
    });
    await mkdir(`${place.root}/specs/linked`);
    await symlink("/etc/hostname", `${place.root}/specs/linked/spec.md`);
    const { value } = await place.call(listSpecs);
    const rules = value.specs.map((each: { id: string; problems?: { rule: string }[] }) => [
      each.id,
      ...(each.problems ?? []).map((problem) => problem.rule),
    ]);
    expect(rules).toEqual([
      ["bytes", "invalid-utf8", "purpose-missing"],
      ["empty", "title-missing", "purpose-missing"],
      ["good"],
      ["linked", "unreadable-file"],
      ["untitled", "title-missing"],
    ]);
    const verdict = await place.call(validateSpec);
    expect(verdict.value.errors.map((error: { rule: string }) => error.rule)).toContain("unreadable-file");
  });

  it("a spec that cannot be read is an error of the tools that read it, with the reason and what to do", async () => {
    const place = await specPlace({ "specs/good/spec.md": spec("good", requirement("R")) });
    await mkdir(`${place.root}/specs/linked`);
    await symlink("nowhere.md", `${place.root}/specs/linked/spec.md`);
    for (const [operation, args] of [
      [getSpecRequirements, {}],
      [getScenario, { requirement: "R" }],
      [showSpec, {}],
    ] as const) {
      const answer = await place.call(operation, { spec_id: "linked", ...args });
      expect(answer.code).toBe("path_not_found");
      expect(answer.message).toBe(
        "`specs/linked/spec.md` is a link to `nowhere.md`, which does not exist. Fix the link, or create that file.",
      );
    }
  });

  it("a folder name with a line break stays on one line of the list", async () => {
    const place = await specPlace({ "specs/new\nline/spec.md": spec("nl", requirement("R")) });
    const { value } = await place.call(listSpecs);
    expect(value.specs[0].id).toBe("new\nline");
    expect(listSpecs.human?.(value, {}, createStyle(false, 80), agentWith({})).split("\n")).toHaveLength(1);
  });

  it("a spec of many that was changed since the last list is read again, though it has the same size", async () => {
    const files = Array.from({ length: 70 }, (_, n) => [
      `specs/s${n}/spec.md`,
      spec(`old ${n}`, requirement("R")),
    ]);
    const place = await specPlace(Object.fromEntries(files));
    await new Promise((resolve) => setTimeout(resolve, 120)); // or the files are too young to be remembered
    await place.call(listSpecs);
    await writeTree(place.root, { "specs/s7/spec.md": spec("new 7", requirement("R")) });
    const { value } = await place.call(listSpecs);
    const titles = value.specs.map((each: { title: string }) => each.title);
    expect(titles.filter((title: string) => title.startsWith("new"))).toEqual(["new 7 Specification"]);
    expect(titles).toContain("old 8 Specification");
  });

  it("a spec of five megabytes is read whole", async () => {
    const big = spec("big", ...Array.from({ length: 30_000 }, (_, n) => requirement(`R${n}`)));
    const place = await specPlace({ "specs/big/spec.md": big });
    const { value } = await place.call(getSpecRequirements, { spec_id: "big" });
    expect(value.requirements).toHaveLength(30_000);
  });
});

test.each([
  "../../etc/passwd",
  "/etc/passwd",
  "",
  "a/../../b",
  "auth\n\"'`",
  "auth\0",
  "x".repeat(500),
  "C:\\x",
  "AUTH",
])("the id %j is not found and reads nothing", async (spec_id) => {
  const place = await specPlace({ "specs/auth/spec.md": auth });
  const answer = await place.call(getSpecRequirements, { spec_id });
  expect(answer.code).toBe("spec_not_found");
  expect(answer.message).not.toMatch(/[\n\0]/);
  expect(answer.message.length).toBeLessThan(500);
});

test("a spec is found by the path of its file or folder from the workspace's root", async () => {
  const place = await specPlace({ "openspec/specs/a/b/spec.md": auth });
  for (const path of ["openspec/specs/a/b/spec.md", "./openspec/specs/a/b/", "a/b"]) {
    expect((await place.call(showSpec, { spec_id: path })).value).toMatchObject({ id: "a/b" });
  }
  expect(await place.call(showSpec, { spec_id: "../openspec/specs/a/b" })).toMatchObject({
    code: "spec_not_found",
  });
});
