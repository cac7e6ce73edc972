import * as z from "zod";
import { Finding } from "../../kernel/finding.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle, type Style } from "../../operation/style.ts";
import type { Surface } from "../../operation/surface.ts";
import { traceAtBase } from "../gate/base-trace.ts";
import { touchedLeaves } from "../gate/touched.ts";
import { isLeaf } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { leafOf, overviewOf, specCounts } from "../report/overview.ts";
import { Leaf, SpecCounts, TracedFormat } from "../report/shapes.ts";
import { requiredFor } from "../settings.ts";
import { isVerified, type LeafState, states } from "../state/state.ts";
import { explainer } from "./explain.ts";
import { openProposer, openTrace } from "./open.ts";
import { leafText } from "./text/leaf-text.ts";
import { formatText } from "./text/overview-text.ts";

const Input = z.object({
  address: z.string().optional().describe("A requirement, scenario or statement; default: all"),
  state: z.array(z.enum(states)).optional().describe("Only leaves in these states"),
  spec: z.string().optional().describe("Only this spec, feature or specification, with all its leaves"),
  by_spec: z.boolean().optional().describe("Also the counts of each spec"),
  changed_since: z
    .string()
    .optional()
    .describe(
      "Compare with the commit where the branch left this revision, and show what the branch touches",
    ),
});

const Output = z.object({
  formats: z.array(TracedFormat),
  by_spec: z.array(SpecCounts).optional(),
  leaf: z.array(Leaf).optional().describe("The leaves of the address that was asked for"),
  live: z.number().int().describe("Leaves that are neither planned nor retired"),
  verified: z.number().int().optional().describe("Of those, verified; absent without any evidence"),
  require: z.string(),
  evidence: z.object({
    reports: z.number().int(),
    results: z.number().int(),
    matched: z.number().int(),
    ambiguous: z.number().int(),
  }),
  findings: z.array(Finding),
  notes: z.array(z.string()),
});
type Output = z.infer<typeof Output>;

/** The requirements of every format with their tests and states. */
export const trace = operation({
  name: "trace",
  title: "Trace requirements",
  summary: "Shows each requirement with its tests, its code and its state",
  icon: "check",
  effects: reading,
  served: { never: "agents call trace_gaps and trace_requirement" },
  cli: {
    words: "trace",
    positionals: ["address"],
    examples: [
      "trace",
      "trace booking/reserve-a-place",
      "trace --state open --state suspect",
      "trace --changed-since origin/main",
    ],
  },
  input: Input,
  output: Output,
  run,
  text: (output, _input, surface) => render(output, surface, createStyle(false, 80)),
  human: (output, _given, style, surface) => render(output, surface, style),
});

async function run(context: Context, input: z.infer<typeof Input>): Promise<Result<Output>> {
  const opened = await openTrace(context, input.changed_since);
  if (!opened.ok) return opened;
  const traced = opened.value;
  const asked = input.address === undefined ? undefined : traced.graph.find(input.address);
  if (asked?.ok === false) return asked;
  const proposer = await openProposer(context, traced);
  const explain = explainer(proposer);
  const touched = await touchedBy(traced, context, input.changed_since);
  const wanted: readonly string[] | undefined = input.state;
  const isShown = (leaf: LeafState) =>
    (wanted === undefined
      ? input.changed_since !== undefined || input.spec !== undefined || needsWork(leaf)
      : wanted.includes(leaf.state)) &&
    (input.spec === undefined || leaf.node.spec === input.spec) &&
    touched(leaf);
  // A requirement is shown whole, unless states are asked for.
  const isListed = wanted === undefined ? () => true : isShown;
  const live = [...traced.states.values()].filter(({ node }) => isLeaf(node) && node.phase === "live");
  const require = traced.settings.require ?? "passed";
  const hasEvidence = traced.evidence.reports > 0 || traced.settings.require !== undefined;
  const { total, matched, ambiguous } = traced.evidence.results;
  return ok({
    formats: asked === undefined ? overviewOf(traced, { isShown, isListed }, explain) : [],
    by_spec: input.by_spec === true ? specCounts(traced) : undefined,
    leaf: asked && leavesAt(traced, asked.value.address).map((leaf) => leafOf(traced, leaf, explain)),
    live: live.length,
    verified: hasEvidence
      ? live.filter(({ state, node }) => isVerified(state, requiredFor(traced.settings, node.address))).length
      : undefined,
    require,
    evidence: { reports: traced.evidence.reports, results: total, matched, ambiguous },
    findings: [...traced.findings],
    notes: notesOf(traced, proposer.hasCode),
  });
}

function leavesAt({ graph, states: all }: Trace, address: string): LeafState[] {
  const node = graph.get(address);
  const nodes = node === undefined ? [] : [node, ...graph.childrenOf(address)];
  return nodes.flatMap((each) => all.get(each.address) ?? []);
}

/** Planned features are shown by their line, so that nothing is missing from the list. */
function needsWork({ state, node }: LeafState): boolean {
  if (node.format === "speckit" || node.format === "kiro") return true;
  return ![
    "passed",
    "exercised",
    "sensitive",
    "attested",
    "waived",
    "claimed",
    "planned",
    "retired",
  ].includes(state);
}

/** Leaves of which the branch changes the text, the record, a test or code that a test rests on. */
async function touchedBy(
  traced: Trace,
  context: Context,
  since: string | undefined,
): Promise<(leaf: LeafState) => boolean> {
  if (since === undefined || traced.base === undefined) return () => true;
  const base = await traceAtBase(traced, context.clock().toISOString().slice(0, 10));
  const { leaves } = touchedLeaves(traced, base);
  return ({ node }) => leaves.has(node.address);
}

function notesOf(trace: Trace, hasCode: boolean): string[] {
  const { base, retired, scan, graph } = trace;
  const notes: string[] = [];
  if (!hasCode && trace.states.size > 0)
    notes.push("Run `hewto index` to see which code belongs to open requirements.");
  if (base === undefined)
    notes.push("There is no git commit to compare with, so no requirement can be suspect.");
  for (const { file, reason } of graph.unread) notes.push(`${file} is not traced: ${reason}`);
  if (retired.length > 0)
    notes.push(
      `${count(retired.length, "record")} of requirements that are gone: ${retired.slice(0, 5).join(", ")}.`,
    );
  if (scan.ignored.length > 0)
    notes.push(`Tags in generated or vendored files do not count: ${scan.ignored.slice(0, 5).join(", ")}.`);
  return notes;
}

const maxFindings = 20;

function render(output: Output, surface: Surface, style: Style): string {
  if (output.leaf !== undefined) return output.leaf.map((leaf) => leafText(leaf, style)).join("\n\n");
  if (output.formats.length === 0) return "No requirements found: no specs, features or artifacts.";
  const lines = output.formats.flatMap((format) => formatText(format, style));
  for (const { file, line, message, rule, fix } of output.findings.slice(0, maxFindings)) {
    const place = `${printableLine(file)}:${line}`;
    lines.push(
      `${style.warn("!")} ${place} ${printableLine(message)}${fix === undefined ? "" : ` ${printableLine(fix)}`} ${style.dim(rule)}`,
    );
  }
  if (output.findings.length > maxFindings)
    lines.push(`  … and ${output.findings.length - maxFindings} more findings (--json has all)`);
  lines.push(...output.notes.map((note) => `Note: ${printableLine(note)}`), lastLine(output, surface));
  return lines.join("\n");
}

function lastLine({ live, verified, require, evidence }: Output, surface: Surface): string {
  const leaves = count(live, "live leaf", "live leaves");
  if (verified === undefined || evidence.reports === 0) {
    const next = surface.recommend({ operation: "add_evidence", to: "add the reports of a test run" });
    return `${leaves}, no test results yet. ${next}`.trimEnd();
  }
  const results = `${evidence.matched} of ${count(evidence.results, "result")} matched`;
  return `${verified} of ${leaves} verified (asked for: ${require}). Evidence: ${count(evidence.reports, "report")}, ${results}.`;
}
