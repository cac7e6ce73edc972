import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, reading, writing } from "../../operation/operation.ts";
import { commit } from "../../workspace/write/commit.ts";
import { planLinks } from "../links/confirm.ts";
import { counts } from "../links/model.ts";
import type { Proposal, Proposer } from "../links/propose.ts";
import type { RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { type LeafState, states } from "../state/state.ts";
import { testId } from "../tests/model.ts";
import { openLinkProposer, openTrace } from "./open.ts";

const Suggestion = z.object({
  address: z.string(),
  name: z.string(),
  text: z.string(),
  state: z.enum(states),
  file: z.string(),
  line: z.number().int(),
  proposals: z.array(
    z.object({
      test: z.string().describe("Id of the test, for confirm_links"),
      title: z.string(),
      file: z.string(),
      line: z.number().int(),
      reason: z.string(),
      score: z.number(),
    }),
  ),
  better: z
    .string()
    .optional()
    .describe("Set where a test that is not linked fits much better than those that are"),
});
type Suggestion = z.infer<typeof Suggestion>;

const maxLeaves = 20;

export const suggestLinks = operation({
  name: "suggest_links",
  title: "Suggest links",
  summary: "Proposes tests for requirements that have none.",
  details: "Proposals never count: confirm those that you have read with confirm_links.",
  icon: "search",
  effects: reading,
  cli: { never: "`hewto link` shows proposals and asks which are right", command: "link" },
  input: z.object({
    address: z
      .string()
      .optional()
      .describe("A requirement, scenario or statement; default: all without a test"),
    all: z.boolean().default(false).describe("Also those whose text the branch did not change"),
    changed_since: z.string().optional().describe("The revision that the branch left; default: HEAD"),
    limit: z.int().min(1).max(200).default(maxLeaves).describe("Most leaves to answer for"),
  }),
  output: z.object({
    suggestions: z.array(Suggestion),
    left_out: z.number().int(),
    leaves: z.number().int().describe("Requirements, scenarios and statements that were looked at"),
    untouched: z.number().int().describe("Others without a test, whose text the branch did not change"),
  }),
  run: async (context, input) => {
    const suggested = await suggestionsFor(context, input);
    if (!suggested.ok) return suggested;
    const { suggestions, leaves, untouched } = suggested.value;
    const leftOut = Math.max(0, suggestions.length - input.limit);
    return ok({ suggestions: suggestions.slice(0, input.limit), left_out: leftOut, leaves, untouched });
  },
  text: ({ suggestions, left_out, leaves, untouched }) => {
    if (suggestions.length === 0) return nothingToLink(leaves);
    const rest = left_out > 0 ? [`… and ${left_out} more.`] : [];
    if (untouched > 0) rest.push(othersText(untouched));
    return [...suggestions.map(suggestionText), ...rest].join("\n\n");
  },
});

/** What an answer without suggestions says: nothing is claimed of a project without requirements. */
export function nothingToLink(leaves: number): string {
  if (leaves === 0) return "No requirements found: no specs, features or artifacts.";
  return "Every requirement has a test, or none is expected yet.";
}

/** What to say of requirements that were left out because the branch is not about them. */
export function othersText(untouched: number): string {
  return `${count(untouched, "other requirement")} without a test: the branch did not change ${untouched === 1 ? "it" : "them"}.`;
}

interface SuggestRequest {
  readonly address?: string | undefined;
  readonly all: boolean;
  readonly changed_since?: string | undefined;
}

/** Proposals for the leaves without a test that the branch is about, or for those of one requirement. */
async function suggestionsFor(
  context: Context,
  { address, all, changed_since: since }: SuggestRequest,
): Promise<Result<{ suggestions: Suggestion[]; leaves: number; untouched: number }>> {
  const opened = await openTrace(context, since);
  if (!opened.ok) return opened;
  const trace = opened.value;
  const asked = address === undefined ? undefined : trace.graph.find(address);
  if (asked?.ok === false) return asked;
  const proposer = await openLinkProposer(context, trace);
  const open = openLeaves(trace);
  const touched = all ? open : touchedLeaves(trace, open);
  const leaves = asked === undefined ? touched : leavesOf(trace, asked.value);
  const suggestions = leaves.map((leaf) => suggestionOf(trace, proposer, leaf));
  const untouched = asked === undefined ? open.length - touched.length : 0;
  return ok({ suggestions, leaves: trace.states.size, untouched });
}

function openLeaves({ states: all }: Trace): LeafState[] {
  return [...all.values()].filter(({ state, node }) => state === "open" && node.kind !== "outcome");
}

/** Those whose text is new or changed; all where the branch changed no text. */
function touchedLeaves({ base }: Trace, open: LeafState[]): LeafState[] {
  if (base === undefined) return open;
  const { added, moved, renamed } = base.nodes;
  const nodes = [...added, ...moved.map(({ to }) => to), ...renamed.map(({ to }) => to)];
  const addresses = new Set(nodes.map((node) => node.address));
  const touched = open.filter(({ node }) => addresses.has(node.address));
  return touched.length === 0 ? open : touched;
}

function leavesOf({ graph, states: all }: Trace, node: RequirementNode): LeafState[] {
  return graph.leavesOf(node).flatMap(({ address }) => all.get(address) ?? []);
}

function suggestionOf({ graph }: Trace, proposer: Proposer, { node, state, links }: LeafState): Suggestion {
  const proposals = proposer.propose(node);
  const linked = links.flatMap(({ link }) => (counts(link) && link.test !== undefined ? [link.test] : []));
  const fresh = proposals.filter(({ test }) => !linked.includes(test));
  const { name, text, file, line } = node;
  return {
    address: graph.short(node),
    name,
    text,
    state,
    file,
    line,
    proposals: fresh.map(proposalOf),
    better: linked.length === 0 ? undefined : betterTest(proposer, node, fresh, linked),
  };
}

/** The best proposal, if it beats every linked test by half its score. */
function betterTest(
  proposer: Proposer,
  node: RequirementNode,
  fresh: readonly Proposal[],
  linked: readonly Proposal["test"][],
): string | undefined {
  const [best] = fresh;
  if (best === undefined) return undefined;
  const ranked = proposer.propose(node, 50).filter(({ test }) => linked.includes(test));
  const isBeaten = ranked.every(({ score }) => best.score >= score * 1.5);
  return isBeaten ? testId(best.test) : undefined;
}

function proposalOf({ test, score, shared, reaches }: Proposal): Suggestion["proposals"][number] {
  const reached = reaches.length === 0 ? "" : `; reaches ${reaches.join(", ")}`;
  const reason = `shares ${shared.join(", ")}${reached}`;
  const { file, range, titles } = test;
  return {
    test: testId(test),
    title: titles.join(" > "),
    file,
    line: range.startLine,
    reason,
    score: Math.round(score * 100) / 100,
  };
}

export function suggestionText({ address, text, proposals, better }: Suggestion): string {
  const lines = [printableLine(address), ...text.split("\n").map((line) => `  ${printableLine(line)}`)];
  proposals.forEach(({ title, file, line, reason }, index) => {
    lines.push(
      `  ${index + 1}  ${printableLine(title)}  ${printableLine(file)}:${line}`,
      `     ${printableLine(reason)}`,
    );
  });
  if (proposals.length === 0) lines.push("  no test shares enough words with it");
  if (better !== undefined) lines.push(`  fits better than what is linked: ${printableLine(better)}`);
  return lines.join("\n");
}

const Wanted = z.object({
  address: z.string().describe("The requirement, scenario or statement"),
  test: z.string().describe("Id of the test: file#suite > title"),
  as: z.enum(["tag", "record"]).default("tag").describe("A comment above the test, or a line in the records"),
});

export const confirmLinks = operation({
  name: "confirm_links",
  title: "Confirm links",
  summary: "Links tests to requirements: writes a tag above each test, or a record.",
  icon: "check",
  effects: writing,
  cli: { never: "`hewto link` writes what a person confirms", command: "link" },
  input: z.object({ links: z.array(Wanted).min(1).max(200).describe("Links that the user confirmed") }),
  output: z.object({ linked: z.number().int(), files: z.array(z.string()) }),
  run: async (context, { links }) => {
    const opened = await openTrace(context);
    if (!opened.ok) return opened;
    const plan = await planLinks(context.workspace, opened.value, links);
    if (!plan.ok) return plan;
    const committed = await commit(context.workspace, plan.value, {
      signal: context.signal,
      tool: "confirm_links",
    });
    if (!committed.ok) return committed;
    const files = plan.value.edits.flatMap((edit) => ("path" in edit ? [edit.path] : []));
    for (const file of files) context.touched(file);
    return ok({ linked: links.length, files });
  },
  text: ({ linked, files }) => `Linked ${count(linked, "test")}; wrote ${files.join(", ")}.`,
});
