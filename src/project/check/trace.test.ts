import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { invoke } from "../../operation/invoke.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { addEvidence } from "../../trace/operations/evidence/add.ts";
import { trace } from "../../trace/operations/trace.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { check } from "./check.ts";

type Input = Parameters<typeof check.run>[1];
const signal = new AbortController().signal;

async function runtimeAt(root: string, today = "2027-01-15") {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const flags = { "user-dir": await temporaryTree({}) };
  return createRuntime({
    workspace: workspace.value,
    log: () => {},
    flags,
    clock: () => new Date(`${today}T12:00:00Z`),
  });
}

async function run(root: string, input: Partial<Input> = {}, today?: string) {
  const answer = await invoke(await runtimeAt(root, today), check, { only: ["trace"], ...input }, { signal });
  if (!answer.ok) throw new Error(`${answer.fault.code}: ${answer.fault.message} ${answer.fault.remedy}`);
  const { input: given, output } = answer.value;
  const text = check.text(
    output,
    given,
    terminalSurface(() => undefined),
  );
  return { ...output, text, rules: output.findings.map(({ rule, severity }) => `${severity} ${rule}`) };
}

const since = (root: string, input: Partial<Input> = {}) => run(root, { changed_since: "base", ...input });

const scenario = (name: string, then: string) =>
  `#### Scenario: ${name}\n\n- **WHEN** asked\n- **THEN** ${then}\n\n`;
const spec = (...scenarios: string[]) =>
  `# Booking\n\n## Purpose\n\nAll of it.\n\n## Requirements\n\n### Requirement: Reserve\n\nIt SHALL work.\n\n${scenarios.join("")}`;
const full = scenario("The crossing is full", "the next crossing is named");
const left = scenario("Places are left", "a place is kept");
const product = "export function book(free) { return free > 0; }\n";
const testOf = (tag: string, title: string, body: string) =>
  `// [VERIFIES: booking/reserve#${tag}]\ntest("${title}", () => { ${body} });\n`;
const tests = (refuses = "expect(book(0)).toBe(false);", keeps = "expect(book(1)).toBe(true);") =>
  `import { book } from "../src/book.js";\n${testOf("the-crossing-is-full", "refuses", refuses)}${testOf("places-are-left", "keeps", keeps)}`;
const project = {
  "openspec/specs/booking/spec.md": spec(full, left),
  "openspec/changes/.gitkeep": "",
  "src/book.js": product,
  "test/book.test.js": tests(),
  ".gitignore": ".hewto/\nreports/\n",
};

/** A repository whose branch `base` is what a branch is compared with. */
async function repository(files: Record<string, string> = {}) {
  const root = await temporaryRepository({ ...project, ...files });
  runGit(root, "branch", "base");
  return root;
}

function write(root: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    // Sources are older than the runs that are added right after.
    utimesSync(join(root, path), new Date(2020, 1, 1), new Date(2020, 1, 1));
  }
}

/** Adds the report of a run in which the tests with these titles failed. */
async function addRun(
  root: string,
  failed: readonly string[] = [],
  all = ["refuses", "keeps"],
  more: readonly string[] = [],
) {
  const cases = all.map(
    (name) =>
      `<testcase classname="test/book.test.js" name="${name}">${failed.includes(name) ? '<failure message="expected false"/>' : ""}</testcase>`,
  );
  mkdirSync(join(root, "reports"), { recursive: true });
  writeFileSync(
    join(root, "reports/unit.xml"),
    `<testsuites><testsuite name="u">${cases.join("")}</testsuite></testsuites>`,
  );
  const runtime = await runtimeAt(root);
  const answer = await invoke(runtime, addEvidence, { files: ["reports/unit.xml", ...more] }, { signal });
  if (!answer.ok) throw new Error(answer.fault.message);
}

// covers trace: no-specs
test("a project without requirements has no area trace, and nothing of it is called verified", async () => {
  const { checked, summary } = await run(await temporaryTree({ "a.js": "" }));
  expect(checked).toEqual([]);
  expect(summary).not.toContain("100");
});

// covers trace: readme-only
test("a branch that edits only the README has no finding, whatever the debt elsewhere", async () => {
  const root = await repository({
    "test/book.test.js": "// [VERIFIES: booking/gone#x]\ntest('a', () => {});\n",
  });
  write(root, { "README.md": "new\n" });
  commitAll(root, "docs");
  expect(await since(root)).toMatchObject({ ok: true, findings: [], trace: { judged: [] } });
  expect((await run(root)).rules).toEqual(["warning link-dangling"]);
});

test("a branch that edits a comment of a test or of its code has no finding", async () => {
  const root = await repository();
  await addRun(root);
  write(root, { "src/book.js": `// why\n${product}`, "test/book.test.js": `// all\n${tests()}` });
  commitAll(root, "comments");
  expect(await since(root)).toMatchObject({ ok: true, findings: [], trace: { judged: [] } });
});

test("a test that fails on the branch fails the check, once, with the requirement", async () => {
  const root = await repository();
  await addRun(root);
  write(root, { "src/book.js": product.replace("> 0", ">= 0") });
  commitAll(root, "off by one");
  await addRun(root, ["refuses"]);
  const { ok, findings } = await since(root);
  expect(ok).toBe(false);
  expect(findings).toMatchObject([
    {
      rule: "test-failing",
      severity: "error",
      file: "test/book.test.js",
      line: 3,
      address: "booking/reserve#the-crossing-is-full",
      message: '"refuses" fails: expected false. It verifies booking/reserve#the-crossing-is-full.',
    },
  ]);
});

// covers trace: failing-before
test("a test that failed at the base and fails still is left out unless the branch touches its requirement", async () => {
  const root = await repository();
  await addRun(root, ["refuses"]);
  write(root, { "README.md": "new\n" });
  commitAll(root, "docs");
  expect((await since(root)).rules).toEqual([]);
  write(root, { "openspec/specs/booking/spec.md": spec(full.replace("named", "shown"), left) });
  commitAll(root, "text");
  expect((await since(root)).rules).toContain("error test-failing");
});

// covers trace: deleted-test
test("the last test of a requirement that is deleted, unlinked or skipped fails the check", async () => {
  const deleted = await repository();
  rmSync(join(deleted, "test/book.test.js"));
  commitAll(deleted, "no tests");
  expect((await since(deleted)).rules).toEqual(["error test-removed", "error test-removed"]);
  const skipped = await repository();
  write(skipped, { "test/book.test.js": tests().replace('test("refuses"', 'test.skip("refuses"') });
  commitAll(skipped, "later");
  const { findings } = await since(skipped);
  expect(findings).toMatchObject([
    {
      rule: "test-removed",
      message:
        'booking/reserve#the-crossing-is-full has lost its last test: "refuses" in test/book.test.js is skipped now.',
    },
  ]);
});

test("a text that changed without its test is a warning until a person accepts it, and then is in the summary", async () => {
  const root = await repository();
  await addRun(root);
  write(root, { "openspec/specs/booking/spec.md": spec(full.replace("named", "**not** named"), left) });
  commitAll(root, "text");
  const { ok, findings } = await since(root);
  expect(ok).toBe(true);
  expect(findings).toMatchObject([
    { rule: "requirement-moved", severity: "warning", fix: expect.stringContaining("hewto trace accept") },
  ]);
  const revision = findings[0]?.revision ?? "";
  write(root, {
    ".trace/openspec/booking/reserve.toml": `address = "openspec:booking/reserve"\n\n[scenario.the-crossing-is-full]\naccepted = "${revision}"\n`,
  });
  commitAll(root, "accepted");
  const accepted = await since(root, { summary: "reports/summary.md" });
  expect(accepted).toMatchObject({ ok: true, findings: [] });
  expect(readFileSync(join(root, "reports/summary.md"), "utf8")).toContain(
    "Accepted by people in this branch: `booking/reserve#the-crossing-is-full`.",
  );
});

test("a rule that the settings raise fails the check, one that is off says nothing", async () => {
  const root = await repository();
  write(root, {
    "openspec/specs/booking/spec.md": spec(full.replace("named", "shown"), left),
    "hewto.toml": '[trace.gate]\nerror = ["requirement-moved"]\n',
  });
  commitAll(root, "text");
  expect(await since(root)).toMatchObject({ ok: false });
  write(root, { "hewto.toml": '[trace.gate]\noff = ["requirement-moved"]\n' });
  expect(await since(root)).toMatchObject({ ok: true, findings: [] });
});

test("settings that name no rule, no level or a folder outside are errors with the setting's name", async () => {
  for (const [text, said] of [
    ['[trace.gate]\nerror = ["everything"]\n', "trace.gate.error"],
    ['[trace]\nrequire = "proven"\n', "trace.require"],
    ['[[trace.for]]\nmatch = "a"\n', "trace.for"],
    ['[trace]\nrecords = "../elsewhere"\n', "trace.records"],
  ] as const) {
    const { ok, findings } = await run(await temporaryTree({ ...project, "hewto.toml": text }));
    expect(ok).toBe(false);
    expect(findings).toMatchObject([{ rule: "settings", severity: "error", file: "hewto.toml" }]);
    expect(findings[0]?.message).toContain(said);
  }
});

// covers trace: planned-scenarios
test("a new scenario without a test is a warning with a proposal, one of an active change is not reported", async () => {
  const root = await repository();
  const late = scenario("Too late", "the cancellation is refused");
  write(root, {
    "openspec/specs/booking/spec.md": spec(full, left, late),
    "openspec/changes/add-x/specs/booking/spec.md": `## ADDED Requirements\n\n### Requirement: Wait\n\nIt SHALL wait.\n\n${scenario("Waits", "it waits")}`,
  });
  commitAll(root, "new");
  const { ok, findings } = await since(root);
  expect(ok).toBe(true);
  expect(findings).toMatchObject([
    {
      rule: "scenario-untested",
      severity: "warning",
      address: "booking/reserve#too-late",
      fix: 'Link one with `hewto link booking/reserve#too-late`, or write a test titled "Too late".',
    },
  ]);
});

test("a project that links no test gets one note for its new scenarios, not a warning for each", async () => {
  const root = await repository({ "test/book.test.js": "test('books', () => {});\n" });
  write(root, {
    "openspec/specs/booking/spec.md": spec(full, left, scenario("Late", "it is refused")),
  });
  commitAll(root, "new");
  const { ok, findings, notes } = await since(root);
  expect(ok).toBe(true);
  expect(findings).toEqual([]);
  expect(notes.join("\n")).toContain("1 scenario of this branch without a test.");
});

test("tests that were not run again are one warning with what to run, and exit code 3 where evidence is required", async () => {
  const root = await repository();
  await addRun(root);
  write(root, { "src/book.js": product.replace("free > 0", "free >= 1") });
  commitAll(root, "same");
  const { ok, findings } = await since(root);
  expect(ok).toBe(true);
  expect(findings).toMatchObject([
    {
      rule: "evidence-stale",
      severity: "warning",
      message: "2 requirements rest on results of other sources.",
      fix: "Run the tests in test/book.test.js and add the report with `hewto evidence add`.",
    },
  ]);
  await expect(since(root, { evidence: "required" })).rejects.toThrow(
    /^evidence_missing: 2 requirements have no/,
  );
  await addRun(root);
  expect(await since(root, { evidence: "required" })).toMatchObject({ ok: true, findings: [] });
});

test("before there is any evidence nothing asks for results, unless evidence is required", async () => {
  const root = await repository();
  write(root, { "test/book.test.js": tests("expect(book(0)).toBe(false); expect(book(-1)).toBe(false);") });
  commitAll(root, "more");
  expect(await since(root)).toMatchObject({ ok: true, findings: [] });
  await expect(since(root, { evidence: "required" })).rejects.toThrow(
    "Evidence is required, and there is none.",
  );
});

test("the whole project is judged where the settings ask for a level", async () => {
  const untested = { "openspec/specs/booking/spec.md": spec(full, left, scenario("Late", "it is refused")) };
  const root = await repository(untested);
  expect(await run(root)).toMatchObject({ ok: true, findings: [] });
  write(root, { "hewto.toml": '[trace]\nrequire = "passed"\n[trace.gate]\nerror = ["scenario-untested"]\n' });
  commitAll(root, "settings");
  expect((await run(root)).rules).toEqual(["error scenario-untested"]);
  await addRun(root, [], ["refuses"]);
  expect((await run(root)).rules).toEqual(["error scenario-untested", "warning evidence-missing"]);
});

test("a level for one address is asked for there alone", async () => {
  const root = await repository({
    "hewto.toml":
      '[trace]\nrequire = "claimed"\n[[trace.for]]\nmatch = "openspec:booking/*#places-are-left"\nrequire = "sensitive"\n',
  });
  await addRun(root);
  const { findings } = await run(root);
  expect(findings).toMatchObject([
    { rule: "evidence-missing", message: expect.stringContaining("Places are left") },
  ]);
});

// covers trace: nearly-right-tag
test("a tag to a requirement that the branch renamed is an error with the new address", async () => {
  const root = await repository();
  write(root, { "openspec/specs/booking/spec.md": spec(full, left).replace("Reserve", "Book") });
  commitAll(root, "rename");
  const { findings } = await since(root);
  expect(findings.map(({ rule, severity }) => `${severity} ${rule}`)).toEqual([
    "error link-dangling",
    "error link-dangling",
  ]);
  expect(findings[0]?.fix).toContain("booking/book#the-crossing-is-full");
});

// covers trace: nearly-right-tag
test("a tag that dangled at the base is a warning where the branch changes its file", async () => {
  const dangling = `${tests()}// [VERIFIES: booking/reserv#x]\ntest("c", () => {});\n`;
  const root = await repository({ "test/book.test.js": dangling });
  write(root, { "test/book.test.js": `${dangling}test("d", () => {});\n` });
  commitAll(root, "another test");
  expect((await since(root)).rules).toEqual(["warning link-dangling"]);
});

const record = (entry: string) => ({
  ".trace/openspec/booking/reserve.toml": `address = "openspec:booking/reserve"\n\n[scenario.the-crossing-is-full]\n${entry}\n`,
});

test("a waiver is listed, and after its last day it is an error where touched and a warning elsewhere", async () => {
  const root = await repository({ "test/book.test.js": "" });
  const opened = await since(root);
  expect(opened.findings).toEqual([]);
  const waiver = (revision: string) =>
    record(`waiver = { text = "${revision}", of = "test", until = "2027-01-31", reason = "no pier" }`);
  const traced = await invoke(await runtimeAt(root), trace, { address: "booking/reserve" }, { signal });
  const revision = traced.ok ? (traced.value.output.leaf?.[0]?.revision ?? "") : "";
  write(root, waiver(revision));
  commitAll(root, "waived");
  const waived = await since(root, { summary: "s.md" });
  expect(waived.findings).toEqual([]);
  expect(readFileSync(join(root, "s.md"), "utf8")).toContain(
    "Waived: 1 until 2027-01-31 (The crossing is full).",
  );
  expect((await run(root, { changed_since: "base" }, "2027-01-31")).rules).toEqual([]);
  expect((await run(root, { changed_since: "base" }, "2027-02-01")).rules).toEqual(["error waiver-expired"]);
  runGit(root, "branch", "-f", "base");
  expect((await run(root, { changed_since: "base" }, "2027-02-01")).rules).toEqual([]);
  expect((await run(root, {}, "2027-02-01")).rules).toEqual(["warning waiver-expired"]);
});

test("a record that cannot be read is an error with its line, and the requirement is judged without it", async () => {
  for (const [entry, said] of [
    ["<<<<<<< HEAD", "conflict markers"],
    ['waiver = { text = "r1:1", of = "test", until = "someday", reason = "x" }', "waiver.until"],
    ['waiver = { text = "r1:1", of = "everything", until = "2027-01-31", reason = "x" }', "waiver.of"],
    ['accepted = ["r1:1"]', "accepted"],
  ] as const) {
    const root = await repository(record(entry));
    const { findings } = await run(root);
    expect(findings).toMatchObject([{ rule: "record-unreadable", severity: "error" }]);
    expect(findings[0]?.message).toContain(said);
  }
});

test("a check that lost its comment is a lowered state", async () => {
  const checked = "// [ENSURES: booking/reserve#the-crossing-is-full:CHECK]\n";
  const root = await repository({ "src/book.js": checked + product, "test/book.test.js": "" });
  write(root, { "src/book.js": product });
  commitAll(root, "no comment");
  const { findings } = await since(root);
  expect(findings).toMatchObject([
    {
      rule: "state-lowered",
      severity: "error",
      message: "booking/reserve#the-crossing-is-full is open; at the base it was claimed.",
    },
  ]);
});

test("a test of an unchanged text that lost an assertion is reported as weakened", async () => {
  const root = await repository({
    "test/book.test.js": tests("expect(book(0)).toBe(false); expect(book(-1)).toBe(false);"),
  });
  write(root, { "test/book.test.js": tests() });
  commitAll(root, "fewer");
  expect((await since(root)).findings).toMatchObject([
    { rule: "test-weakened", severity: "warning", file: "test/book.test.js" },
  ]);
});

// covers trace: finding-of-other-text
test("a finding of another revision of the text has another fingerprint, one on another line the same", async () => {
  const root = await repository();
  const fingerprints = async (text: string) => {
    write(root, { "openspec/specs/booking/spec.md": text });
    const { text: sarif } = await since(root, { sarif: true });
    const results: { ruleId: string; partialFingerprints: Record<string, string> }[] =
      JSON.parse(sarif).runs[0].results;
    return results.map(
      ({ ruleId, partialFingerprints }) => `${ruleId} ${Object.values(partialFingerprints)}`,
    );
  };
  const first = await fingerprints(spec(full.replace("named", "shown"), left));
  expect(first).toHaveLength(1);
  expect(await fingerprints(`\n${spec(full.replace("named", "shown"), left)}`)).toEqual(first);
  expect(await fingerprints(spec(full.replace("named", "drawn"), left))).not.toEqual(first);
});

test("JUnit has a case for each touched requirement", async () => {
  const root = await repository();
  rmSync(join(root, "test/book.test.js"));
  write(root, { "openspec/specs/booking/spec.md": spec(full, left, scenario("Late", "it waits")) });
  const { text } = await since(root, { junit: true });
  expect(text).toContain('<testcase classname="hewto.trace" name="booking/reserve#the-crossing-is-full">');
  expect(text).toContain('<failure type="test-removed"');
  expect(text).toContain('<testcase classname="hewto.trace" name="booking/reserve#late">');
});

test("annotations are escaped, and the tenth of a kind says how many more there are", async () => {
  const names = Array.from({ length: 12 }, (_, index) => scenario(`Case ${index}, 50%`, "it works"));
  const root = await repository();
  write(root, {
    "openspec/specs/booking/spec.md": spec(full, left, ...names),
    "hewto.toml": '[trace.gate]\nerror = ["scenario-untested"]\n',
  });
  const { text } = await since(root, { annotations: true });
  const lines = text.split("\n").filter((line) => line.startsWith("::"));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toMatch(
    /^::error file=openspec\/specs\/booking\/spec\.md,line=\d+,title=hewto scenario-untested::/,
  );
  expect(lines[0]).toContain("50%25");
  expect(lines.at(-1)).toBe("::error title=hewto::3 more in the summary and the log");
});

// covers trace: shallow-clone
test("a shallow clone that ends before the base is a failure that names fetch-depth, never a pass", async () => {
  const source = await repository();
  write(source, { "README.md": "1\n" });
  commitAll(source, "one");
  runGit(source, "checkout", "-q", "-b", "topic", "base");
  write(source, { "README.md": "2\n" });
  commitAll(source, "two");
  const clone = `${source}-clone`;
  runGit(source, "clone", "-q", "--depth=1", "--no-single-branch", `file://${source}`, clone);
  await expect(run(clone, { changed_since: "origin/main" })).rejects.toThrow(/fetch-depth: 0/);
  await expect(run(clone, { changed_since: "origin/nothing" })).rejects.toThrow(/origin\/nothing/);
});

// covers trace: no-base-evidence
test("the base without evidence is compared by links alone, and the check says so", async () => {
  const root = await repository();
  write(root, { "src/book.js": product.replace("free > 0", "free >= 1") });
  commitAll(root, "same");
  await addRun(root);
  expect((await since(root)).notes).toContain(
    "No result fits the base, so states are compared with it by links alone.",
  );
});

test("a branch that brings many untested scenarios gets one warning, and one for each where the project asks for it", async () => {
  const root = await repository();
  const names = ["Late", "Early", "Foggy", "Stormy", "Night"];
  write(root, {
    "openspec/specs/booking/spec.md": spec(
      full,
      left,
      ...names.map((name) => scenario(name, `${name} is announced`)),
    ),
  });
  const { findings, rules } = await since(root);
  expect(rules).toEqual(["warning scenario-untested"]);
  expect(findings[0]?.message).toBe(
    "5 scenarios of this branch have no test: booking/reserve#late, booking/reserve#early, booking/reserve#foggy and 2 more.",
  );
  expect(findings[0]?.fix).toMatch(
    /^Link tests with `hewto link --changed-since [0-9a-f]{12}`, or write them\.$/,
  );
  write(root, { "hewto.toml": '[trace.gate]\nerror = ["scenario-untested"]\n' });
  expect((await since(root)).rules).toEqual(names.map(() => "error scenario-untested"));
});

test("a project with a test that happens to have a scenario's name has not begun to link", async () => {
  const many = Array.from({ length: 30 }, (_, at) => scenario(`Case ${at}`, `case ${at} is announced`));
  const root = await repository({
    "openspec/specs/booking/spec.md": spec(full, ...many),
    "test/book.test.js": 'test("The crossing is full", () => { expect(1).toBe(1); });\n',
  });
  write(root, {
    "openspec/specs/booking/spec.md": spec(full, ...many, scenario("Late", "it is announced")),
  });
  const { rules, text } = await since(root);
  expect(rules).toEqual([]);
  expect(text).toContain("1 scenario of this branch without a test.");
});

test("an untested scenario of the branch names the test whose body speaks of it", async () => {
  const root = await repository({
    "test/pier.test.js": 'test("third", () => { expect(harbor.refuses(latecomer)).toBe(true); });\n',
  });
  const late = scenario("Too late", "the harbor refuses the latecomer");
  write(root, { "openspec/specs/booking/spec.md": spec(full, left, late) });
  const { findings } = await since(root);
  const untested = findings.find(({ rule }) => rule === "scenario-untested");
  expect(`${untested?.message} ${untested?.fix}`).toContain('Perhaps "third" (test/pier.test.js:1) is one.');
});

test("a test that fits a requirement far better than its linked one is noted, and settings can make it an error", async () => {
  const wrong =
    '// [VERIFIES: booking/reserve#the-crossing-is-full]\ntest("has a default", () => { expect(other()).toBe(1); });\n';
  const right = 'test("a full crossing names the next crossing", () => { expect(book(0)).toBe(false); });\n';
  const root = await repository({ "test/book.test.js": wrong, "test/full.test.js": right });
  write(root, { "test/book.test.js": wrong.replace("toBe(1)", "toBe(2)") });
  const { notes, rules } = await since(root);
  expect(notes.join("\n")).toContain(
    '"a full crossing names the next crossing" (test/full.test.js:1) seems to be about booking/reserve#the-crossing-is-full more than its linked tests are.',
  );
  expect(rules).toEqual([]);
  write(root, { "hewto.toml": '[trace.gate]\nerror = ["better-test-unlinked"]\n' });
  expect((await since(root)).rules).toEqual(["error better-test-unlinked"]);
  const linked = right.replace("test(", "// [VERIFIES: booking/reserve#the-crossing-is-full]\ntest(");
  write(root, { "test/full.test.js": linked });
  expect((await since(root)).rules).toEqual([]);
});

test("tests that noticed no change stay insensitive when a plain report is added afterwards", async () => {
  const root = await repository();
  const mutants = [1, 2, 3].map((id) => ({
    id: String(id),
    mutatorName: "Conditional",
    replacement: "true",
    status: "Survived",
    location: { start: { line: 1, column: 1 }, end: { line: 1, column: 9 } },
    coveredBy: ["t"],
    killedBy: [],
  }));
  const report = {
    schemaVersion: "1",
    thresholds: { high: 80, low: 60 },
    files: { "src/book.js": { language: "javascript", source: product, mutants } },
    testFiles: { "test/book.test.js": { tests: [{ id: "t", name: "refuses" }] } },
  };
  mkdirSync(join(root, "reports"), { recursive: true });
  writeFileSync(join(root, "reports/mutation.json"), JSON.stringify(report));
  await addRun(root, [], undefined, ["reports/mutation.json"]);
  write(root, {
    "test/book.test.js": `${tests()}test("other", () => {});\n`,
    "openspec/specs/booking/spec.md": spec(full.replace("asked", "asked for"), left),
  });
  expect((await since(root)).rules).toContain("warning insensitive");
  await addRun(root);
  expect((await since(root)).rules).toContain("warning insensitive");
  write(root, { "hewto.toml": '[trace]\nrequire = "sensitive"\n' });
  expect((await since(root)).rules).toContain("error insensitive");
});

// covers trace: infrastructure
test("a helper that every requirement rests on is one finding, not one for each", async () => {
  const names = Array.from({ length: 30 }, (_, at) => `Case ${at}`);
  const root = await repository({
    "openspec/specs/booking/spec.md": spec(...names.map((name) => scenario(name, "it works"))),
    "src/log.js": "export const log = () => 1;\n",
    "test/book.test.js": `import { log } from "../src/log.js";\n${names.map((name) => testOf(name.toLowerCase().replace(" ", "-"), name, "log();")).join("")}`,
  });
  await addRun(root, [], names);
  write(root, { "src/log.js": "export const log = () => 2;\n" });
  const { rules, findings, trace: report } = await since(root);
  expect(report?.judged).toHaveLength(30);
  expect(rules).toEqual(["warning evidence-stale"]);
  expect(findings[0]?.message).toContain("30 requirements rest on results of other sources");
});
