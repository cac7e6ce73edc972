import { findChanges } from "../../changes/library.ts";
import { layoutFindings, reviewSpecs } from "../../changes/operations/validate.ts";
import { driftNotes } from "../../changes/review/review.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { withRegistry } from "../../skills/operations/registry-of.ts";
import { validateOperation } from "../../skills/operations/validate.ts";
import type { SpecFinding } from "../../specs/findings.ts";
import { findSpecs } from "../../specs/library.ts";
import { openProject } from "../../specs/project.ts";
import type { TraceReport } from "../../trace/gate/report.ts";
import { projectConfigFile, splitConfigMessage } from "../../workspace/config/user-folders.ts";
import { listLayouts } from "../init/survey.ts";
import { quickReviews, reviewAllChanges } from "../work/change-reviews.ts";
import { fromArtifacts } from "./artifacts.ts";
import { fromFeatures } from "./features.ts";
import type { Area, AreaReport, Depth, ScopedFinding } from "./finding.ts";
import { fromTrace, type TraceRequest } from "./trace.ts";

/** The findings of all areas, and how much was read. */
export interface Collection {
  readonly findings: readonly ScopedFinding[];
  /** The number of documents in each area that has any: `8`, or `3 specifications, 3 implementations`. */
  readonly counts: ReadonlyMap<Area, string>;
  /** What could not be checked, in sentences. */
  readonly notes: readonly string[];
  /** How many requirements the specs hold. */
  readonly requirements: number;
  readonly trace: TraceReport | undefined;
  /** How many findings are only notes. They are not listed: the validator of their area does that. */
  readonly remarks: number;
}

/** Runs the validators of the areas. An area that the workspace does not use has no findings. */
export async function collectFindings(
  context: Context,
  areas: readonly Area[],
  depth: Depth = "full",
  request: TraceRequest = { since: undefined, isEvidenceRequired: false },
): Promise<Result<Collection>> {
  const findings: ScopedFinding[] = [];
  const counts = new Map<Area, string>();
  const notes: string[] = [];
  let requirements = 0;
  let trace: TraceReport | undefined;
  let remarks = 0;
  for (const [step, area] of areas.entries()) {
    context.progress({ done: step, total: areas.length, message: `checking ${area}` });
    const report = await validators[area](context, depth, request);
    if (report.ok) {
      findings.push(...report.value.findings);
      notes.push(...report.value.notes);
      requirements += report.value.requirements ?? 0;
      trace ??= report.value.trace;
      remarks += report.value.remarks ?? 0;
      if (report.value.count !== "") counts.set(area, report.value.count);
    }
    // Invalid settings must not hide the findings of other areas.
    else if (report.fault.code === "invalid_config") findings.push(settingsFinding(report.fault, area));
    else return report;
  }
  return ok({
    findings: withoutRepeatedTags(withoutRepeatedSettings(findings)),
    counts,
    notes,
    requirements,
    trace,
    remarks,
  });
}

const tagRules = ["tag-orphaned", "tag-malformed"];

/** A tag that names nothing is reported by the artifacts too; the trace knows whether the branch wrote it. */
function withoutRepeatedTags(findings: readonly ScopedFinding[]): ScopedFinding[] {
  const traced = new Set(
    findings.flatMap(({ area, file, line }) => (area === "trace" ? [`${file}:${line}`] : [])),
  );
  return findings.filter(
    ({ area, rule, file, line }) =>
      area !== "artifacts" || !tagRules.includes(rule) || !traced.has(`${file}:${line}`),
  );
}

const settingsRule = "settings";

function settingsFinding({ message, remedy }: Fault, area: Area): ScopedFinding {
  const location = { file: projectConfigFile, ...splitConfigMessage(message) };
  return { area, rule: settingsRule, severity: "error", ...location, fix: remedy };
}

/** Every area that reads the settings reports their problems; each is kept once, as an error. */
function withoutRepeatedSettings(findings: readonly ScopedFinding[]): ScopedFinding[] {
  const reported = new Set<string>();
  return findings.flatMap((finding) => {
    if (finding.rule !== settingsRule) return [finding];
    if (reported.has(finding.message)) return [];
    reported.add(finding.message);
    return [{ ...finding, severity: "error" as const }];
  });
}

type Validator = (context: Context, depth: Depth, request: TraceRequest) => Promise<Result<AreaReport>>;

const validators: Readonly<Record<Area, Validator>> = {
  specs: fromSpecs,
  changes: fromChanges,
  features: async (context) => {
    const findings = await fromFeatures(context);
    if (!findings.ok) return findings;
    return ok({ findings: findings.value, count: await countOf(context, "feature"), notes: [] });
  },
  artifacts: fromArtifacts,
  trace: fromTrace,
  skills: fromSkills,
};

/** Above this, reading the specs for the first time takes seconds. */
const maxQuickSpecs = 2_000;

async function fromSpecs({ workspace }: Context, depth: Depth): Promise<Result<AreaReport>> {
  const project = await openProject(workspace);
  const entries = await findSpecs(workspace, project.layouts);
  const isLeftOut = depth === "quick" && entries.length > maxQuickSpecs;
  const { findings, requirements } = await reviewSpecs(project, isLeftOut ? [] : entries);
  return ok({
    requirements,
    findings: inArea("specs", [...findings, ...(await layoutFindings(project))]),
    remarks: remarksIn(findings),
    count: countText(entries.length),
    notes: isLeftOut ? [`The ${entries.length} specs were not validated.`] : [],
  });
}

async function fromChanges({ workspace }: Context, depth: Depth): Promise<Result<AreaReport>> {
  const project = await openProject(workspace);
  const total = (await findChanges(workspace, project.layouts)).length;
  const reviews = await (depth === "quick" ? quickReviews(project) : reviewAllChanges(project));
  if (!reviews.ok) return reviews;
  const findings = (reviews.value ?? []).flatMap((review) => review.findings);
  const unchecked = reviews.value === undefined ? [`The ${total} changes were not validated.`] : [];
  const drift = driftNotes(findings);
  return ok({
    findings: inArea("changes", findings),
    remarks: remarksIn(findings.filter((finding) => driftNotes([finding]).length === 0)),
    count: countText(total),
    notes: [...unchecked, ...drift],
  });
}

function remarksIn(findings: readonly SpecFinding[]): number {
  return findings.filter(({ severity }) => severity === "note").length;
}

function inArea(area: Area, findings: readonly SpecFinding[]): ScopedFinding[] {
  return findings.flatMap(({ section: _section, severity, ...finding }) =>
    severity === "note" ? [] : [{ area, severity, ...finding }],
  );
}

function countText(total: number): string {
  return total === 0 ? "" : String(total);
}

async function countOf({ workspace }: Context, noun: string): Promise<string> {
  const layouts = await listLayouts(workspace);
  return countText(layouts.reduce((sum, { holds }) => sum + (holds[noun] ?? 0), 0));
}

/** The project's skills; those of the user and of plugins are not the project's to fix. */
async function fromSkills(context: Context): Promise<Result<AreaReport>> {
  const verdict = await context.call(validateOperation, {});
  if (!verdict.ok) return verdict;
  const findings = [...verdict.value.errors, ...verdict.value.warnings]
    .filter(({ file }) => !file.startsWith("/") && !file.startsWith(".."))
    .flatMap(({ severity, ...finding }) =>
      severity === "note" ? [] : [{ area: "skills" as const, severity, ...finding }],
    );
  return withRegistry(context, async (registry) => {
    const { discovery } = await registry.snapshot();
    const total = discovery.skills.filter(({ location }) => location === "project").length;
    return ok({ findings, count: countText(total), notes: [] });
  });
}
