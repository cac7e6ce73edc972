import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading } from "../../operation/operation.ts";
import { createStyle } from "../../operation/style.ts";
import { traceAtBase } from "../gate/base-trace.ts";
import { touchedLeaves } from "../gate/touched.ts";
import { isLeaf } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { leafOf } from "../report/overview.ts";
import { Leaf } from "../report/shapes.ts";
import { requiredFor } from "../settings.ts";
import { isVerified, type LeafState, type State, states } from "../state/state.ts";
import { explainer } from "./explain.ts";
import { openProposer, openTrace } from "./open.ts";
import { leafText } from "./text/leaf-text.ts";

const Gap = Leaf.extend({ next: z.string().describe("What to do about it") });

export const traceGaps = operation({
  name: "trace_gaps",
  title: "Trace gaps",
  summary: "Lists requirements that are not verified, worst first, each with what to do next.",
  icon: "check",
  seldom: ["limit"],
  effects: reading,
  cli: { never: "`hewto trace` shows gaps among the requirements they belong to", command: "trace" },
  input: z.object({
    state: z.array(z.enum(states)).optional().describe("Only these states"),
    spec: z.string().optional().describe("Only this spec, feature or artifact"),
    touched_since: z
      .string()
      .optional()
      .describe("Only what the branch touches since it left this git revision"),
    limit: z.int().min(1).max(500).default(50).describe("Most gaps to list"),
  }),
  output: z.object({
    gaps: z.array(Gap),
    left_out: z.number().int(),
    live: z.number().int(),
    require: z.string(),
  }),
  run: async (context, { state: wanted, spec, touched_since: since, limit }) => {
    const opened = await openTrace(context, since);
    if (!opened.ok) return opened;
    const trace = opened.value;
    const require = trace.settings.require ?? "passed";
    const touched = since === undefined ? undefined : await touchedIn(trace, context);
    const live = [...trace.states.values()].filter(({ node }) => isLeaf(node) && node.phase === "live");
    const isWanted = ({ state, node }: LeafState) =>
      (wanted === undefined
        ? !isVerified(state, requiredFor(trace.settings, node.address)) && state !== "waived"
        : wanted.includes(state)) &&
      (touched === undefined || touched.has(node.address)) &&
      (spec === undefined || node.spec === spec || node.specAddress === spec);
    const gaps = live.filter(isWanted).sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
    const explain = explainer(await openProposer(context, trace));
    const shown = gaps.slice(0, limit).map((gap) => {
      const leaf = leafOf(trace, gap, explain);
      return { ...leaf, next: nextStep(gap.state, leaf) };
    });
    return ok({ gaps: shown, left_out: gaps.length - shown.length, live: live.length, require });
  },
  text: ({ gaps, left_out, live, require }) => {
    if (live === 0) return "No live requirements.";
    if (gaps.length === 0)
      return `All of ${count(live, "live leaf", "live leaves")} are verified (asked for: ${require}).`;
    const rest = left_out > 0 ? [`… and ${left_out} more.`] : [];
    const style = createStyle(false, 80);
    return [
      ...gaps.map((gap) => `${leafText(gap, style)}\n  next  ${printableLine(gap.next)}`),
      ...rest,
    ].join("\n\n");
  },
});

async function touchedIn(trace: Trace, context: Context): Promise<ReadonlySet<string>> {
  const base = await traceAtBase(trace, context.clock().toISOString().slice(0, 10));
  return new Set(touchedLeaves(trace, base).leaves.keys());
}

/** What clears a state. */
function nextStep(state: State, { name, reason, tests }: z.infer<typeof Leaf>): string {
  const test = tests[0]?.test ?? "the linked test";
  if (state === "open") {
    const code = /^no test reaches (.+)$|; code: (.+)$/.exec(reason);
    const calls = code === null ? "" : ` that calls ${code[1] ?? code[2]}`;
    return `Write a test${calls} and title it "${name}", or link one that exists.`;
  }
  if (state === "failing") return `Fix the code or ${test}.`;
  if (state === "suspect") return `Change ${test}, or ask the user to accept the text.`;
  if (state === "skipped") return `Enable ${test}.`;
  return "Run the linked tests and add the report.";
}

export const traceRequirement = operation({
  name: "trace_requirement",
  title: "Trace requirement",
  summary: "Shows one requirement: text, state, tests, results and code.",
  icon: "check",
  effects: reading,
  cli: { never: "`hewto trace ADDRESS` shows it", command: "trace" },
  input: z.object({
    address: z.string().describe("A requirement, scenario or statement: booking/reserve-a-place#full"),
  }),
  output: z.object({ address: z.string(), name: z.string(), leaves: z.array(Leaf) }),
  run: async (context, { address }) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const trace = opened.value;
    const node = trace.graph.find(address);
    if (!node.ok) return node;
    const explain = explainer(await openProposer(context, trace));
    const nodes = [node.value, ...trace.graph.childrenOf(node.value.address)];
    const leaves = nodes.flatMap((each) => trace.states.get(each.address) ?? []);
    return ok({
      address: trace.graph.short(node.value),
      name: node.value.name,
      leaves: leaves.map((leaf) => leafOf(trace, leaf, explain)),
    });
  },
  text: ({ leaves }) => leaves.map((leaf) => leafText(leaf, createStyle(false, 80))).join("\n\n"),
});
