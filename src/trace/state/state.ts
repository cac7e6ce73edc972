import { counts, type Link } from "../links/model.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { RecordEntry } from "../records/model.ts";
import type { RequiredLevel } from "../settings.ts";
import { type Implementation, implementationsAt } from "./implementations.ts";
import { type Evidence, type EvidenceLevel, evidenceLevels, type TestOutcome } from "./outcome.ts";

/** The worst first. A parent shows the worst of its leaves. */
export const states = [
  "failing",
  "suspect",
  "open",
  "skipped",
  "claimed",
  "stale",
  "passed",
  "exercised",
  "sensitive",
  "attested",
  "waived",
  "planned",
  "retired",
] as const;
export type State = (typeof states)[number];

export interface LinkState {
  readonly link: Link;
  readonly outcome: TestOutcome | undefined;
}

/** What is known of one leaf. */
export interface LeafState {
  readonly node: RequirementNode;
  readonly state: State;
  /** Why, in a few words. */
  readonly reason: string;
  readonly links: readonly LinkState[];
  /** What a waiver or a manual result in force says. */
  readonly note?: string;
  /** The state without regard to the phase: what a planned leaf would be. */
  readonly measured: State;
  /** Of a requirement that several programs implement: what is known for each. The state is the worst of them. */
  readonly implementations?: readonly {
    readonly name: string;
    readonly state: State;
    readonly reason: string;
  }[];
  /** A waiver whose day is over. */
  readonly expired?: { readonly until: string; readonly reason: string };
}

export interface StateInputs {
  readonly node: RequirementNode;
  readonly links: readonly Link[];
  readonly entry: RecordEntry | undefined;
  readonly evidence: Pick<Evidence, "outcomeOf" | "levelOfCode" | "unexecuted">;
  /** Why the text is in doubt, from a comparison of trees. */
  readonly suspicion: string | undefined;
  /** The current day in UTC: `2027-01-31`. */
  readonly today: string;
  /** The programs that implement the requirement, if there is more than one. */
  readonly implementations?: readonly Implementation[];
  /** Evidence of one program is enough. */
  readonly isAnyEnough?: boolean;
}

/** The state of a leaf. Where several programs implement it, each needs evidence of its own. */
export function stateOf(inputs: StateInputs): LeafState {
  const { implementations = [], isAnyEnough = false } = inputs;
  const whole = stateOfAll(inputs);
  if (implementations.length < 2) return whole;
  const own = implementations.map((each) => {
    const isOwn = ({ file }: Link) => implementationsAt(file, implementations).includes(each);
    const { state, reason, measured } = stateOfAll({ ...inputs, links: inputs.links.filter(isOwn) });
    return { name: each.name, state, reason, measured };
  });
  const listed = own.map(({ name, state, reason }) => ({ name, state, reason }));
  const [worst] = own.toSorted((a, b) => states.indexOf(a.measured) - states.indexOf(b.measured));
  const isSame = own.every(({ state }) => state === worst?.state);
  if (worst === undefined || isAnyEnough || isSame || whole.node.phase !== "live")
    return { ...whole, implementations: listed };
  const { name, state, reason, measured } = worst;
  return { ...whole, state, measured, reason: `${name}: ${reason}`, implementations: listed };
}

function stateOfAll(inputs: StateInputs): LeafState {
  const { node, entry, today, evidence } = inputs;
  const links = inputs.links.map((link): LinkState => {
    return { link, outcome: link.test === undefined ? undefined : evidence.outcomeOf(link.test) };
  });
  const measured = withCode(inputs, measure(inputs, links), links);
  const state = node.phase === "live" ? measured.state : node.phase;
  const reason = node.phase === "live" ? measured.reason : phaseReason(node);
  const waiver = entry?.waiver;
  const isOver = waiver !== undefined && waiver.until < today && waiver.text === node.revision;
  const expired = isOver ? { expired: { until: waiver.until, reason: waiver.reason } } : {};
  return {
    node,
    links,
    measured: measured.state,
    state,
    reason,
    note: measured.note,
    ...expired,
  };
}

interface Measured {
  readonly state: State;
  readonly reason: string;
  readonly note?: string;
}

/**
 * What is known of the code that comments and records name. A check in code is exercised when a passing test executes
 * it. A test that executes other code only does not exercise the requirement.
 */
function withCode({ evidence }: StateInputs, measured: Measured, links: readonly LinkState[]): Measured {
  const code = links.flatMap(({ link }) =>
    link.test === undefined && link.symbol !== undefined ? [`${link.file}#${link.symbol}`] : [],
  );
  if (code.length === 0) return measured;
  const isChecked =
    measured.state === "claimed" && links.some(({ link }) => link.role === "check" && counts(link));
  const known = code.flatMap(
    (item) => evidence.levelOfCode(item) ?? evidence.levelOfCode(item.slice(0, item.indexOf("#"))) ?? [],
  );
  const best = evidenceLevels[Math.max(-1, ...known.map((level) => evidenceLevels.indexOf(level)))];
  if (isChecked && best !== undefined && links.every(({ link }) => link.test === undefined))
    return { ...measured, state: best, reason: `${best} by tests that reach its check` };
  const isMissed = code.every((item) => evidence.unexecuted.has(item));
  if (measured.state !== "exercised" || best !== undefined) return measured;
  const reason = isMissed ? "passed; no test executes its code" : "passed; its tests execute other code";
  return { ...measured, state: "passed", reason };
}

/** The reasons in the order of `states`: the first that holds decides. */
function measure({ node, entry, suspicion, today }: StateInputs, links: readonly LinkState[]): Measured {
  const counted = links.filter(({ link }) => counts(link));
  const tests = counted.filter(({ link }) => link.test !== undefined);
  const failed = tests.find(({ outcome }) => outcome?.isFresh && isFailure(outcome));
  if (failed !== undefined)
    return { state: "failing", reason: `${titleOf(failed)} failed${said(failed.outcome)}` };
  const doubt = doubtOf(node, entry, suspicion);
  if (doubt !== undefined) return { state: "suspect", reason: doubt };
  const { manual, waiver } = entry ?? {};
  const isAttested = manual !== undefined && today <= (manual.until ?? today);
  if (isAttested && tests.length === 0)
    return { state: "attested", reason: "checked by hand", note: manual.note ?? "" };
  if (waiver !== undefined && today <= waiver.until && !tests.some(isPass))
    return { state: "waived", reason: `waived until ${waiver.until}`, note: waiver.reason };
  if (counted.length === 0) return openState(node, links, manual?.until);
  if (tests.length === 0) return claimedBy(counted);
  if (tests.every(isSkipped)) return { state: "skipped", reason: "every linked test is skipped" };
  const best = tests.filter(isPass).map(({ outcome }) => evidenceLevels.indexOf(outcome?.level ?? "passed"));
  const level = evidenceLevels[Math.max(...best)];
  if (level !== undefined) return { state: level, reason: level };
  const stale = tests.find(({ outcome }) => outcome !== undefined && !isSkippedStatus(outcome));
  if (stale === undefined) return { state: "claimed", reason: "no result yet" };
  return {
    state: "stale",
    reason: stale.outcome?.because ?? stale.outcome?.message ?? "the result is of other sources",
  };
}

/** Only a person clears these: the text is not the one that was accepted, checked or waived. */
function doubtOf(
  node: RequirementNode,
  entry: RecordEntry | undefined,
  suspicion: string | undefined,
): string | undefined {
  const { accepted, manual, waiver } = entry ?? {};
  if (accepted === node.revision) return undefined;
  if (accepted !== undefined) return "the text changed since it was accepted";
  if (waiver !== undefined && waiver.text !== node.revision)
    return `the text changed since it was waived (${waiver.reason})`;
  if (manual !== undefined && manual.text !== node.revision)
    return "the text changed since it was checked by hand";
  return suspicion;
}

function openState(node: RequirementNode, links: readonly LinkState[], until: string | undefined): Measured {
  if (!isLeaf(node))
    return {
      state: "open",
      reason: until === undefined ? "no result by hand" : `the result by hand ended on ${until}`,
    };
  const code = links.find(({ link }) => link.role === "implements")?.link;
  if (code === undefined) return { state: "open", reason: "no test, no code known" };
  return { state: "open", reason: `no test; code: ${code.symbol ?? code.file}` };
}

function claimedBy(counted: readonly LinkState[]): Measured {
  const isManual = counted.some(({ link }) => link.role === "manual");
  const reason = isManual ? "to be checked by hand; no result recorded" : "claimed by CHECK comments";
  return { state: "claimed", reason };
}

function isFailure({ status }: TestOutcome): boolean {
  return status === "failed" || status === "error";
}

function isPass({ outcome }: LinkState): boolean {
  return outcome?.isFresh === true && (outcome.status === "passed" || outcome.status === "flaky");
}

function isSkippedStatus({ status }: TestOutcome): boolean {
  return status === "skipped" || status === "todo" || status === "xfail";
}

function isSkipped({ link, outcome }: LinkState): boolean {
  const isMarked =
    link.test?.modifiers.some((each) => each === "skip" || each === "todo" || each === "fails") ?? false;
  return isMarked || (outcome?.isFresh === true && isSkippedStatus(outcome));
}

function phaseReason({ phase, change, phaseReason: why }: RequirementNode): string {
  if (phase === "retired") return "only a record names it";
  return change === undefined ? (why ?? "planned") : `in the change ${change}`;
}

function titleOf({ link }: LinkState): string {
  return `"${link.test?.titles.at(-1) ?? link.file}"`;
}

function said(outcome: TestOutcome | undefined): string {
  return outcome?.message === undefined || outcome.message === "" ? "" : `: ${outcome.message}`;
}

export function worstState(all: readonly State[]): State | undefined {
  return states.find((state) => all.includes(state));
}

/** Whether a state is at or above the level that a project asks for. */
export function isVerified(state: State, require: RequiredLevel): boolean {
  if (state === "attested") return true;
  const ladder: readonly string[] = ["claimed", ...evidenceLevels] satisfies readonly (
    | EvidenceLevel
    | "claimed"
  )[];
  const place = ladder.indexOf(state);
  return place >= 0 && place >= ladder.indexOf(require);
}
