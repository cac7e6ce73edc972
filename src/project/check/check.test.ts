import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { implText, specText } from "../../../test/support/artifacts.ts";
import { commitAll, runGit, temporaryRepository } from "../../../test/support/repository.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { invoke } from "../../operation/invoke.ts";
import { createRuntime } from "../../operation/runtime.ts";
import { terminalSurface } from "../../operation/surface.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { check } from "./check.ts";

type Input = Parameters<typeof check.run>[1];

async function run(root: string, input: Partial<Input> = {}, home = "") {
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const flags = { "user-dir": home || (await temporaryTree({})) };
  const runtime = createRuntime({ workspace: workspace.value, log: () => {}, flags });
  const answer = await invoke(runtime, check, input, {
    signal: new AbortController().signal,
    surface: terminalSurface(() => undefined),
  });
  if (!answer.ok) throw new Error(answer.fault.message);
  const text = check.text(
    answer.value.output,
    answer.value.input,
    terminalSurface(() => undefined),
  );
  return { ...answer.value.output, text };
}

const spec = (scenario: string) =>
  `# A\n\n## Purpose\n\nDoes it all for everyone who needs it done.\n\n## Requirements\n\n### Requirement: B\n\nThe system SHALL do it.\n\n${scenario}`;
const scenario = "#### Scenario: C\n\n- **WHEN** asked\n- **THEN** it is done\n";

test("findings of all areas are sorted by file and line, each with its area", async () => {
  const root = await temporaryTree({
    "openspec/specs/a/spec.md": spec(""),
    "openspec/changes/.gitkeep": "",
    "skills/pdf/SKILL.md": "no front matter\n",
    "specs/001-x/plan.md": "# Plan\n",
  });
  const { ok, findings, counts, errors, summary } = await run(root);
  expect(ok).toBe(false);
  // The only skill cannot be read: it has no count, but the errors are there as well.
  expect(summary).toMatch(/^\d errors, \d warnings? in specs \(1\), .*\bskills[,.;]/);
  expect(errors).toBeGreaterThan(1);
  expect(counts).toMatchObject({ specs: "1", features: "1" });
  const areas = findings.map(({ area, file }) => `${area} ${file}`);
  expect(new Set(areas)).toEqual(
    new Set(["specs openspec/specs/a/spec.md", "skills skills/pdf/SKILL.md", "features specs/001-x/spec.md"]),
  );
  expect(findings.map(({ file }) => file)).toEqual(findings.map(({ file }) => file).sort());
});

test("warnings fail only with strict", async () => {
  const root = await temporaryTree({ "specs/001-x/plan.md": "# Plan\n" });
  expect(await run(root)).toMatchObject({ ok: true, errors: 0, warnings: 1 });
  expect(await run(root, { strict: true })).toMatchObject({ ok: false });
  expect(await run(root, { strict: false })).toMatchObject({ ok: true });
  expect(await run(root, { only: ["skills"], strict: true })).toMatchObject({ ok: true, findings: [] });
});

test("with changed_since only files that the branch changes count", async () => {
  const root = await temporaryRepository({ "openspec/specs/a/spec.md": spec(""), "openspec/changes/x": "" });
  runGit(root, "branch", "base");
  writeFileSync(join(root, "README.md"), "other\n");
  commitAll(root, "something else");
  const left = await run(root, { changed_since: "base" });
  expect(left).toMatchObject({ ok: true, findings: [] });
  expect(left.left_out).toBeGreaterThan(0);
  writeFileSync(join(root, "openspec/specs/a/spec.md"), `${spec("")}\nMore.\n`);
  commitAll(root, "the spec itself");
  expect(await run(root, { changed_since: "base" })).toMatchObject({ ok: false, left_out: 0 });
});

test("with changed_since a constraint that nothing ensures counts when its code changed, not when a namesake did", async () => {
  const root = await temporaryRepository({
    ".specman/.gitkeep": "",
    "spec/a/spec.md": specText("", "### Concept: A\n\n!concept-a.one:\n- MUST\n"),
    "impl/a-ts/impl.md": implText("../../spec/a/spec.md", "location: ../../src\n"),
    "src/a.ts": "",
    "src-old/a.ts": "",
  });
  runGit(root, "branch", "base");
  const since = async () => (await run(root, { changed_since: "base" })).findings.map(({ rule }) => rule);
  writeFileSync(join(root, "src-old/a.ts"), "// other\n");
  commitAll(root, "a namesake");
  expect(await since()).not.toContain("constraint-not-ensured");
  writeFileSync(join(root, "src/a.ts"), "// other\n");
  commitAll(root, "the code");
  expect(await since()).toContain("constraint-not-ensured");
});

test("a folder without documents is not called free of problems", async () => {
  const { ok, summary } = await run(await temporaryTree({ "a.ts": "" }));
  expect(ok).toBe(true);
  expect(summary).toMatch(/^Nothing to check: no specs, .* or skills found\. Run `hewto init`/);
});

test("SARIF and JUnit cannot be combined", async () => {
  await expect(run(await temporaryTree({}), { sarif: true, junit: true })).rejects.toThrow("both SARIF");
});

test("check --sarif and --junit do not mention that the clone is shallow", async () => {
  const source = await temporaryRepository({
    "openspec/specs/a/spec.md": spec(scenario),
    "openspec/changes/tweak/proposal.md": "## Why\n\nBecause.\n\n## What Changes\n\n- B\n",
    "openspec/changes/tweak/tasks.md": "## 1. Do\n\n- [ ] 1.1 It\n",
    "openspec/changes/tweak/specs/a/spec.md": `## MODIFIED Requirements\n\n### Requirement: B\n\nThe system SHALL do it all.\n\n${scenario}`,
  });
  writeFileSync(join(source, "README.md"), "second\n");
  commitAll(source, "second");
  const root = `${source}-clone`;
  runGit(source, "clone", "-q", "--depth=1", `file://${source}`, root);
  const note = "The history of this clone is shallow";
  const { runs } = JSON.parse((await run(root, { sarif: true })).text);
  expect(runs[0].invocations).toMatchObject([
    {
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: "note", message: { text: expect.stringContaining(note) } }],
    },
  ]);
  const { text: junit } = await run(root, { junit: true });
  expect(junit).toContain('<testsuite name="notes" tests="1" failures="0">');
  expect(junit).toContain(note);
});

test("the counts name the kinds of artifacts that there are, and the skills of the project alone", async () => {
  const skill = "---\nname: pdf\ndescription: Reads PDF files when asked to.\n---\n\nRead it.\n";
  const root = await temporaryTree({
    ".specman/.gitkeep": "",
    "spec/a/spec.md": specText(),
    "spec/b/spec.md": specText(),
    "skills/pdf/SKILL.md": skill,
  });
  const home = await temporaryTree({ ".claude/skills/mine/SKILL.md": skill.replace("pdf", "mine") });
  const { counts, summary } = await run(root, {}, home);
  expect(counts).toMatchObject({ artifacts: "2 specifications", skills: "1" });
  expect(summary).toContain("artifacts (2 specifications)");
});
