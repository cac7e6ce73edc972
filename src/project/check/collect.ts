import type { WorkspaceStatus } from "../../artifacts/checks/status-report.ts";
import { hasArtifacts } from "../../artifacts/locate/specman-workspace.ts";
import { kindFacts } from "../../artifacts/model/kinds.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { StatusParts, statusOf } from "../../artifacts/operations/status.ts";
import { validateChange, validateSpec } from "../../changes/operations/validate.ts";
import { driftNotes } from "../../changes/review/review.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { withRegistry } from "../../skills/operations/registry-of.ts";
import { validateOperation } from "../../skills/operations/validate.ts";
import type { Verdict } from "../../specs/findings.ts";
import { projectConfigFile, splitConfigMessage } from "../../workspace/config/user-folders.ts";
import { listLayouts } from "../init/survey.ts";
import { fromFeatures } from "./features.ts";
import type { Area, ScopedFinding } from "./finding.ts";

/** The findings of all areas, and how much was read. */
export interface Collection {
  readonly findings: readonly ScopedFinding[];
  /** The number of documents in each area that has any: `8`, or `3 specifications, 3 implementations`. */
  readonly counts: ReadonlyMap<Area, string>;
  /** What could not be checked, in sentences. */
  readonly notes: readonly string[];
}

/** Runs the validators of the areas. An area that the workspace does not use has no findings. */
export async function collectFindings(context: Context, areas: readonly Area[]): Promise<Result<Collection>> {
  const findings: ScopedFinding[] = [];
  const counts = new Map<Area, string>();
  const notes: string[] = [];
  for (const [step, area] of areas.entries()) {
    context.progress({ done: step, total: areas.length, message: `checking ${area}` });
    const report = await validators[area](context);
    if (report.ok) {
      findings.push(...report.value.findings);
      notes.push(...report.value.notes);
      if (report.value.count !== "") counts.set(area, report.value.count);
    }
    // Invalid settings must not hide the findings of other areas.
    else if (report.fault.code === "invalid_config") findings.push(settingsFinding(report.fault, area));
    else return report;
  }
  return ok({ findings: withoutRepeatedSettings(findings), counts, notes });
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

/** The findings of one area; `count` is "" if there was nothing to read. */
interface AreaReport {
  readonly findings: readonly ScopedFinding[];
  readonly count: string;
  readonly notes: readonly string[];
}

const validators: Readonly<Record<Area, (context: Context) => Promise<Result<AreaReport>>>> = {
  specs: async (context) => fromVerdict(context, "specs", "spec", await context.call(validateSpec, {})),
  changes: async (context) =>
    fromVerdict(context, "changes", "change", await context.call(validateChange, {})),
  features: async (context) => {
    const findings = await fromFeatures(context);
    if (!findings.ok) return findings;
    return ok({ findings: findings.value, count: await countOf(context, "feature"), notes: [] });
  },
  artifacts: fromArtifacts,
  skills: fromSkills,
};

async function fromVerdict(
  context: Context,
  area: Area,
  noun: string,
  verdict: Result<Verdict>,
): Promise<Result<AreaReport>> {
  if (!verdict.ok) return verdict;
  const { errors, warnings, notes } = verdict.value;
  const findings = [...errors, ...warnings].map(({ section: _section, ...finding }) => ({
    area,
    ...finding,
    severity: finding.severity === "error" ? ("error" as const) : ("warning" as const),
  }));
  return ok({ findings, count: await countOf(context, noun), notes: driftNotes(notes) });
}

async function countOf({ workspace }: Context, noun: string): Promise<string> {
  const layouts = await listLayouts(workspace);
  const total = layouts.reduce((sum, { holds }) => sum + (holds[noun] ?? 0), 0);
  return total === 0 ? "" : String(total);
}

/** The project's skills; those of the user and of plugins are not the project's to fix. */
async function fromSkills(context: Context): Promise<Result<AreaReport>> {
  const verdict = await context.call(validateOperation, {});
  if (!verdict.ok) return verdict;
  const findings = [...verdict.value.errors, ...verdict.value.warnings]
    .filter(({ file }) => !file.startsWith("/") && !file.startsWith(".."))
    .map((finding) => ({ area: "skills" as const, ...finding }));
  return withRegistry(context, async (registry) => {
    const { discovery } = await registry.snapshot();
    const total = discovery.skills.filter(({ location }) => location === "project").length;
    return ok({ findings, count: total === 0 ? "" : String(total), notes: [] });
  });
}

async function fromArtifacts(context: Context): Promise<Result<AreaReport>> {
  if (!(await hasArtifacts(context.workspace))) return ok({ findings: [], count: "", notes: [] });
  const output = await statusOf(
    context,
    sessionAt(context, context.workspace, "check"),
    StatusParts.parse({}),
  );
  if (!output.ok) return output;
  const status = output.value;
  const findings: ScopedFinding[] = status.structure_errors.map(violation);
  for (const artifact of Object.values(status.artifacts)) {
    findings.push(...artifact.structure_errors.map(violation), ...artifact.warnings.map(violation));
    for (const { kind, message, source } of artifact.reference_errors) {
      findings.push({
        area: "artifacts",
        rule: `reference-${kind}`,
        severity: "error",
        file: source.document,
        line: source.line,
        message,
      });
    }
    for (const group of artifact.compliance_missing) {
      findings.push({
        area: "artifacts",
        rule: "constraint-not-ensured",
        severity: "error",
        file: artifact.path,
        line: 1,
        message: `No validation tag ensures the constraint group \`${group}\`.`,
        fix: `Add a test and tag it with [ENSURES: ${group}:TEST].`,
        codeFolder: artifact.compliance_scan_root,
      });
    }
  }
  for (const { cycle, message } of status.cycle_errors) {
    findings.push({
      area: "artifacts",
      rule: "dependency-cycle",
      severity: "error",
      file: cycle[0] ?? ".",
      line: 1,
      message,
    });
  }
  return ok({ findings, count: artifactCounts(Object.keys(status.artifacts)), notes: [] });
}

/** `3 specifications, 1 implementation`, from the artifacts' handles. */
function artifactCounts(handles: readonly string[]): string {
  return Object.values(kindFacts)
    .map(({ scheme, noun, plural }) => {
      const number = handles.filter((handle) => handle.startsWith(`${scheme}://`)).length;
      return number === 0 ? "" : count(number, noun, plural);
    })
    .filter((part) => part !== "")
    .join(", ");
}

type Violation = WorkspaceStatus["structure_errors"][number];

function violation({ rule, severity, path, line, message, remedy }: Violation): ScopedFinding {
  return { area: "artifacts", rule, severity, file: path, line, message, fix: remedy };
}
