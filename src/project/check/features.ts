import type { Suggestion } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { readDocuments } from "../../workflow/documents.ts";
import { type Feature, featureAt, featuresIn } from "../../workflow/feature.ts";
import { parseFeatureName } from "../../workflow/feature-name.ts";
import { extensionsFile, loadHooks } from "../../workflow/hooks/hooks.ts";
import { openMarkers } from "../../workflow/phase.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import type { ScopedFinding } from "./finding.ts";

/** Problems in the numbered feature folders. A feature in progress is not a problem. */
export async function fromFeatures({ workspace }: Context): Promise<Result<ScopedFinding[]>> {
  const features = await featuresIn(workspace, await specsFolderOf(workspace));
  const findings = duplicateNumbers(features.map(({ path }) => String(path)));
  const { problems } = await loadHooks(workspace);
  for (const { line, message } of problems)
    findings.push({
      area: "features",
      rule: "hooks-malformed",
      severity: "warning",
      file: extensionsFile,
      line,
      message,
      fix: "Correct the file; spec-kit and Hewto skip hooks that they cannot read.",
    });
  for (const { path } of features) findings.push(...(await featureFindings(featureAt(workspace, path))));
  return ok(findings);
}

export async function featureFindings(feature: Feature): Promise<ScopedFinding[]> {
  const documents = await readDocuments(feature);
  const warning = (
    name: string,
    rule: string,
    message: string,
    fix: string,
    line = 1,
    suggest?: Suggestion,
  ): ScopedFinding => ({
    area: "features",
    rule,
    severity: "warning",
    file: `${feature.path}/${name}`,
    line,
    message,
    fix,
    suggest,
  });
  if (!documents.ok)
    return [warning("spec.md", "unreadable", documents.fault.message, documents.fault.remedy)];
  const { spec, plan, tasks, items } = documents.value;
  const findings: ScopedFinding[] = [];
  if (spec === undefined && (plan !== undefined || tasks !== undefined))
    findings.push(
      warning(
        "spec.md",
        "feature-without-spec",
        "The feature has a plan or tasks but no spec.",
        "Write its spec.",
        1,
        stepOf("specify", feature),
      ),
    );
  if (tasks !== undefined && items.length === 0)
    findings.push(
      warning(
        "tasks.md",
        "tasks-without-box",
        "The file has no tasks that can be checked off.",
        "Write one task per line: `- [ ] T001 …`.",
      ),
    );
  const isPlanned = plan !== undefined || tasks !== undefined;
  for (const { line, question } of isPlanned ? openMarkers(spec ?? "") : [])
    findings.push(
      warning(
        "spec.md",
        "open-question",
        `The feature is planned, but a question is open: ${question || "[NEEDS CLARIFICATION]"}`,
        "Answer it in the spec.",
        line,
        stepOf("clarify", feature),
      ),
    );
  return findings;
}

function stepOf(step: "specify" | "clarify", { folder, path }: Feature): Suggestion {
  return { operation: `speckit.${step}`, args: { spec_directory: path }, command: `run ${step} ${folder}` };
}

function duplicateNumbers(paths: readonly string[]): ScopedFinding[] {
  const first = new Map<string, string>();
  return paths.flatMap((path) => {
    const number = parseFeatureName(path.slice(path.lastIndexOf("/") + 1))?.number ?? path;
    const other = first.get(number);
    if (other === undefined) first.set(number, path);
    if (other === undefined) return [];
    const message = `${other} has the number ${number} too.`;
    const fix = "Rename the newer folder to the next free number.";
    return [
      {
        area: "features",
        rule: "number-taken",
        severity: "warning",
        file: `${path}/spec.md`,
        line: 1,
        message,
        fix,
      },
    ];
  });
}
