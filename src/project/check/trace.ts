import { clip } from "../../kernel/clip.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { judge, type Proposals } from "../../trace/gate/gate.ts";
import { reportOf, type TraceReport } from "../../trace/gate/report.ts";
import type { GateFinding } from "../../trace/gate/rules.ts";
import { counts } from "../../trace/links/model.ts";
import { openLinkProposer, openTrace } from "../../trace/operations/open.ts";
import { passesWithoutChange } from "../../trace/prove/revert.ts";
import type { Trace } from "../../trace/read/trace.ts";
import type { DiscoveredTest } from "../../trace/tests/model.ts";
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
  request: TraceRequest,
): Promise<Result<AreaReport>> {
  if (depth === "quick") return ok(nothing);
  const opened = await openTrace(context, request.since);
  return opened.ok ? judgeTrace(context, opened.value, request) : opened;
}

const nothing: AreaReport = { findings: [], count: "", notes: [] };

/** The same for a trace that was opened before. */
export async function judgeTrace(
  context: Context,
  trace: Trace,
  { since, isEvidenceRequired }: TraceRequest,
): Promise<Result<AreaReport>> {
  if (trace.states.size === 0) return ok(nothing);
  const texts = await textsNow(context, trace);
  const report = await judge(trace, {
    today: context.clock().toISOString().slice(0, 10),
    isBranch: since !== undefined,
    isEvidenceRequired,
    textNow: (path) => texts.get(path),
    openProposals: () => proposals(context, trace),
    passesWithoutChange: await passesWithoutChange(context.workspace, trace),
  });
  const scope = since !== undefined ? "branch" : trace.settings.require === undefined ? "changes" : "project";
  const shown = reportOf(trace, report, scope);
  if (isEvidenceRequired) {
    const missing = missingEvidence(shown);
    if (missing !== undefined) return missing;
  }
  const hints = report.findings.filter(({ severity }) => severity === "note");
  const findings = report.findings.flatMap(({ severity, section: _section, ...finding }): ScopedFinding[] =>
    severity === "note" ? [] : [{ area: "trace", severity, ...finding, isScoped: true }],
  );
  const live = count(report.live, "requirement");
  return ok({
    findings,
    count: report.live === 0 ? "" : live,
    notes: [...notesOf(trace, shown), ...hintNotes(hints), ...(await unlinkedNote(context, report.unlinked))],
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
    notes.push("There is no git commit to compare with, so no requirement can be suspect.");
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

const maxHints = 5;

/** What is worth a look and never fails. */
function hintNotes(hints: readonly GateFinding[]): string[] {
  const { shown, leftOut } = clip(hints, maxHints);
  const lines = shown.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return leftOut > 0 ? [...lines, `${count(leftOut, "more note")} about requirements.`] : lines;
}

/** Which existing tests fit requirements. */
async function proposals(context: Context, trace: Trace): Promise<Proposals> {
  const proposer = await openLinkProposer(context, trace);
  const called = ({ titles, file, range }: DiscoveredTest) =>
    `"${titles.at(-1)}" (${file}:${range.startLine})`;
  return {
    bestTest: ({ node }) => {
      const [best] = proposer.propose(node, 1);
      return best === undefined ? "" : ` Perhaps ${called(best.test)} is one.`;
    },
    betterTest: ({ node, links }) => {
      const linked = links.flatMap(({ link }) => (counts(link) ? (link.test ?? []) : []));
      const better = proposer.betterThan(node, linked);
      return better && called(better.test);
    },
  };
}
