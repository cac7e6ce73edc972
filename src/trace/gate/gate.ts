import type { Finding } from "../../kernel/finding.ts";
import { isLeaf } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { entryOf } from "../records/read.ts";
import { gateRules } from "../settings.ts";
import type { LeafState } from "../state/state.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { type BaseTrace, traceAtBase } from "./base-trace.ts";
import { leafFindings } from "./leaf-findings.ts";
import { type GateFinding, severityOf, withSettings } from "./rules.ts";
import { evidenceFindings, testFindings, unchangedFindings } from "./test-findings.ts";
import { type TouchedLeaf, touchedLeaves } from "./touched.ts";
import { isLinking, joinUntested } from "./untested.ts";

export interface GateOptions {
  /** The current day in UTC. */
  readonly today: string;
  /** Whether a branch is judged. Otherwise the project is, as far as it must be. */
  readonly isBranch: boolean;
  /** Whether missing results are reported even before there is any evidence. */
  readonly isEvidenceRequired: boolean;
  readonly textNow: (path: string) => string | undefined;
  /** Which tests fit which leaves; asked for only if a leaf is judged, because all tests are compared for it. */
  readonly openProposals?: () => Promise<Proposals>;
  /** Whether a run showed that a test passes without the code of the branch. */
  readonly passesWithoutChange?: (test: DiscoveredTest) => boolean;
}

export interface Proposals {
  /** The test that fits an untested leaf best, in words; empty if none does. */
  readonly bestTest: (leaf: LeafState) => string;
  /** A test that fits a leaf far better than those that are linked, in words. */
  readonly betterTest: (leaf: LeafState) => string | undefined;
}

const noProposals: Proposals = { bestTest: () => "", betterTest: () => undefined };
/** All tests are compared with each of these. */
const maxCompared = 50;

export interface GateReport {
  readonly findings: readonly GateFinding[];
  /** What the branch touches, or everything that was judged. */
  readonly judged: readonly TouchedLeaf[];
  /** Live leaves of the project. */
  readonly live: number;
  readonly mayConcern: readonly LeafState[];
  /** Addresses that a person accepted, or waived, in this branch. */
  readonly accepted: readonly string[];
  readonly waived: readonly { readonly address: string; readonly name: string; readonly until: string }[];
  /**
   * Scenarios without a test in a project that links hardly any test: a project that has not begun to link would get
   * one warning for each scenario that it writes.
   */
  readonly unlinked: number;
  /** False where states at the base are compared by links alone. */
  readonly hasBaseEvidence: boolean;
  readonly base: BaseTrace | undefined;
}

/**
 * What a branch broke. Without a branch the difference from HEAD is judged, and the whole project where the settings
 * ask for a level; problems that were there before are warnings then.
 */
export async function judge(trace: Trace, options: GateOptions): Promise<GateReport> {
  const base = await traceAtBase(trace, options.today);
  const { leaves: touched, mayConcern } = touchedLeaves(trace, base);
  const live = [...trace.states.values()].filter(
    ({ node }) => node.phase === "live" && node.change === undefined,
  );
  const isWhole = !options.isBranch && trace.settings.require !== undefined;
  const judged = live.flatMap((leaf): TouchedLeaf[] => {
    const own = touched.get(leaf.node.address);
    if (own !== undefined) return [own];
    return isWhole ? [{ leaf, before: undefined, by: [] }] : [];
  });
  const proposals = judged.length === 0 ? noProposals : ((await options.openProposals?.()) ?? noProposals);
  let compared = 0;
  const betterTest = (leaf: LeafState) => (++compared > maxCompared ? undefined : proposals.betterTest(leaf));
  const ofLeaves = judged.flatMap((each) =>
    leafFindings({
      trace,
      judged: each,
      isOfBranch: each.by.length > 0,
      textBefore: (path) => textAtBase(base, path) ?? options.textNow(path),
      textNow: options.textNow,
      proposal: proposals.bestTest,
      betterTest: each.by.length > 0 ? betterTest : undefined,
    }),
  );
  const untested = ofLeaves.filter(({ rule }) => rule === "scenario-untested");
  const isReported = trace.settings.require !== undefined || isLinking(live);
  const isRaised = isWhole || trace.settings.gate.error.includes("scenario-untested");
  const since = options.isBranch ? base?.comparison.revision.slice(0, 12) : undefined;
  const findings = [
    ...(isRaised
      ? ofLeaves
      : isReported
        ? joinUntested(ofLeaves, untested, since)
        : ofLeaves.filter((finding) => !untested.includes(finding))),
    ...(isWhole || options.isBranch ? [] : oldDebt(trace, live, touched)),
    ...testFindings(trace, options.isBranch ? judged.map(({ leaf }) => leaf) : live),
    ...unchangedFindings(
      trace,
      judged.map(({ leaf }) => leaf),
      options.passesWithoutChange,
    ),
    ...evidenceFindings(
      trace,
      judged.map(({ leaf }) => leaf),
      options.isEvidenceRequired,
    ),
    ...linkFindings(trace, base, options.isBranch),
  ];
  return {
    findings: withSettings(findings, trace.settings),
    judged,
    live: live.filter(({ node }) => isLeaf(node)).length,
    mayConcern,
    ...humanActs(trace, base),
    unlinked: isRaised || isReported ? 0 : untested.length,
    hasBaseEvidence: base?.hasEvidence ?? false,
    base,
  };
}

function textAtBase(base: BaseTrace | undefined, path: string): string | undefined {
  const entry = [...(base?.comparison.before ?? [])].find(([each]) => each === path);
  return entry?.[1];
}

/** What is wrong without regard to any branch: texts in doubt by a record, and waivers that ended. */
function oldDebt(
  trace: Trace,
  live: readonly LeafState[],
  touched: ReadonlyMap<string, TouchedLeaf>,
): GateFinding[] {
  const rules: readonly string[] = ["requirement-moved", "waiver-expired", "waiver-unused"];
  const isDoubted = ({ state, expired }: LeafState) => state === "suspect" || expired !== undefined;
  return live
    .filter((leaf) => isDoubted(leaf) && !touched.has(leaf.node.address))
    .flatMap((leaf) =>
      leafFindings({
        trace,
        judged: { leaf, before: undefined, by: [] },
        isOfBranch: false,
        textBefore: () => undefined,
        textNow: () => undefined,
        proposal: () => "",
      }),
    )
    .filter(({ rule }) => rules.includes(rule));
}

/** Tags, links and records. One that the base had too is debt: left out for a branch unless the branch changes its file. */
function linkFindings(trace: Trace, base: BaseTrace | undefined, isBranch: boolean): GateFinding[] {
  const before = new Set((base?.links.findings ?? []).map(keyOf));
  const changed = new Set<string>(base?.comparison.changed.map(({ path }) => path));
  return trace.findings.flatMap((finding): GateFinding[] => {
    if (finding.severity === "note") return [];
    const isOld = base === undefined || before.has(keyOf(finding));
    const isRecord = finding.rule === "record-unreadable" || finding.rule === "scenario-duplicate";
    const isOfBranch = isRecord ? changed.has(finding.file) : !isOld;
    if (isBranch && !isOfBranch && !changed.has(finding.file)) return [];
    const rule = gateRules.find((each) => each === finding.rule);
    return [rule === undefined ? finding : { ...finding, severity: severityOf(rule, isOfBranch) }];
  });
}

function keyOf({ rule, file, message }: Finding): string {
  return [rule, file, message].join("\0");
}

/** What people wrote into records in this branch: a reviewer must see it. */
function humanActs(trace: Trace, base: BaseTrace | undefined): Pick<GateReport, "accepted" | "waived"> {
  const accepted: string[] = [];
  const waived: { address: string; name: string; until: string }[] = [];
  for (const { node } of trace.states.values()) {
    const now = entryOf(trace.records, node);
    const old = base?.nodeOf(node);
    const then = old && base ? entryOf(base.records, old) : undefined;
    if (now === undefined || base === undefined) continue;
    const address = trace.graph.short(node);
    const isAccepted = now.accepted !== undefined && now.accepted !== then?.accepted;
    const isChecked = now.manual !== undefined && JSON.stringify(now.manual) !== JSON.stringify(then?.manual);
    if (isAccepted || isChecked) accepted.push(address);
    if (now.waiver !== undefined && JSON.stringify(now.waiver) !== JSON.stringify(then?.waiver))
      waived.push({ address, name: node.name, until: now.waiver.until });
  }
  return { accepted, waived };
}
