import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { Digests, type SpecDigest } from "../../specs/digests.ts";
import { Findings, type SpecFinding, Verdict, verdictOf } from "../../specs/findings.ts";
import type { RuleProfile } from "../../specs/layouts.ts";
import {
  findSpec,
  findSpecs,
  isText,
  loadSpecNow,
  type SpecEntry,
  shortPurpose,
  titleOf,
} from "../../specs/library.ts";
import { verdictForPeople, verdictText } from "../../specs/operations/verdict-text.ts";
import { openProject, profileOf, type SpecProject } from "../../specs/project.ts";
import { checkSpec } from "../../specs/rules.ts";
import { storeNotice } from "../../specs/store.ts";
import { splitConfigMessage } from "../../workspace/config/user-folders.ts";
import { isYieldDue, yieldIfDue } from "../../workspace/process/event-loop.ts";
import { archivedNotFound, findArchivedChange, findArchivedChanges } from "../archive/archived.ts";
import { type Change, loadSummary } from "../library.ts";
import { configFindings } from "../review/config-findings.ts";
import { reviewChanges } from "../review/review.ts";

const strict = z.boolean().optional().describe("Whether warnings fail too");
const profile = z
  .enum(["spox", "openspec"])
  .optional()
  .describe("Whose rules apply where Spec Oxide and OpenSpec disagree (default: the layout's own)");

export const validateSpec = operation({
  name: "validate_spec",
  title: "Validate specs",
  summary: "Validates one spec, or all of them, in structure and content.",
  details:
    "Each finding names its rule, file, section and line, and the fix where there is a mechanical one.",
  icon: "check",
  effects: reading,
  input: z.object({
    spec_id: z.string().optional().describe("Id of one spec (default: all)"),
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
    const { findings } = await reviewSpecs(project, specs.value, rulesAsked(context, input.profile));
    if (input.spec_id === undefined) findings.push(...(await layoutFindings(project)));
    const only = specs.value.length === 1 ? specs.value[0]?.id : undefined;
    const nouns = only === undefined ? count(specs.value.length, "spec") : `spec ${only}`;
    return ok(verdictOf(findings, nouns, input.strict));
  },
  text: verdictText,
  human: (verdict, _input, style) => verdictForPeople(verdict, style),
});

const changeInput = {
  change_id: z.string().optional().describe("Id of one change (default: all active changes)"),
  strict,
  profile,
};

export const validateChange = operation({
  name: "validate_change",
  title: "Validate changes",
  summary: "Validates one change proposal, or all active ones: valid means that archiving would accept it.",
  details:
    "Checks the proposal, the tasks and the deltas, and runs the archive without writing: targets that do not exist, dropped scenarios, conflicts with the spec and with other active changes.",
  icon: "check",
  seldom: ["profile", "archived"],
  effects: reading,
  input: z.object({
    ...changeInput,
    archived: z.boolean().optional().describe("Check archived changes instead: their tasks must be done"),
  }),
  output: Verdict.extend({
    blocked: z
      .array(z.object({ change_id: z.string(), by: z.array(z.string()) }))
      .optional()
      .describe("Changes that can be archived only after others"),
  }),
  dropIn: { input: z.object(changeInput), output: Verdict },
  cli: { words: "changes validate", positionals: ["change_id"] },
  exitCode: ({ valid }) => (valid ? 0 : 1),
  run: async (context, input) => {
    const project = await openProject(context.workspace);
    const profile = rulesAsked(context, input.profile);
    if (input.archived === true) return validateArchived(project, input);
    const reviewed = await reviewChanges(project, { id: input.change_id, profile });
    if (!reviewed.ok) return reviewed;
    const findings = reviewed.value.flatMap((assessment) => assessment.findings);
    const verdict = verdictOf(findings, nounsOf(reviewed.value.map(({ change }) => change)), input.strict);
    const blocked = reviewed.value
      .filter(({ blockedBy }) => blockedBy.length > 0)
      .map(({ change, blockedBy }) => ({ change_id: change.entry.id, by: [...blockedBy] }));
    return ok(
      blocked.length === 0 ? verdict : { ...verdict, summary: blockedSummary(verdict, blocked), blocked },
    );
  },
  text: verdictText,
  human: (verdict, _input, style) => verdictForPeople(verdict, style),
});

/** "Valid: change add-ui, no findings. Blocked until `add-api` is archived." */
function blockedSummary({ valid, summary }: Verdict, blocked: readonly { by: readonly string[] }[]): string {
  if (!valid) return summary;
  if (blocked.length > 1) return `${summary} ${blocked.length} changes are blocked by others.`;
  const by = (blocked[0]?.by ?? []).map((id) => `\`${id}\``).join(" and ");
  return `${summary} Blocked until ${by} is archived.`;
}

/** "change add-login", or "3 changes". */
function nounsOf(changes: readonly Pick<Change, "entry">[], noun = "change"): string {
  const [only] = changes;
  return changes.length === 1 && only !== undefined
    ? `${noun} ${only.entry.id}`
    : count(changes.length, noun);
}

/** What is archived is in the specs; whether its work was finished can still be seen. */
async function validateArchived(
  { workspace, layouts }: SpecProject,
  { change_id: id, strict }: { change_id?: string | undefined; strict?: boolean | undefined },
): Promise<Result<Verdict>> {
  const entries = await findArchivedChanges(workspace, layouts);
  const one = id === undefined ? undefined : findArchivedChange(entries, id);
  if (id !== undefined && one === undefined) return archivedNotFound(entries, id);
  const chosen = one === undefined ? entries : [one];
  const findings: SpecFinding[] = [];
  for (const entry of chosen) {
    const { tasks } = await loadSummary(workspace, entry);
    const open = tasks.items.filter((task) => !task.done);
    const [first] = open;
    if (first === undefined) continue;
    const own = new Findings(tasks.path, entry.layout.profile);
    const message = `The change was archived with ${count(open.length, "open task")} of ${tasks.items.length}: "${first.text}"${open.length > 1 ? ", …" : ""}`;
    const fix = "Check the box if the task is done; otherwise start a change that finishes it.";
    own.error({ rule: "archived-open-tasks", section: "", line: first.line, message, fix });
    findings.push(...own.list);
  }
  return ok(
    verdictOf(
      findings,
      nounsOf(
        chosen.map((entry) => ({ entry })),
        "archived change",
      ),
      strict,
    ),
  );
}

/** The argument first; else what the server's profile implies, whatever the layout. */
function rulesAsked({ flags }: Context, asked: RuleProfile | undefined): RuleProfile | undefined {
  const implied = flags["spec-rules"];
  return asked ?? (implied === "spox" || implied === "openspec" ? implied : undefined);
}

async function chosenSpecs(project: SpecProject, id: string | undefined): Promise<Result<SpecEntry[]>> {
  const entries = await findSpecs(project.workspace, project.layouts);
  if (id === undefined) return ok(entries);
  const entry = findSpec(entries, id);
  return entry.ok ? ok([entry.value]) : entry;
}

/** The findings in these specs, and how much they hold. */
export interface SpecReview {
  readonly findings: SpecFinding[];
  readonly requirements: number;
  readonly scenarios: number;
}

/** One spec after the other: a large tree is never in memory as a whole. */
export async function reviewSpecs(
  project: SpecProject,
  entries: readonly SpecEntry[],
  asked?: RuleProfile,
): Promise<SpecReview> {
  const digests = new Digests(project, entries);
  const findings: SpecFinding[] = [];
  let requirements = 0;
  let scenarios = 0;
  const check = (entry: SpecEntry) => {
    const profile = profileOf(project, entry.layout, asked);
    const digest = digests.of(
      entry,
      (known) => known.findings?.[profile] !== undefined && known.counts !== undefined,
      (known) => checkEntry(project, entry, profile, known),
    );
    findings.push(...(digest.findings?.[profile] ?? []));
    requirements += digest.counts?.requirements ?? 0;
    scenarios += digest.counts?.scenarios ?? 0;
  };
  for (const entry of entries) {
    if (isYieldDue()) await yieldIfDue();
    check(entry);
  }
  digests.save(entries);
  return { findings, requirements, scenarios };
}

/** What the rules say about one spec as it is now, without the stored digests. */
export function specFindings(project: SpecProject, entry: SpecEntry): readonly SpecFinding[] {
  const profile = profileOf(project, entry.layout);
  return checkEntry(project, entry, profile, undefined).findings?.[profile] ?? [];
}

function checkEntry(
  project: SpecProject,
  entry: SpecEntry,
  profile: RuleProfile,
  known: SpecDigest | undefined,
): SpecDigest {
  const loaded = loadSpecNow(project.workspace, entry, project.vocabulary);
  const { spec, file, problems } = loaded;
  const findings = new Findings(entry.path, profile);
  for (const { rule, line, message, fix } of problems) {
    if (rule === "unreadable-file" || rule === "invalid-utf8")
      findings.error({ rule, section: "", line, message, fix });
  }
  if (file !== undefined && isText(file)) checkSpec(spec, project.vocabulary, findings);
  const all = { ...known?.findings, [profile]: findings.list };
  const counts = {
    requirements: spec.requirements.length,
    scenarios: spec.requirements.reduce((sum, each) => sum + each.scenarios.length, 0),
  };
  return { title: titleOf(loaded), purpose: shortPurpose(spec), problems, counts, findings: all };
}

export async function layoutFindings(project: SpecProject): Promise<SpecFinding[]> {
  const { settingsProblem } = project;
  const settings = new Findings("hewto.toml", "spox");
  if (settingsProblem !== undefined) {
    const { message, remedy: fix } = settingsProblem;
    settings.warning({ rule: "settings", section: "", ...splitConfigMessage(message), fix });
  }
  const layouts = project.layouts.flatMap((layout) =>
    layout.problems.map(
      ({ path, ...problem }): SpecFinding => ({ ...problem, severity: "warning", file: path, section: "" }),
    ),
  );
  const config = await configFindings(project.workspace);
  return [...settings.list, ...layouts, ...config, ...storeFindings(project)];
}

/** Nothing was checked, and the verdict must not look as if it was. */
function storeFindings({ store }: SpecProject): SpecFinding[] {
  if (store === undefined) return [];
  const findings = new Findings("openspec/config.yaml", "openspec");
  findings.warning({ rule: "store-elsewhere", section: "", line: 1, message: storeNotice(store) });
  return findings.list;
}
