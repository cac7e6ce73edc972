import type { ComplianceGap, StatusReport } from "../../artifacts/checks/status.ts";
import type { WorkspaceStatus } from "../../artifacts/checks/status-report.ts";
import { isRequired } from "../../artifacts/compliance/compliance.ts";
import { hasArtifacts } from "../../artifacts/locate/specman-workspace.ts";
import { kindFacts } from "../../artifacts/model/kinds.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { StatusParts, statusOf } from "../../artifacts/operations/status.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import type { AreaReport, Depth, ScopedFinding } from "./finding.ts";

/** Problems in specifications, implementations and scratch pads, and gaps between them and the code. */
export async function fromArtifacts(context: Context, depth: Depth): Promise<Result<AreaReport>> {
  if (!(await hasArtifacts(context.workspace))) return ok({ findings: [], count: "", notes: [] });
  const { isScanned, report } = await artifactStatus(context, depth);
  if (!report.ok) return report;
  const findings = findingsIn(report.value);
  const notes = isScanned ? [] : ["The code was not searched for validation tags."];
  return ok({ findings, count: artifactCounts(Object.keys(report.value.status.artifacts)), notes });
}

/** Problems in the documents alone: the code is not searched. */
export async function fromArtifactDocuments(context: Context): Promise<Result<ScopedFinding[]>> {
  const session = sessionAt(context, context.workspace, "check");
  const report = await statusOf(context, session, StatusParts.parse({ compliance: false }));
  return report.ok ? ok(findingsIn(report.value)) : report;
}

function findingsIn({ status, gaps }: StatusReport): ScopedFinding[] {
  const findings: ScopedFinding[] = status.structure_errors.map(violation);
  for (const artifact of Object.values(status.artifacts)) {
    findings.push(...artifact.structure_errors.map(violation), ...artifact.warnings.map(violation));
    findings.push(...artifact.reference_errors.map(referenceFinding));
  }
  return [...findings, ...gaps.flatMap(gapFinding), ...status.cycle_errors.map(cycleFinding)];
}

/** How long a quick look may search the code for validation tags. */
const quickScanMs = 1_000;

async function artifactStatus(context: Context, depth: Depth) {
  const session = sessionAt(context, context.workspace, "check");
  const all = StatusParts.parse({});
  if (depth === "full") return { isScanned: true, report: await statusOf(context, session, all) };
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(quickScanMs)]);
  const scanned = await statusOf({ ...context, signal }, session, all);
  if (!signal.aborted) return { isScanned: true, report: scanned };
  const unscanned = StatusParts.parse({ compliance: false });
  return { isScanned: false, report: await statusOf(context, session, unscanned) };
}

/** A gap is shown where the group is written. One that the specification only recommends is not an error. */
function gapFinding({ implementation, constraint, scanRoot }: ComplianceGap): ScopedFinding[] {
  const { constraint_id: group, level, path, line } = constraint;
  if (level === "MAY") return [];
  const message =
    level === "SHOULD"
      ? `The constraint group \`${group}\` should be ensured, and no validation tag of ${implementation.handle} names it.`
      : `No validation tag of ${implementation.handle} ensures the constraint group \`${group}\`.`;
  return [
    {
      area: "artifacts",
      rule: "constraint-not-ensured",
      severity: isRequired(constraint) ? "error" : "warning",
      file: path,
      line,
      message,
      fix: `Add a test and tag it with [ENSURES: ${group}:TEST].`,
      codeFolder: scanRoot,
      otherFile: implementation.path,
    },
  ];
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
type ReferenceError = WorkspaceStatus["artifacts"][string]["reference_errors"][number];
type CycleError = WorkspaceStatus["cycle_errors"][number];

function violation({ rule, severity, path, line, message, remedy }: Violation): ScopedFinding {
  return { area: "artifacts", rule, severity, file: path, line, message, fix: remedy };
}

function referenceFinding({ kind, message, source }: ReferenceError): ScopedFinding {
  return {
    area: "artifacts",
    rule: `reference-${kind}`,
    severity: "error",
    file: source.document,
    line: source.line,
    message,
  };
}

function cycleFinding({ cycle, message }: CycleError): ScopedFinding {
  return {
    area: "artifacts",
    rule: "dependency-cycle",
    severity: "error",
    file: cycle[0] ?? ".",
    line: 1,
    message,
  };
}
