import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree, writeTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { addEvidence } from "../evidence/add.ts";
import { SourceCache } from "../sources/cache.ts";
import { type Evidence, noEvidence, type TestOutcome } from "../state/outcome.ts";
import { worstState } from "../state/state.ts";
import { readTrace } from "./trace.ts";

async function traceOf(root: string, options: { evidence?: Evidence; since?: string; today?: string } = {}) {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const { today = "2027-01-15", ...rest } = options;
  const signal = new AbortController().signal;
  const now = new Date(`${today}T23:59:00Z`);
  const traced = await readTrace(workspace.value, { cache: new SourceCache(), signal, now, ...rest });
  if (!traced.ok) throw new Error(traced.fault.message);
  return traced.value;
}

async function statesOf(root: string, options: Parameters<typeof traceOf>[1] = {}) {
  const { states, graph } = await traceOf(root, options);
  return Object.fromEntries([...states.values()].map(({ node, state }) => [graph.short(node), state]));
}

const rulesOf = async (root: string) => (await traceOf(root)).findings.map(({ rule }) => rule);

/** Evidence in which every test has one result. */
function always(outcome: Partial<TestOutcome>): Evidence {
  const full: TestOutcome = { status: "passed", isFresh: true, level: "passed", ...outcome };
  return { ...noEvidence, outcomeOf: () => full, reports: 1 };
}

const spec = (requirements: string) =>
  `# A\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n${requirements}`;
const full = (then = "it is refused") =>
  spec(
    `### Requirement: Reserve\n\nIt SHALL work.\n\n#### Scenario: The crossing is full\n\n- **WHEN** asked\n- **THEN** ${then}\n`,
  );
const leaf = "booking/reserve#the-crossing-is-full";
const tagged = (body = "expect(1).toBe(1)", id = leaf) =>
  `// [VERIFIES: ${id}]\ntest("refuses", () => { ${body}; });\n`;
const base = { "openspec/specs/booking/spec.md": full(), "test/a.test.ts": tagged() };
const record = (entry: string) => ({
  ".trace/openspec/booking/reserve.toml": `address = "openspec:booking/reserve"\n\n[scenario.the-crossing-is-full]\n${entry}\n`,
});

test("a leaf without a counted test is open, with one it is claimed until there is a result", async () => {
  expect(await statesOf(await temporaryTree({ ...base, "test/a.test.ts": "" }))).toEqual({ [leaf]: "open" });
  const root = await temporaryTree(base);
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [leaf]: "passed" });
  expect(await statesOf(root, { evidence: always({ level: "sensitive" }) })).toEqual({ [leaf]: "sensitive" });
  expect(await statesOf(root, { evidence: always({ status: "flaky" }) })).toEqual({ [leaf]: "passed" });
  expect(await statesOf(root, { evidence: always({ isFresh: false }) })).toEqual({ [leaf]: "stale" });
  expect(await statesOf(root, { evidence: always({ status: "error" }) })).toEqual({ [leaf]: "failing" });
  expect(await statesOf(root, { evidence: always({ status: "failed", isFresh: false }) })).toEqual({
    [leaf]: "stale",
  });
  expect(await statesOf(root, { evidence: always({ status: "xpass" }) })).toEqual({ [leaf]: "stale" });
});

// covers trace: two-implementations
test("a requirement that two programs implement is verified only where each has evidence", async () => {
  const program = (name: string) =>
    `---\nname: ${name}\nversion: "1.0.0"\nspec: ../../spec/ferry/spec.md\nlocation: ../../${name}\n---\n\n# ${name}\n\n## Overview\n\nAll of it.\n`;
  const tag = "// [ENSURES: concept-capacity.limit]\n";
  const swift = { "ios/Tests/limit.swift": `${tag}@Test func limit() { #expect(true) }\n` };
  const kotlin = {
    "android/LimitTest.kt": `class LimitTest {\n  ${tag}  @Test\n  fun limit() { check(true) }\n}\n`,
  };
  const project = {
    ".specman/.gitkeep": "",
    "spec/ferry/spec.md":
      '---\nname: ferry\nversion: "1.0.0"\n---\n\n# Ferry\n\n## Concept: Capacity\n\n!concept-capacity.limit:\n\n- A crossing MUST NOT have more bookings than places.\n',
    "impl/ios/impl.md": program("ios"),
    "impl/android/impl.md": program("android"),
    "android/Limit.kt": "fun limit() = 40\n",
    ...swift,
  };
  const address = "ferry/concept-capacity.limit#1";
  const root = await temporaryTree(project);
  const traced = await traceOf(root, { evidence: always({}) });
  const state = traced.states.get(`specman:${address}`);
  expect(state).toMatchObject({ state: "open", reason: "android: no test, no code known" });
  expect(state?.implementations?.map(({ name, state: own }) => [name, own])).toEqual([
    ["android", "open"],
    ["ios", "passed"],
  ]);
  await writeTree(root, { "hewto.toml": "[trace]\nany_implementation = true\n" });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [address]: "passed" });
  const both = await temporaryTree({ ...project, ...kotlin });
  expect(await statesOf(both)).toEqual({ [address]: "claimed" });
  expect(await statesOf(both, { evidence: always({}) })).toEqual({ [address]: "passed" });
});

test("a leaf whose linked tests are all skipped is skipped", async () => {
  const skipped = tagged().replace("test(", "test.skip(");
  expect(await statesOf(await temporaryTree({ ...base, "test/a.test.ts": skipped }))).toEqual({
    [leaf]: "skipped",
  });
  expect(await statesOf(await temporaryTree(base), { evidence: always({ status: "xfail" }) })).toEqual({
    [leaf]: "skipped",
  });
});

// covers trace: negated-text
test("a text that changed while its test did not is suspect; a changed test, or a person, clears it", async () => {
  const root = await temporaryRepository(base);
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
  await writeTree(root, { "openspec/specs/booking/spec.md": full("it is **not** refused") });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [leaf]: "suspect" });
  await writeTree(root, { "test/a.test.ts": tagged("expect(2).toBe(2)") });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [leaf]: "passed" });
});

// covers trace: test-changed-by-comment, unrelated-test-changed
test("a comment in the test or another test of the file does not clear a suspicion", async () => {
  for (const text of [
    tagged("/* now */ expect(1).toBe(1)"),
    `${tagged()}test("other", () => { other(); });\n`,
  ]) {
    const root = await temporaryRepository(base);
    await writeTree(root, { "openspec/specs/booking/spec.md": full("it waits"), "test/a.test.ts": text });
    expect(await statesOf(root)).toEqual({ [leaf]: "suspect" });
  }
});

// covers trace: rewrapped-text
test("rewrapping, bold words and other bullets make nothing suspect", async () => {
  const root = await temporaryRepository(base);
  const text = full()
    .replace("- **WHEN** asked", "* When asked")
    .replace("It SHALL work.", "It **SHALL**\nwork");
  await writeTree(root, { "openspec/specs/booking/spec.md": text });
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
});

test("suspicion of a branch is measured from where it began", async () => {
  const root = await temporaryRepository(base);
  runGit(root, "checkout", "-q", "-b", "topic");
  await writeTree(root, { "openspec/specs/booking/spec.md": full("it waits") });
  commitAll(root, "text");
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
  const main = runGit(root, "rev-parse", "HEAD~1").toString().trim();
  expect(await statesOf(root, { since: main })).toEqual({ [leaf]: "suspect" });
});

test("without git nothing is suspect by comparison, but a pinned text is", async () => {
  const root = await temporaryTree({ ...base, ...record('accepted = "r1:000000000000"') });
  expect((await traceOf(root)).base).toBeUndefined();
  expect(await statesOf(root)).toEqual({ [leaf]: "suspect" });
});

// covers trace: accepted-and-changed
test("an accepted revision clears the doubt on any tree", async () => {
  const root = await temporaryRepository(base);
  await writeTree(root, { "openspec/specs/booking/spec.md": full("it waits") });
  const { states } = await traceOf(root);
  const [{ node } = { node: undefined }] = states.values();
  await writeTree(root, record(`accepted = "${node?.revision}"`));
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
});

const current = async () => {
  const { states } = await traceOf(await temporaryTree(base));
  return [...states.values()][0]?.node.revision ?? "";
};

// covers trace: waiver-of-today, waiver-of-old-text
test("a waiver holds to the end of its day in UTC, and no longer than its text", async () => {
  const untested = { ...base, "test/a.test.ts": "" };
  const waiver = (text: string) =>
    record(`waiver = { text = "${text}", of = "test", until = "2027-01-15", reason = "needs the pier" }`);
  const root = await temporaryTree({ ...untested, ...waiver(await current()) });
  expect(await statesOf(root, { today: "2027-01-15" })).toEqual({ [leaf]: "waived" });
  const { states } = await traceOf(root, { today: "2027-01-16" });
  expect([...states.values()]).toMatchObject([{ state: "open", expired: { until: "2027-01-15" } }]);
  const moved = await traceOf(await temporaryTree({ ...untested, ...waiver("r1:000000000000") }));
  expect([...moved.states.values()]).toMatchObject([
    { state: "suspect", reason: "the text changed since it was waived (needs the pier)" },
  ]);
});

test("a result by hand attests one revision until its day", async () => {
  const untested = { ...base, "test/a.test.ts": "" };
  const manual = (text: string) =>
    record(`manual = { text = "${text}", until = 2027-03-31, note = "on the pier" }`);
  const root = await temporaryTree({ ...untested, ...manual(await current()) });
  expect(await statesOf(root)).toEqual({ [leaf]: "attested" });
  expect(await statesOf(root, { today: "2027-04-01" })).toEqual({ [leaf]: "open" });
  expect(await statesOf(await temporaryTree({ ...untested, ...manual("r1:0") }))).toEqual({
    [leaf]: "suspect",
  });
});

// covers trace: success-criterion
test("a success criterion without a test is not a leaf that needs one, and a record attests it", async () => {
  const feature = {
    "specs/001-x/spec.md": "# X\n\n- **SC-001**: Fast\n",
    "specs/001-x/tasks.md": "- [x] T001 All\n",
  };
  const { states } = await traceOf(await temporaryTree(feature));
  const [outcome] = states.values();
  expect(outcome).toMatchObject({ state: "open", node: { needs: ["manual"] } });
  const attested = `address = "speckit:001/SC-001"\nmanual = { text = "${outcome?.node.revision}" }\n`;
  expect(
    await statesOf(await temporaryTree({ ...feature, ".trace/speckit/001/SC-001.toml": attested })),
  ).toEqual({
    "001/SC-001": "attested",
  });
});

// covers trace: record-with-conflict
test("a record with conflict markers is reported with its line, and its leaf is judged without it", async () => {
  const root = await temporaryTree({
    ...base,
    ".trace/a.toml": 'address = "openspec:booking/reserve"\n<<<<<<< HEAD\n',
  });
  const { findings, states } = await traceOf(root);
  expect(findings).toMatchObject([{ rule: "record-unreadable", file: ".trace/a.toml", line: 2 }]);
  expect([...states.values()].map(({ state }) => state)).toEqual(["claimed"]);
});

// covers trace: record-of-nothing
test("a record of what is gone is retired, and nothing is wrong with it", async () => {
  const gone = 'address = "openspec:booking/gone"\naccepted = "r1:1"\n';
  const { retired, findings } = await traceOf(
    await temporaryTree({ ...base, ".trace/openspec/booking/gone.toml": gone }),
  );
  expect(retired).toEqual(["openspec:booking/gone"]);
  expect(findings).toEqual([]);
});

// covers trace: renamed-heading
test("a requirement that the branch renamed keeps its links and records, and its tags are reported with the new address", async () => {
  const { states } = await traceOf(await temporaryTree(base));
  const revision = [...states.values()][0]?.node.revision;
  const root = await temporaryRepository({ ...base, ...record(`accepted = "${revision}"`) });
  const text = full().replace("Requirement: Reserve", "Requirement: Book");
  await writeTree(root, { "openspec/specs/booking/spec.md": text });
  const traced = await traceOf(root, { evidence: always({}) });
  expect([...traced.states.values()]).toMatchObject([{ state: "passed" }]);
  expect(traced.findings).toMatchObject([
    {
      rule: "link-dangling",
      fix: "It is `booking/book#the-crossing-is-full` now.",
      suggest: { operation: "trace_rename", args: { from: leaf, to: "booking/book#the-crossing-is-full" } },
    },
  ]);
  expect(traced.retired).toEqual([]);
});

test("deleting the test, the code or the tag leaves the leaf open", async () => {
  const root = await temporaryRepository(base);
  rmSync(join(root, "test/a.test.ts"));
  expect(await statesOf(root)).toEqual({ [leaf]: "open" });
  writeFileSync(join(root, "notes.txt"), `[ENSURES: ${leaf}]\n`);
  expect(await statesOf(root)).toEqual({ [leaf]: "open" });
});

// covers trace: nearly-right-tag
test("a tag to a name that is nearly right dangles, with the right one", async () => {
  const root = await temporaryTree({
    ...base,
    "test/a.test.ts": tagged("x()", "booking/reserv#the-crossing-is-full"),
  });
  expect((await traceOf(root)).findings).toMatchObject([
    { rule: "link-dangling", fix: `Did you mean \`${leaf}\`?` },
  ]);
});

test("a tag that fits two requirements covers neither and lists both", async () => {
  const root = await temporaryTree({ ...base, "specs/booking/spec.md": full() });
  const { findings } = await traceOf(root);
  expect(findings).toMatchObject([
    { rule: "link-ambiguous", message: expect.stringContaining("`spox:booking/reserve") },
  ]);
  expect(Object.values(await statesOf(root))).toEqual(["open", "open"]);
});

// covers trace: unreadable-spec
test("a tag without an owner, a malformed one and one to a file that cannot be read are three findings", async () => {
  const text = `// [ENSURES: ${leaf}]\nimport x from "x";\n// [ENSURES: ${leaf}:WEIRD]\ntest("a", () => {});\n// [ENSURES: other/x]\ntest("b", () => {});\n`;
  const root = await temporaryTree({
    ...base,
    "test/a.test.ts": text,
    "openspec/specs/other/spec.md": Buffer.from("# \xe9", "latin1"),
  });
  expect((await rulesOf(root)).sort()).toEqual(["link-unknown", "tag-malformed", "tag-without-owner"]);
});

// covers trace: statements-of-a-group
test("a tag of a group covers each of its statements, one with a number only that", async () => {
  const text = "# S\n\n### Concept: A\n\n!concept-a.rules:\n\n- It MUST count.\n- It MUST add.\n";
  const files = { ".specman/.gitkeep": "", "spec/a/spec.md": text };
  const of = (id: string) => ({ ...files, "Tests/a.test.ts": `// [ENSURES: ${id}]\ntest("x", () => {});\n` });
  expect(Object.values(await statesOf(await temporaryTree(of("concept-a.rules"))))).toEqual([
    "claimed",
    "claimed",
  ]);
  expect(Object.values(await statesOf(await temporaryTree(of("a/concept-a.rules#2"))))).toEqual([
    "open",
    "claimed",
  ]);
});

// covers trace: check-in-code
test("a check in code claims, and does not pass by itself", async () => {
  const code = `// [ENSURES: ${leaf}:CHECK]\nexport function guard() {}\n`;
  const root = await temporaryTree({ ...base, "test/a.test.ts": "", "src/a.ts": code });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [leaf]: "claimed" });
  const implemented = code.replace("ENSURES", "IMPLEMENTS").replace(":CHECK", "");
  const open = await traceOf(await temporaryTree({ ...base, "test/a.test.ts": "", "src/a.ts": implemented }));
  expect([...open.states.values()]).toMatchObject([{ state: "open", reason: "no test; code: guard" }]);
});

// covers trace: title-in-two-files
test("the title of a test links it where it is unique, or where suite or path name the requirement", async () => {
  const titled = (suite?: string) => {
    const own = 'test("The crossing is full", () => {});\n';
    return suite === undefined ? own : `describe("${suite}", () => { ${own} });\n`;
  };
  const of = async (files: Record<string, string>) => {
    const root = await temporaryTree({ "openspec/specs/booking/spec.md": full(), ...files });
    return [(await statesOf(root))[leaf], (await rulesOf(root)).length];
  };
  expect(await of({ "test/a.test.ts": titled() })).toEqual(["claimed", 0]);
  expect(await of({ "test/a.test.ts": titled(), "test/b.test.ts": titled() })).toEqual(["open", 2]);
  expect(await of({ "test/a.test.ts": titled("Reserve"), "test/b.test.ts": titled() })).toEqual([
    "claimed",
    1,
  ]);
  expect(await of({ "test/booking.test.ts": titled(), "test/b.test.ts": titled() })).toEqual(["claimed", 1]);
  expect(await of({ "test/a.py": "", "test/test_a.py": "def test_the_crossing_is_full(): pass\n" })).toEqual([
    "claimed",
    0,
  ]);
});

test("an id in a title links the test, and reports can name requirements", async () => {
  const feature = {
    "specs/001-x/spec.md": "# X\n\n- **FR-002**: It MUST count\n",
    "specs/001-x/tasks.md": "- [x] T001 All\n",
  };
  const titled = { ...feature, "test/a.test.ts": 'test("[FR-002] counts", () => {});\n' };
  expect(await statesOf(await temporaryTree(titled))).toEqual({ "001/FR-002": "claimed" });
  const evidence = { ...noEvidence, requirementsOf: () => ["001/FR-002"] };
  const plain = { ...feature, "test/a.test.ts": 'test("counts", () => {});\n' };
  expect(await statesOf(await temporaryTree(plain), { evidence })).toEqual({ "001/FR-002": "claimed" });
});

// covers trace: planned-scenarios
test("planned leaves are linked and never fail", async () => {
  const feature = { "specs/001-x/spec.md": "# X\n\n- **FR-002**: It MUST count\n" };
  const files = { ...feature, "test/a.test.ts": 'test("[FR-002] counts", () => {});\n' };
  const { states } = await traceOf(await temporaryTree(files), { evidence: always({ status: "failed" }) });
  expect([...states.values()]).toMatchObject([{ state: "planned", measured: "failing" }]);
});

// covers trace: crowded-test
test("a test that counts for very many requirements is reported as crowded", async () => {
  const many = Array.from({ length: 25 }, (_, at) => `### Requirement: R${at}\n\nIt SHALL ${at}.\n`).join(
    "\n",
  );
  const ids = Array.from({ length: 25 }, (_, at) => `r${at}`).join(", ");
  const root = await temporaryTree({
    "openspec/specs/a/spec.md": spec(many),
    "a.test.ts": tagged("x()", ids),
  });
  expect(await rulesOf(root)).toEqual(["link-crowded"]);
});

test("a parent shows the worst state of its leaves", () => {
  expect(worstState(["passed", "open", "failing"])).toBe("failing");
  expect(worstState(["passed", "claimed"])).toBe("claimed");
  expect(worstState([])).toBeUndefined();
});

test("a workspace without specs has nothing to trace", async () => {
  const { graph, findings, states } = await traceOf(await temporaryTree({ "src/a.ts": "" }));
  expect([graph.nodes.length, findings.length, states.size]).toEqual([0, 0, 0]);
});

test("a tag for a scenario that an active change adds to a requirement is planned, not dangling", async () => {
  const late = "#### Scenario: Too late\n\n- **WHEN** asked late\n- **THEN** it is refused\n";
  const delta = full().replace(/^[\s\S]*## Requirements/, "## MODIFIED Requirements");
  const root = await temporaryTree({
    ...base,
    "openspec/changes/add-late/specs/booking/spec.md": `${delta}\n${late}`,
    "test/late.test.ts": tagged("expect(2).toBe(2)", "booking/reserve#too-late"),
  });
  const { findings, states } = await traceOf(root, { evidence: always({}) });
  expect(findings).toEqual([]);
  expect(states.get("openspec:booking/reserve#too-late?change=add-late")).toMatchObject({
    state: "planned",
    measured: "passed",
  });
  // What the change only modifies is still the live one.
  expect(states.get("openspec:booking/reserve#the-crossing-is-full")).toMatchObject({ state: "passed" });
});

test("a scenario of Gherkin verifies what its tag or its name says, and its Cucumber result counts", async () => {
  const feature =
    "Feature: Reserve\n\n  Scenario: The crossing is full\n    When asked\n    Then it is refused\n\n  @FR-002 @smoke\n  Scenario: Passes count\n    When asked\n";
  const step = (status: string) => ({ keyword: "When ", name: "asked", result: { status } });
  const result = (name: string, line: number, tags: string[], status: string) => ({
    name,
    line,
    type: "scenario",
    tags: tags.map((tag) => ({ name: tag })),
    steps: [step(status)],
  });
  const report = [
    {
      uri: "features/book.feature",
      name: "Reserve",
      elements: [
        result("The crossing is full", 3, [], "passed"),
        result("Passes count", 8, ["@FR-002", "@smoke"], "undefined"),
      ],
    },
  ];
  const root = await temporaryTree({
    "openspec/specs/booking/spec.md": full(),
    "specs/001-x/spec.md": "# X\n\n- **FR-002**: It MUST count\n",
    "specs/001-x/tasks.md": "- [x] T001 Count\n",
    "features/book.feature": feature,
    "reports/cucumber.json": JSON.stringify(report),
  });
  const { scan } = await traceOf(root);
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  const tests = [...scan.files.values()].flatMap((facts) => facts.tests);
  const { signal } = new AbortController();
  await sleep(60);
  writeFileSync(join(root, "reports/cucumber.json"), JSON.stringify(report));
  const added = await addEvidence(opened.value, ["reports/cucumber.json"], {
    tests,
    now: new Date(),
    signal,
  });
  expect(added).toMatchObject({ ok: true, value: { unmatched: [], ambiguous: [] } });
  const traced = await traceOf(root);
  expect(Object.fromEntries([...traced.states].map(([address, { state }]) => [address, state]))).toEqual({
    "openspec:booking/reserve#the-crossing-is-full": "passed",
    "speckit:001/FR-002": "failing",
  });
  // A tag of a report that is not an address is not one that leads nowhere.
  expect(traced.findings).toEqual([]);
});

test("tags count anywhere where the settings say so, and the report names those that would not count otherwise", async () => {
  const files = {
    "openspec/specs/booking/spec.md": full(),
    "src/book.ts": `export const rule = "[ENSURES: ${leaf}:CHECK]";\n`,
  };
  expect(await statesOf(await temporaryTree(files))).toEqual({ [leaf]: "open" });
  const root = await temporaryTree({ ...files, "hewto.toml": '[trace]\ntags = "anywhere"\n' });
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
  expect(await rulesOf(root)).toEqual(["tag-outside-comment"]);
});

test("comments of artgraph name the code of requirements where the settings say so", async () => {
  const files = {
    "specs/001-x/spec.md": "# X\n\n- **FR-002**: It MUST count\n",
    "specs/001-x/tasks.md": "- [x] T001 Count\n",
    "src/count.ts": "// @impl FR-002\nexport function count() {}\n",
  };
  const reason = async (root: string) => [...(await traceOf(root)).states.values()][0]?.reason;
  expect(await reason(await temporaryTree(files))).toBe("no test, no code known");
  const root = await temporaryTree({ ...files, "hewto.toml": '[trace]\nalso = ["artgraph"]\n' });
  expect(await reason(root)).toBe("no test; code: count");
});

// covers trace: tag-in-test-folder
test("a tag in the tests of a package counts for requirements of its sources", async () => {
  const tests = `// [ENSURES: ${leaf}]\n@Test func refuses() { #expect(true) }\n`;
  const root = await temporaryTree({
    "openspec/specs/booking/spec.md": full(),
    "Sources/Ferry/Booking.swift": "public func book() {}\n",
    "Tests/FerryTests/BookingTests.swift": `import Testing\n\n${tests}`,
  });
  expect(await statesOf(root, { evidence: always({}) })).toEqual({ [leaf]: "passed" });
});

// covers trace: inserted-bullet
test("a bullet that is inserted above another does not take over what was accepted for that one", async () => {
  const group = (...bullets: string[]) =>
    `---\nname: ferry\nversion: "1.0.0"\n---\n# Ferry\n\n## Concepts\n\n## Constraints\n\n### Concept: Capacity\n\n!concept-capacity.limit:\n\n${bullets.map((each) => `- ${each}\n`).join("")}`;
  const file = "spec/ferry/spec.md";
  const old = "A crossing MUST NOT have more bookings than places.";
  const root = await temporaryTree({ ".specman/.gitkeep": "", [file]: group(old) });
  const [first] = [...(await traceOf(root)).states.values()];
  expect(first?.node.address).toBe("specman:ferry/concept-capacity.limit#1");
  await writeTree(root, {
    ".trace/specman/ferry/concept-capacity.limit.toml": `address = "specman:ferry/concept-capacity.limit"\n\n[statement.1]\naccepted = "${first?.node.revision}"\n`,
    [file]: group("A crossing MUST have a name.", old),
  });
  expect((await traceOf(root)).states.get("specman:ferry/concept-capacity.limit#1")).toMatchObject({
    state: "suspect",
  });
});

// covers trace: check-in-code
test("a check in code is exercised or sensitive as far as passing tests show it of that code", async () => {
  const code = `// [ENSURES: ${leaf}:CHECK]\nexport function guard() {}\n`;
  const root = await temporaryTree({ ...base, "test/a.test.ts": "", "src/a.ts": code });
  for (const level of ["exercised", "sensitive"] as const) {
    const evidence: Evidence = {
      ...always({}),
      levelOfCode: (item) => (item === "src/a.ts#guard" ? level : undefined),
    };
    expect(await statesOf(root, { evidence })).toEqual({ [leaf]: level });
  }
});

// covers trace: manual-tag
test("a tag for a check by hand claims until a result is recorded, and an older text makes that suspect", async () => {
  const manual = {
    "test/a.test.ts": "",
    "src/a.ts": `// [ENSURES: ${leaf}:MANUAL]\nexport function pier() {}\n`,
  };
  const root = await temporaryTree({ ...base, ...manual });
  expect([...(await traceOf(root)).states.values()]).toMatchObject([
    { state: "claimed", reason: "to be checked by hand; no result recorded" },
  ]);
  await writeTree(root, record('manual = { text = "r1:000000000000", note = "on the pier" }'));
  expect(await statesOf(root)).toEqual({ [leaf]: "suspect" });
});

// covers trace: title-with-holes
test("a title with holes that could be the name of a scenario is possible, and does not count", async () => {
  const root = await temporaryTree({
    "openspec/specs/booking/spec.md": full().replace("The crossing is full", "%s is refused"),
    "test/a.test.ts": 'test.each(["a"])("%s is refused", () => {});\n',
  });
  const { states, findings } = await traceOf(root);
  expect([...states.values()]).toMatchObject([{ state: "open", links: [{ link: { isExact: false } }] }]);
  expect(findings).toMatchObject([{ rule: "link-ambiguous", message: expect.stringContaining("holes") }]);
});

test("a deleted picture whose content the clone lacks does not end the trace", async () => {
  const root = await temporaryRepository({ ...base, "docs/demo.mp4": "frames" });
  const blob = runGit(root, "rev-parse", "HEAD:docs/demo.mp4").toString().trim();
  rmSync(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)), { force: true });
  rmSync(join(root, "docs/demo.mp4"));
  expect(await statesOf(root)).toEqual({ [leaf]: "claimed" });
});
