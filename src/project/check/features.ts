import { ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { readDocuments } from "../../workflow/documents.ts";
import { type Feature, featureAt, featuresIn } from "../../workflow/feature.ts";
import { parseFeatureName } from "../../workflow/feature-name.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import type { ScopedFinding } from "./finding.ts";

/** What is not in order in the numbered feature folders of this checkout. Being under way is no fault. */
export async function fromFeatures({ workspace }: Context): Promise<Result<ScopedFinding[]>> {
  const named = await featuresIn(workspace, await specsFolderOf(workspace));
  const findings = takenNumbers(named.map(({ path }) => String(path)));
  for (const { path } of named) findings.push(...(await inFolder(featureAt(workspace, path))));
  return ok(findings);
}

async function inFolder(feature: Feature): Promise<ScopedFinding[]> {
  const documents = await readDocuments(feature);
  const tell = (name: string, rule: string, message: string, fix: string, line = 1): ScopedFinding => ({
    area: "features",
    rule,
    severity: "warning",
    file: `${feature.path}/${name}`,
    line,
    message,
    fix,
  });
  if (!documents.ok)
    return [{ ...tell("spec.md", "unreadable", documents.fault.message, documents.fault.remedy) }];
  const { spec, plan, tasks, items } = documents.value;
  const findings: ScopedFinding[] = [];
  if (spec === undefined && (plan !== undefined || tasks !== undefined))
    findings.push(
      tell(
        "spec.md",
        "feature-without-spec",
        "The feature has a plan or tasks and no spec.",
        `hewto run specify ${feature.folder}`,
      ),
    );
  if (tasks !== undefined && items.length === 0)
    findings.push(
      tell(
        "tasks.md",
        "tasks-without-box",
        "No line is a task, so nothing can be ticked off.",
        "Write one task per line: `- [ ] T001 …`.",
      ),
    );
  const isPlanned = plan !== undefined || tasks !== undefined;
  for (const { line, text } of isPlanned ? questionLines(spec ?? "") : [])
    findings.push(
      tell(
        "spec.md",
        "open-question",
        `Planned with a question open: ${text}`,
        `hewto run clarify ${feature.folder}`,
        line,
      ),
    );
  return findings;
}

function questionLines(spec: string): { line: number; text: string }[] {
  return spec.split("\n").flatMap((text, at) => {
    const question = /\[NEEDS CLARIFICATION(?::([^\]]{0,1000}))?\]/.exec(text);
    return question ? [{ line: at + 1, text: question[1]?.trim() || "[NEEDS CLARIFICATION]" }] : [];
  });
}

function takenNumbers(paths: readonly string[]): ScopedFinding[] {
  const first = new Map<string, string>();
  return paths.flatMap((path) => {
    const number = parseFeatureName(path.slice(path.lastIndexOf("/") + 1))?.number ?? path;
    const other = first.get(number);
    if (other === undefined) first.set(number, path);
    if (other === undefined) return [];
    const message = `The number ${number} belongs to ${other} too.`;
    const fix = "Rename the younger folder to the next free number.";
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
