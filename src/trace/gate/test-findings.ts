import { clip } from "../../kernel/clip.ts";
import { count } from "../../kernel/text.ts";
import { counts } from "../links/model.ts";
import type { Trace } from "../read/trace.ts";
import { requiredFor } from "../settings.ts";
import { isVerified, type LeafState } from "../state/state.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import { type GateFinding, severityOf } from "./rules.ts";

/** What is wrong with tests: one finding for a test, however many leaves it verifies. */
export function testFindings(trace: Trace, leaves: readonly LeafState[]): GateFinding[] {
  const failing = byTest(leaves, (status, isFresh) => isFresh && (status === "failed" || status === "error"));
  const flaky = byTest(leaves, (status, isFresh) => isFresh && status === "flaky");
  return [
    ...[...failing.values()].map((each) => failingTest(trace, each)),
    ...[...flaky.values()].map((each) => flakyTest(trace, each)),
  ];
}

/** New and changed tests of the branch that a run without the branch's code did not make fail. */
export function unchangedFindings(
  trace: Trace,
  leaves: readonly LeafState[],
  passesWithoutChange: ((test: DiscoveredTest) => boolean) | undefined,
): GateFinding[] {
  const { base } = trace;
  if (passesWithoutChange === undefined || base === undefined) return [];
  const tests = new Map<DiscoveredTest, LeafState[]>();
  for (const leaf of leaves) {
    for (const { link } of leaf.links) {
      if (link.test === undefined || !counts(link) || base.movedOf(link) === "same") continue;
      if (passesWithoutChange(link.test)) tests.set(link.test, [...(tests.get(link.test) ?? []), leaf]);
    }
  }
  return [...tests].map(([test, own]) => {
    const message = `"${test.titles.at(-1)}" is new or changed, and passes without the code of the branch.`;
    return aboutTest(trace, "test-passes-without-change", test, own, message);
  });
}

interface TestOfLeaves {
  readonly test: DiscoveredTest;
  readonly message: string;
  readonly leaves: LeafState[];
}

function byTest(
  leaves: readonly LeafState[],
  isWanted: (status: string, isFresh: boolean) => boolean,
): Map<string, TestOfLeaves> {
  const tests = new Map<string, TestOfLeaves>();
  for (const leaf of leaves) {
    for (const { link, outcome } of leaf.links) {
      if (link.test === undefined || outcome === undefined || !counts(link)) continue;
      if (!isWanted(outcome.status, outcome.isFresh)) continue;
      const id = testId(link.test);
      const known = tests.get(id) ?? { test: link.test, message: outcome.message ?? "", leaves: [] };
      tests.set(id, known);
      known.leaves.push(leaf);
    }
  }
  return tests;
}

function failingTest(trace: Trace, { test, message, leaves }: TestOfLeaves): GateFinding {
  const said = message === "" ? "" : `: ${message.split("\n")[0]}`;
  return aboutTest(trace, "test-failing", test, leaves, `"${test.titles.at(-1)}" fails${said}.`);
}

function flakyTest(trace: Trace, { test, leaves }: TestOfLeaves): GateFinding {
  const message = `"${test.titles.at(-1)}" passed only after a retry.`;
  return aboutTest(trace, "test-flaky", test, leaves, message);
}

function aboutTest(
  { graph }: Trace,
  rule: "test-failing" | "test-flaky" | "test-passes-without-change",
  test: DiscoveredTest,
  leaves: readonly LeafState[],
  message: string,
): GateFinding {
  const [first] = leaves;
  const more = leaves.length > 1 ? ` and ${leaves.length - 1} more` : "";
  const verifies = first === undefined ? "" : ` It verifies ${graph.short(first.node)}${more}.`;
  return {
    rule,
    severity: severityOf(rule, true),
    file: test.file,
    line: test.range.startLine,
    message: `${message}${verifies}`,
    address: first && graph.short(first.node),
    revision: first?.node.revision,
  };
}

const maxFiles = 5;

/** Tests that were not run on these sources: one finding, with what to run. Says nothing before there is any evidence. */
export function evidenceFindings(
  trace: Trace,
  leaves: readonly LeafState[],
  isRequired: boolean,
): GateFinding[] {
  if (trace.evidence.reports === 0 && !isRequired) return [];
  const below = leaves.filter(
    ({ state, node }) =>
      ["claimed", "stale", "passed", "exercised"].includes(state) &&
      !isVerified(state, requiredFor(trace.settings, node.address)),
  );
  const stale = below.filter(({ state }) => state === "stale");
  const missing = below.filter(({ state }) => state !== "stale");
  return [
    ...toRun("evidence-stale", stale, "rest on results of other sources"),
    ...toRun("evidence-missing", missing, "have less evidence than is asked for"),
  ];
}

function toRun(
  rule: "evidence-stale" | "evidence-missing",
  leaves: readonly LeafState[],
  what: string,
): GateFinding[] {
  const tests = leaves.flatMap(({ links }) =>
    links.flatMap(({ link }) => (counts(link) && link.test !== undefined ? [link.test] : [])),
  );
  const [first] = leaves;
  if (first === undefined) return [];
  const [test] = tests;
  const { shown, leftOut } = clip([...new Set(tests.map(({ file }) => file))], maxFiles);
  const more = leftOut > 0 ? ` and ${count(leftOut, "more file", "more files")}` : "";
  const subject =
    leaves.length === 1 ? `"${first.node.name}" (${first.reason})` : `${leaves.length} requirements`;
  const verb = leaves.length === 1 ? what.replace(/^rest /, "rests ").replace(/^have /, "has ") : what;
  const run =
    shown.length === 0
      ? "Write a test."
      : `Run the tests in ${shown.join(", ")}${more} and add the report with \`hewto evidence add\`.`;
  return [
    {
      rule,
      severity: severityOf(rule, true),
      file: test?.file ?? first.node.file,
      line: test?.range.startLine ?? first.node.line,
      message: `${subject} ${verb}.`,
      fix: run,
      // The tests that wait for a run differ from branch to branch: no requirement identifies this finding.
    },
  ];
}
