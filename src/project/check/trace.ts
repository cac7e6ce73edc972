import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { judge } from "../../trace/gate/gate.ts";
import { reportOf, type TraceReport } from "../../trace/gate/report.ts";
import { openLinkProposer, openTrace } from "../../trace/operations/open.ts";
import type { Trace } from "../../trace/read/trace.ts";
import type { LeafState } from "../../trace/state/state.ts";
import { readText } from "../../workspace/files/files.ts";
import type { AreaReport, Depth, ScopedFinding } from "./finding.ts";

export interface TraceRequest {
  /** The revision that the branch left. */
  readonly since: string | undefined;
  readonly isEvidenceRequired: boolean;
}

/** Requirements and their tests: what the branch broke, else what differs from HEAD. */
export async function fromTrace(
  context: Context,
  depth: Depth,
  { since, isEvidenceRequired }: TraceRequest,
): Promise<Result<AreaReport>> {
  const nothing: AreaReport = { findings: [], count: "", notes: [] };
  if (depth === "quick") return ok(nothing);
  const opened = await openTrace(context, since);
  if (!opened.ok) return opened;
  const trace = opened.value;
  if (trace.states.size === 0) return ok(nothing);
  const texts = await textsNow(context, trace);
  const report = await judge(trace, {
    today: context.clock().toISOString().slice(0, 10),
    isBranch: since !== undefined,
    isEvidenceRequired,
    textNow: (path) => texts.get(path),
    proposal: await proposals(context, trace),
  });
  const scope = since !== undefined ? "branch" : trace.settings.require === undefined ? "changes" : "project";
  const shown = reportOf(trace, report, scope);
  if (isEvidenceRequired) {
    const missing = missingEvidence(shown);
    if (missing !== undefined) return missing;
  }
  const findings = report.findings.flatMap(({ severity, section: _section, ...finding }): ScopedFinding[] =>
    severity === "note" ? [] : [{ area: "trace", severity, ...finding, isScoped: true }],
  );
  const live = count(report.live, "requirement");
  return ok({
    findings,
    count: report.live === 0 ? "" : live,
    notes: [...notesOf(trace, shown), ...(await unlinkedNote(context, report.unlinked))],
    trace: shown,
  });
}

/** With required evidence, a touched requirement without a result is "could not tell", not a warning. */
function missingEvidence({ judged, evidence }: TraceReport): Result<never> | undefined {
  const without = judged.filter(({ state }) => state === "claimed" || state === "stale");
  if (evidence.reports > 0 && without.length === 0) return undefined;
  const message =
    evidence.reports === 0
      ? "Evidence is required, and there is none."
      : `${count(without.length, "requirement")} ${without.length === 1 ? "has" : "have"} no result on these sources: ${without
          .slice(0, 5)
          .map(({ address }) => address)
          .join(", ")}${without.length > 5 ? ", …" : ""}.`;
  const suggest = { operation: "add_evidence", to: "add the report of a test run" };
  return fail(fault("evidence_missing", message, "", { suggest }));
}

function notesOf({ base, graph }: Trace, { scope, base_evidence, evidence }: TraceReport): string[] {
  const notes = graph.unread.map(({ file, reason }) => `${file} is not traced: ${reason}`);
  if (base === undefined)
    notes.push("Not a git repository, so requirements are not compared with earlier ones.");
  else if (scope === "branch" && evidence.reports > 0 && !base_evidence)
    notes.push("No result fits the base, so states are compared with it by links alone.");
  return notes;
}

async function unlinkedNote({ recommend }: Context, unlinked: number): Promise<string[]> {
  if (unlinked === 0) return [];
  const next = await recommend({ operation: "suggest_links", command: "link", to: "see which tests fit" });
  return [`${count(unlinked, "scenario")} of this branch without a test. ${next}`.trimEnd()];
}

async function textsNow({ workspace }: Context, { base }: Trace): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of base?.before.keys() ?? []) {
    const file = await readText(workspace, path);
    if (file.ok) texts.set(path, file.value.text);
  }
  return texts;
}

/** Which existing test fits an untested requirement. The code is read only when there is one. */
async function proposals(context: Context, trace: Trace): Promise<(leaf: LeafState) => string> {
  const isOpen = [...trace.states.values()].some(({ state }) => state === "open");
  if (!isOpen || trace.scan.files.size === 0) return () => "";
  const proposer = await openLinkProposer(context, trace);
  return ({ node }) => {
    const [best] = proposer.propose(node, 1);
    if (best === undefined) return "";
    const { titles, file, range } = best.test;
    return ` Perhaps "${titles.at(-1)}" (${file}:${range.startLine}) is one.`;
  };
}
