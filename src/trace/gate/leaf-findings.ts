import { counts } from "../links/model.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { entryOf } from "../records/read.ts";
import { type GateRule, requiredFor } from "../settings.ts";
import { evidenceLevels } from "../state/outcome.ts";
import { isVerified, type LeafState, type LinkState } from "../state/state.ts";
import { type GateFinding, severityOf } from "./rules.ts";
import type { TouchedLeaf } from "./touched.ts";
import { lostAssertions } from "./weakened.ts";

export interface LeafInputs {
  readonly trace: Trace;
  /** Touched by the branch, or judged because the whole project is. */
  readonly judged: TouchedLeaf;
  readonly isOfBranch: boolean;
  readonly textBefore: (path: string) => string | undefined;
  readonly textNow: (path: string) => string | undefined;
  /** The test that fits an untested leaf best, in words; empty if none does. */
  readonly proposal: (leaf: LeafState) => string;
  /** A test that fits the leaf far better than those that are linked, in words; undefined if there is none. */
  readonly betterTest?: ((leaf: LeafState) => string | undefined) | undefined;
}

/** What is wrong with one leaf. Failing and outdated tests are reported by test, not by leaf. */
export function leafFindings(inputs: LeafInputs): GateFinding[] {
  const { judged, trace } = inputs;
  const { leaf, before } = judged;
  const { state, node } = leaf;
  const short = trace.graph.short(node);
  const say = (rule: GateRule, message: string, fix?: string, severity?: GateFinding["severity"]) =>
    finding(inputs, rule, message, fix, severity);
  const found: GateFinding[] = [];
  if (leaf.expired !== undefined && !isVerified(state, requiredFor(trace.settings, node.address)))
    found.push(
      say(
        "waiver-expired",
        `The waiver of ${short} ended on ${leaf.expired.until} (${leaf.expired.reason}).`,
        `Write a test, or waive it again: \`hewto trace waive ${short} --until DAY --reason TEXT\`.`,
      ),
    );
  if (entryOf(trace.records, node)?.waiver !== undefined && isMeasured(leaf))
    found.push(say("waiver-unused", `${short} is ${state}, so its waiver is not needed.`));
  if (state === "suspect")
    found.push(
      say(
        "requirement-moved",
        `${short}: ${leaf.reason}.`,
        `Change ${testName(leaf) ?? "a test"}, or run \`hewto trace accept ${short}\`.`,
      ),
    );
  const removed = removedTests(leaf, before);
  if (removed !== undefined) found.push(say("test-removed", `${short} has lost its last test: ${removed}.`));
  else if (isLowered(leaf, before))
    found.push(say("state-lowered", `${short} is ${state}; at the base it was ${before?.state}.`));
  else if (state === "open" && isLeaf(node) && node.level !== "MAY" && found.length === 0)
    found.push(
      say(
        "scenario-untested",
        `${short} has no test.${inputs.proposal(leaf)}`,
        `Link one with \`hewto link ${short}\`, or write a test titled "${node.name}".`,
      ),
    );
  else if (state === "skipped" && found.length === 0)
    found.push(say("scenario-untested", `Every test of ${short} is skipped.`, "Enable one."));
  found.push(...weakened(inputs), ...unexercised(inputs));
  const better = runningTests(leaf).length === 0 ? undefined : inputs.betterTest?.(leaf);
  if (better !== undefined)
    found.push(
      say(
        "better-test-unlinked",
        `${better} seems to be about ${short} more than its linked tests are.`,
        `If it is, link it with \`hewto link ${short}\`.`,
      ),
    );
  return found;
}

function finding(
  { trace, judged, isOfBranch }: LeafInputs,
  rule: GateRule,
  message: string,
  fix?: string,
  severity = severityOf(rule, isOfBranch),
): GateFinding {
  const { file, line, address, revision } = judged.leaf.node;
  return {
    rule,
    severity,
    file,
    line,
    message,
    fix,
    address: shortOf(trace, judged.leaf.node) ?? address,
    revision,
  };
}

function shortOf({ graph }: Trace, node: RequirementNode): string {
  return graph.short(node);
}

function isMeasured({ state }: LeafState): boolean {
  return evidenceLevels.some((level) => level === state);
}

function runningTests({ links }: LeafState): LinkState[] {
  return links.filter(
    ({ link }) =>
      counts(link) &&
      link.test !== undefined &&
      !link.test.modifiers.some((each) => each === "skip" || each === "todo" || each === "fails"),
  );
}

/** What became of the last test that ran; undefined if one still runs, or never did. */
function removedTests(leaf: LeafState, before: LeafState | undefined): string | undefined {
  if (before === undefined || leaf.node.phase !== "live" || before.node.phase !== "live") return undefined;
  if (!["open", "skipped"].includes(leaf.state) || runningTests(leaf).length > 0) return undefined;
  const [lost] = runningTests(before);
  if (lost?.link.test === undefined) return undefined;
  const title = `"${lost.link.test.titles.at(-1)}" in ${lost.link.file}`;
  if (leaf.state === "skipped") return `${title} is skipped now`;
  return `${title} is gone, or no longer linked`;
}

/**
 * Only what is certain: results that were measured in the same way and show less, and a claim or a result by hand
 * that is gone. A test that was not run again is outdated, not worse.
 */
function isLowered(leaf: LeafState, before: LeafState | undefined): boolean {
  if (before === undefined || before.node.phase !== "live") return false;
  if (leaf.state === "open") return before.state === "claimed" || before.state === "attested";
  const [now, then] = [leaf, before].map(({ state }) =>
    evidenceLevels.findIndex((level) => state === `${level}`),
  );
  if (now === undefined || then === undefined || now < 0 || now >= then) return false;
  const fresh = leaf.links.flatMap(({ outcome }) => (outcome?.isFresh === true ? [outcome] : []));
  if (before.state === "sensitive" && fresh.some(({ mutants }) => (mutants?.tried ?? 0) > 0)) return true;
  const isCovered = fresh.some(({ rests }) => rests?.grain === "symbol" || rests?.grain === "file");
  return leaf.state === "passed" && isCovered;
}

/** A test of an unchanged text that lost assertions, or one of several that is skipped now. */
function weakened(inputs: LeafInputs): GateFinding[] {
  const { judged, textBefore, textNow } = inputs;
  const { leaf, before, by } = judged;
  if (before === undefined || by.includes("text") || by.includes("new")) return [];
  return runningTests(before).flatMap(({ link: { test: old } }) => {
    const current = leaf.links.find(
      ({ link }) => link.test?.file === old?.file && link.test?.titles.join("\0") === old?.titles.join("\0"),
    )?.link.test;
    if (old === undefined || current === undefined || old.hash === current.hash) return [];
    const isSkipped = current.modifiers.includes("skip") || current.modifiers.includes("todo");
    const lost = lostAssertions(
      textBefore(old.file)?.slice(old.range.from, old.range.to),
      textNow(current.file)?.slice(current.range.from, current.range.to),
    );
    if (isSkipped && leaf.state === "skipped") return [];
    const what = isSkipped
      ? "is skipped now"
      : lost > 0
        ? `checks less than before (${lost} fewer)`
        : undefined;
    if (what === undefined) return [];
    const message = `"${current.titles.at(-1)}" ${what}, and the text of ${shortOf(inputs.trace, leaf.node)} is the same.`;
    return [
      { ...finding(inputs, "test-weakened", message), file: current.file, line: current.range.startLine },
    ];
  });
}

const minMutants = 3;

function unexercised(inputs: LeafInputs): GateFinding[] {
  const { trace, judged } = inputs;
  const { links, node } = judged.leaf;
  const found: GateFinding[] = [];
  const short = shortOf(trace, node);
  for (const { link } of links) {
    const item = `${link.file}#${link.symbol ?? ""}`;
    if (link.test !== undefined || !trace.evidence.unexecuted.has(item)) continue;
    const message = `No test executes ${link.symbol}, the code of ${short}.`;
    found.push({ ...finding(inputs, "not-exercised", message), file: link.file, line: link.line });
  }
  const fresh = links.flatMap(({ outcome }) => (outcome?.isFresh === true ? [outcome] : []));
  const tried = fresh.reduce((sum, { mutants }) => sum + (mutants?.tried ?? 0), 0);
  const noticed = fresh.reduce((sum, { mutants }) => sum + (mutants?.noticed ?? 0), 0);
  if (tried >= minMutants && noticed === 0) {
    const isAsked = requiredFor(trace.settings, node.address) === "sensitive";
    const message = `The tests of ${short} noticed none of ${tried} changes of its code.`;
    found.push(finding(inputs, "insensitive", message, undefined, isAsked ? "error" : undefined));
  }
  return found;
}

function testName({ links }: LeafState): string | undefined {
  const test = links.find(({ link }) => counts(link) && link.test !== undefined)?.link.test;
  return test && `${test.file}:${test.range.startLine}`;
}
