import { WorkspaceStatus } from "../../artifacts/status-report.ts";
import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { Verdict } from "../../specs/findings.ts";
import { projectConfigFile, settingsPlace } from "../../workspace/config-places.ts";
import { exists } from "../../workspace/files.ts";
import { literalPath } from "../../workspace/paths.ts";
import { workspaceStatusTool } from "../artifacts/status.ts";
import type { Context } from "../context.ts";
import { layoutsHere, total } from "../init/found.ts";
import { registryOf } from "../skills/registry-of.ts";
import { SkillVerdict, validateOperation } from "../skills/validate.ts";
import { validateChange, validateSpec } from "../specs/validate.ts";
import { fromFeatures } from "./features.ts";
import type { Area, ScopedFinding } from "./finding.ts";

/** Everything that the validators of the areas find. An area that the workspace does not use has nothing to say. */
export async function gather(context: Context, wanted: readonly Area[]): Promise<Result<ScopedFinding[]>> {
  const findings: ScopedFinding[] = [];
  for (const [step, area] of wanted.entries()) {
    context.progress({ done: step, total: wanted.length, message: `checking ${area}` });
    const found = await gatherers[area](context);
    // What is wrong with the settings must not hide what is wrong elsewhere.
    if (found.ok) findings.push(...found.value);
    else if (found.fault.code === "invalid_config") findings.push(aboutSettings(found.fault, area));
    else return found;
  }
  return ok(settingsOnce(findings));
}

const settingsRule = "settings";

function aboutSettings({ message, remedy }: Fault, area: Area): ScopedFinding {
  const place = { file: projectConfigFile, ...settingsPlace(message) };
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

const gatherers: Readonly<Record<Area, (context: Context) => Promise<Result<ScopedFinding[]>>>> = {
  specs: (context) => fromVerdict(validateSpec.run(context, {}), "specs"),
  changes: (context) => fromVerdict(validateChange.run(context, {}), "changes"),
  features: fromFeatures,
  artifacts: fromArtifacts,
  skills: fromSkills,
};

async function fromVerdict(run: Promise<Result<unknown>>, area: Area): Promise<Result<ScopedFinding[]>> {
  const output = await run;
  if (!output.ok) return output;
  const { errors, warnings } = Verdict.parse(output.value);
  const rows = [...errors, ...warnings].map(({ rule, severity, file, line, message, fix }) => ({
    area,
    rule,
    severity: severity === "error" ? ("error" as const) : ("warning" as const),
    file,
    line,
    message,
    ...(fix === undefined ? {} : { fix }),
  }));
  return ok(rows);
}

/** Skills of this project; those of the person or of plugins are not the project's to mend. */
async function fromSkills(context: Context): Promise<Result<ScopedFinding[]>> {
  const output = await validateOperation.run(context, {});
  if (!output.ok) return output;
  const { errors, warnings } = SkillVerdict.parse(output.value);
  const inside = [...errors, ...warnings].filter(
    ({ file }) => !file.startsWith("/") && !file.startsWith(".."),
  );
  return ok(inside.map((row) => ({ area: "skills", ...row })));
}

/** How many things of this project the validators could have something to say about. */
export async function subjectsOf(context: Context) {
  const layouts = await layoutsHere(context.workspace);
  const written = layouts.reduce((sum, { holds }) => sum + total(holds), 0);
  const registry = registryOf(context);
  const found = registry.ok ? (await registry.value.snapshot()).discovery.skills : [];
  const skills = found.filter(({ location }) => location === "project").length;
  return { written, skills, layouts: layouts.length };
}

async function fromArtifacts(context: Context): Promise<Result<ScopedFinding[]>> {
  if (!(await exists(context.workspace, literalPath(".specman")))) return ok([]);
  const input = workspaceStatusTool.input.parse({});
  const output = await workspaceStatusTool.run(context, input);
  if (!output.ok) return output;
  const status = WorkspaceStatus.parse(output.value);
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
  return ok(findings);
}

type Violation = WorkspaceStatus["structure_errors"][number];

function violation({ rule, severity, path, line, message, remedy }: Violation): ScopedFinding {
  return { area: "artifacts", rule, severity, file: path, line, message, fix: remedy };
}
