import type { WorkspaceStatus } from "../../artifacts/checks/status-report.ts";
import { findArtifacts } from "../../artifacts/locate/home.ts";
import { kindFacts } from "../../artifacts/model/kinds.ts";
import { StatusParts, statusOf } from "../../artifacts/operations/status.ts";
import { studioAt } from "../../artifacts/operations/studio-of.ts";
import { validateChange, validateSpec } from "../../changes/operations/validate.ts";
import { driftNotes } from "../../changes/review/review.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { registryOf } from "../../skills/operations/registry-of.ts";
import { SkillVerdict, validateOperation } from "../../skills/operations/validate.ts";
import { Verdict } from "../../specs/findings.ts";
import { projectConfigFile, splitConfigMessage } from "../../workspace/config/user-folders.ts";
import { listLayouts } from "../init/survey.ts";
import { fromFeatures } from "./features.ts";
import type { Area, ScopedFinding } from "./finding.ts";

/** What was found, and how much was read for it. */
export interface Gathered {
  readonly findings: ScopedFinding[];
  /** The areas that were read and hold something, in words: `8`, or `3 specifications, 3 implementations`. */
  readonly read: ReadonlyMap<Area, string>;
  /** What could not be looked at, in sentences. */
  readonly notes: readonly string[];
}

/** Everything that the validators of the areas find. An area that the workspace does not use has nothing to say. */
export async function gather(context: Context, wanted: readonly Area[]): Promise<Result<Gathered>> {
  const findings: ScopedFinding[] = [];
  const read = new Map<Area, string>();
  const notes: string[] = [];
  for (const [step, area] of wanted.entries()) {
    context.progress({ done: step, total: wanted.length, message: `checking ${area}` });
    const found = await gatherers[area](context);
    if (found.ok) {
      findings.push(...found.value.findings);
      notes.push(...(found.value.notes ?? []));
      if (found.value.read !== "") read.set(area, found.value.read);
    }
    // What is wrong with the settings must not hide what is wrong elsewhere.
    else if (found.fault.code === "invalid_config") findings.push(aboutSettings(found.fault, area));
    else return found;
  }
  return ok({ findings: settingsOnce(findings), read, notes });
}

const settingsRule = "settings";

function aboutSettings({ message, remedy }: Fault, area: Area): ScopedFinding {
  const place = { file: projectConfigFile, ...splitConfigMessage(message) };
  return { area, rule: settingsRule, severity: "error", ...place, fix: remedy };
}

/** Every area that reads the settings tells what is wrong with them; once is enough, and it is no small thing. */
function settingsOnce(findings: readonly ScopedFinding[]): ScopedFinding[] {
  const told = new Set<string>();
  return findings.flatMap((finding) => {
    if (finding.rule !== settingsRule) return [finding];
    if (told.has(finding.message)) return [];
    told.add(finding.message);
    return [{ ...finding, severity: "error" as const }];
  });
}

/** The findings of one area; `read` is empty where there was nothing to read. */
interface AreaReport {
  readonly findings: ScopedFinding[];
  readonly read: string;
  readonly notes?: readonly string[];
}

const gatherers: Readonly<Record<Area, (context: Context) => Promise<Result<AreaReport>>>> = {
  specs: (context) => counted(context, "spec", fromVerdict(validateSpec.run(context, {}), "specs")),
  changes: (context) => counted(context, "change", fromVerdict(validateChange.run(context, {}), "changes")),
  features: (context) => counted(context, "feature", featureReport(context)),
  artifacts: fromArtifacts,
  skills: fromSkills,
};

async function featureReport(context: Context): Promise<Result<Omit<AreaReport, "read">>> {
  const findings = await fromFeatures(context);
  return findings.ok ? ok({ findings: findings.value }) : findings;
}

async function counted(
  { workspace }: Context,
  noun: string,
  run: Promise<Result<Omit<AreaReport, "read">>>,
): Promise<Result<AreaReport>> {
  const report = await run;
  if (!report.ok) return report;
  const layouts = await listLayouts(workspace);
  const number = layouts.reduce((sum, { holds }) => sum + (holds[noun] ?? 0), 0);
  return ok({ ...report.value, read: number === 0 ? "" : String(number) });
}

async function fromVerdict(
  run: Promise<Result<unknown>>,
  area: Area,
): Promise<Result<Omit<AreaReport, "read">>> {
  const output = await run;
  if (!output.ok) return output;
  const { errors, warnings, notes } = Verdict.parse(output.value);
  const findings = [...errors, ...warnings].map(({ rule, severity, file, line, message, fix }) => ({
    area,
    rule,
    severity: severity === "error" ? ("error" as const) : ("warning" as const),
    file,
    line,
    message,
    ...(fix === undefined ? {} : { fix }),
  }));
  return ok({ findings, notes: driftNotes(notes) });
}

/** Skills of this project; those of the person or of plugins are not the project's to fix. */
async function fromSkills(context: Context): Promise<Result<AreaReport>> {
  const output = await validateOperation.run(context, {});
  if (!output.ok) return output;
  const { errors, warnings } = SkillVerdict.parse(output.value);
  const inside = [...errors, ...warnings].filter(
    ({ file }) => !file.startsWith("/") && !file.startsWith(".."),
  );
  const registry = registryOf(context);
  const skills = registry.ok ? (await registry.value.snapshot()).discovery.skills : [];
  const number = skills.filter(({ location }) => location === "project").length;
  return ok({
    findings: inside.map((row) => ({ area: "skills", ...row })),
    read: number === 0 ? "" : String(number),
  });
}

async function fromArtifacts(context: Context): Promise<Result<AreaReport>> {
  const home = await findArtifacts(context.workspace);
  if (home === undefined) return ok({ findings: [], read: "" });
  const output = await statusOf(context, studioAt(context, home, "check"), StatusParts.parse({}));
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
      const under = artifact.compliance_scan_root;
      findings.push({
        area: "artifacts",
        rule: "constraint-not-ensured",
        severity: "error",
        file: artifact.path,
        line: 1,
        message: `No validation tag ensures the constraint group \`${group}\`.`,
        fix: `Add a test and tag it with [ENSURES: ${group}:TEST].`,
        ...(under === undefined ? {} : { under }),
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
  return ok({ findings, read: artifactCounts(Object.keys(status.artifacts)) });
}

/** `3 specifications, 1 implementation`, from the handles. */
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
