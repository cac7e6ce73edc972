import { count, printableLine } from "../../../kernel/text.ts";
import type { Style } from "../../../operation/style.ts";
import type { Leaf, TracedFormat, TracedRequirement } from "../../report/shapes.ts";
import type { State } from "../../state/state.ts";

const marks: Readonly<Record<State, string>> = {
  failing: "✗",
  suspect: "?",
  open: "○",
  skipped: "–",
  claimed: "◐",
  stale: "◐",
  passed: "●",
  exercised: "●",
  sensitive: "●",
  attested: "●",
  waived: "–",
  planned: "·",
  retired: "·",
};

const names: Readonly<Record<string, string>> = { speckit: "spec-kit", kiro: "Kiro" };
const nameWidth = 27;

/** A format with what is to be done in it. Specs without anything to do are only counted. */
export function formatText(format: TracedFormat, style: Style): string[] {
  const label = (names[format.format] ?? format.format).padEnd(10);
  if (format.format === "speckit" || format.format === "kiro") return featureLines(format, label, style);
  const lines = [`${style.bold(label)}${countsOf(format)}: ${statesOf(format)}${changesOf(format)}`];
  const width = Math.max(0, ...format.specs.map(({ spec }) => spec.length)) + 2;
  for (const { spec, requirements } of [...format.specs].sort(byKnowledge)) {
    requirements.forEach((requirement, index) => {
      const column = (index === 0 ? printableLine(spec) : "").padEnd(width);
      lines.push(...requirementText(requirement, `  ${column}`, " ".repeat(width + 4), style));
    });
  }
  return lines;
}

function requirementText(
  requirement: TracedRequirement,
  head: string,
  indent: string,
  style: Style,
): string[] {
  const { name, leaves } = requirement;
  const isOne = leaves.length === 1 && leaves[0]?.address.includes("#") === false;
  if (isOne) return leaves.map((leaf) => head + leafText([leaf], style));
  const unknown = leaves.filter(({ reason }) => reason === "no code known");
  const rows = leaves
    .filter((leaf) => !unknown.includes(leaf))
    .map((leaf) => indent + leafText([leaf], style));
  return [
    head + printableLine(name),
    ...rows,
    ...(unknown.length === 0 ? [] : [indent + leafText(unknown, style)]),
  ];
}

/** Leaves that nothing is known of share a line. */
function leafText(leaves: readonly Leaf[], style: Style): string {
  const [first] = leaves;
  if (first === undefined) return "";
  const shown = leaves.map(({ state, name }) => `${marks[state]} ${clipName(name)}`).join(", ");
  const text = shown.slice(2);
  const padded = text.padEnd(Math.max(nameWidth, text.length + 5));
  return `${paint(first.state, style)(shown.slice(0, 2))}${padded}${leafEnd(first)}`;
}

function leafEnd({ state, reason, tests }: Leaf): string {
  const counted = tests.filter((test) => test.counts);
  const [test] = counted;
  const more = counted.length > 1 ? ` and ${counted.length - 1} more` : "";
  const where =
    test === undefined ? "" : `  ${printableLine(test.file.split("/").at(-1) ?? "")}:${test.line}${more}`;
  const said = state === "open" || reason.startsWith(state) ? reason : `${state}: ${reason}`;
  return `${printableLine(said)}${where}`;
}

function clipName(name: string): string {
  const line = printableLine(name);
  return line.length > 72 ? `${line.slice(0, 71)}…` : line;
}

function paint(state: State, style: Style): (text: string) => string {
  if (state === "failing" || state === "suspect") return style.bad;
  if (state === "open" || state === "stale" || state === "skipped") return style.warn;
  return marks[state] === "●" ? style.good : style.dim;
}

function countsOf({ format, requirements, leaves }: TracedFormat): string {
  if (format === "specman") return `${count(requirements, "group")}, ${count(leaves, "statement")}`;
  return `${count(requirements, "requirement")}, ${count(leaves, "scenario")}`;
}

function statesOf({ states, checks, leaves }: TracedFormat): string {
  if (states.claimed !== leaves || leaves === 0) return orderedStates(states) || "nothing to verify";
  const by = checks === leaves ? " by CHECK comments" : "";
  return `${leaves} claimed${by}, none passed`;
}

/** The good news first: people look for progress. */
function orderedStates(states: TracedFormat["states"]): string {
  const order: readonly State[] = [
    "sensitive",
    "exercised",
    "passed",
    "attested",
    "claimed",
    "stale",
    "suspect",
    "failing",
    "skipped",
    "open",
    "waived",
    "planned",
  ];
  return order
    .flatMap((state) => (states[state] === undefined ? [] : [`${states[state]} ${state}`]))
    .join(", ");
}

function changesOf({ changes }: TracedFormat): string {
  return changes === undefined
    ? ""
    : `; ${count(changes.count, "change")} planned (+${changes.added} ~${changes.modified})`;
}

function byKnowledge(a: TracedFormat["specs"][number], b: TracedFormat["specs"][number]): number {
  const rank = ({ requirements }: TracedFormat["specs"][number]) => {
    const leaves = requirements.flatMap((each) => each.leaves);
    if (leaves.some(({ tests }) => tests.length > 0)) return 0;
    return leaves.some(({ reason }) => reason !== "no code known") ? 1 : 2;
  };
  return rank(a) - rank(b);
}

function featureLines({ specs }: TracedFormat, label: string, style: Style): string[] {
  return specs.flatMap(({ spec, requirements }, index) => {
    const head = style.bold(index === 0 ? label : " ".repeat(10));
    const leaves = requirements.flatMap((each) => each.leaves);
    const frs = leaves.filter(({ kind }) => kind === "fr").length;
    const scenarios = leaves.filter(({ kind }) => kind === "scenario").length;
    const outcomes = leaves.filter(({ kind }) => kind === "outcome").length;
    const tested = leaves.filter(({ kind }) => kind !== "outcome");
    const isPlanned = tested.every(({ state }) => state === "planned");
    const numbers = [
      ...(frs > 0 ? [count(frs, "requirement")] : []),
      ...(scenarios > 0 ? [count(scenarios, "scenario")] : []),
    ];
    const why = isPlanned ? ` planned${tested[0] ? ` (${tested[0].reason})` : ""}` : "";
    const rest = outcomes > 0 ? `; ${count(outcomes, "outcome")}` : "";
    const title = printableLine(spec.replace(/-/g, " "));
    const line = `${head}${title}: ${numbers.join(", ")}${why}${rest}`;
    const rows = isPlanned ? [] : tested.map((leaf) => `            ${leafText([leaf], style)}`);
    return [line, ...rows];
  });
}
