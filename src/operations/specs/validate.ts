import * as z from "zod";
import { reviewChanges } from "../../changes/review.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { type Finding, Findings, Verdict, verdictOf } from "../../specs/findings.ts";
import { findSpec, findSpecs, type LoadedSpec, loadSpecs } from "../../specs/library.ts";
import { openProject, profileOf, type SpecProject } from "../../specs/project.ts";
import { checkSpec } from "../../specs/rules.ts";
import { operation, reading } from "../operation.ts";
import { verdictForPeople, verdictText } from "./verdict-text.ts";

const strict = z.boolean().optional().describe("Whether warnings fail too");
const profile = z
  .enum(["spox", "openspec"])
  .optional()
  .describe("Whose rules hold where Spec Oxide and OpenSpec disagree; the layout's own unless told");

export const validateSpec = operation({
  name: "validate_spec",
  title: "Validate specs",
  summary: "Validates one spec, or all of them, in structure and content.",
  details:
    "Each finding names its rule, file, section and line, and the fix where there is a mechanical one.",
  icon: "check",
  effects: reading,
  input: z.object({
    spec_id: z.string().optional().describe("Id of one spec; all of them unless told"),
    strict,
    profile,
  }),
  output: Verdict,
  cli: { words: "specs validate", positionals: ["spec_id"] },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async (context, input) => {
    const project = await openProject(context.workspace);
    const specs = await chosenSpecs(project, input.spec_id);
    if (!specs.ok) return specs;
    const findings = specs.value.flatMap((loaded) => {
      return findingsOf(loaded, project, input.profile);
    });
    if (input.spec_id === undefined) findings.push(...layoutFindings(project));
    const only = specs.value.length === 1 ? specs.value[0]?.entry.id : undefined;
    const nouns = only === undefined ? count(specs.value.length, "spec") : `spec ${only}`;
    return ok(verdictOf(findings, nouns, input.strict));
  },
  text: verdictText,
  human: (verdict, _input, style) => verdictForPeople(verdict, style),
});

export const validateChange = operation({
  name: "validate_change",
  title: "Validate changes",
  summary: "Validates one change proposal, or all active ones: valid means that archiving would accept it.",
  details:
    "Checks the proposal, the tasks and the deltas, and runs the archive without writing: targets that do not exist, dropped scenarios, conflicts with the spec and with other active changes.",
  icon: "check",
  effects: reading,
  input: z.object({
    change_id: z.string().optional().describe("Id of one change; all active ones unless told"),
    strict,
    profile,
  }),
  output: Verdict,
  cli: { words: "changes validate", positionals: ["change_id"] },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async (context, input) => {
    const project = await openProject(context.workspace);
    const reviewed = await reviewChanges(project, { id: input.change_id, profile: input.profile });
    if (!reviewed.ok) return reviewed;
    const findings = reviewed.value.flatMap((assessment) => assessment.findings);
    const only = reviewed.value.length === 1 ? reviewed.value[0]?.change.entry.id : undefined;
    const nouns = only === undefined ? count(reviewed.value.length, "change") : `change ${only}`;
    return ok(verdictOf(findings, nouns, input.strict));
  },
  text: verdictText,
  human: (verdict, _input, style) => verdictForPeople(verdict, style),
});

async function chosenSpecs(project: SpecProject, id: string | undefined): Promise<Result<LoadedSpec[]>> {
  const entries = await findSpecs(project.workspace, project.layouts);
  if (id === undefined) return ok(await loadSpecs(project.workspace, entries, project.vocabulary));
  const entry = findSpec(entries, id);
  return entry.ok ? ok(await loadSpecs(project.workspace, [entry.value], project.vocabulary)) : entry;
}

function findingsOf(
  loaded: LoadedSpec,
  project: SpecProject,
  asked: SpecProject["profile"],
): readonly Finding[] {
  const { entry, spec, file, problems } = loaded;
  const findings = new Findings(entry.path, profileOf(project, entry.layout, asked));
  for (const { rule, line, message } of problems) {
    if (rule === "unreadable-file" || rule === "invalid-utf8")
      findings.error({ rule, section: "", line, message });
  }
  if (file !== undefined) checkSpec(spec, project.vocabulary, findings);
  return findings.list;
}

function layoutFindings(project: SpecProject): Finding[] {
  const { settingsProblem } = project;
  const settings = new Findings("hewto.toml", "spox");
  if (settingsProblem !== undefined) {
    settings.warning({ rule: "settings", section: "", line: 1, message: settingsProblem.message });
  }
  const layouts = project.layouts.flatMap((layout) =>
    layout.problems.map(
      ({ path, rule, line, message }): Finding => ({
        rule,
        severity: "warning",
        file: path,
        section: "",
        line,
        message,
      }),
    ),
  );
  return [...settings.list, ...layouts];
}
