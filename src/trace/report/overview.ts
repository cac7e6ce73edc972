import { sortedBy } from "../../kernel/order.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { type LeafState, type State, states, worstState } from "../state/state.ts";
import { testId } from "../tests/model.ts";
import type { Leaf, SpecCounts, TracedFormat, TracedRequirement } from "./shapes.ts";

/** Why an open leaf is open, where the code of it can be guessed. */
export type Explain = (state: LeafState) => string;

/** What an overview shows: requirements that have a leaf that `isShown`, with those of their leaves that `isListed`. */
export interface Selection {
  readonly isShown: (state: LeafState) => boolean;
  readonly isListed: (state: LeafState) => boolean;
}

/** The requirements of each format with the states of their leaves. What is not selected is only counted. */
export function overviewOf(trace: Trace, selection: Selection, explain: Explain): TracedFormat[] {
  const byFormat = groupBy(trace.graph.nodes, ({ format }) => format);
  return [...byFormat].map(([format, nodes]) => formatOf(trace, format, nodes, selection, explain));
}

/** How many requirements each spec of each format has, and the states of their leaves. */
export function specCounts({ graph, states: all }: Trace): SpecCounts[] {
  const own = graph.nodes.filter(({ change }) => change === undefined);
  const counts = [...groupBy(own, ({ format, spec }) => `${format}\n${spec}`).values()].flatMap((nodes) => {
    const [first] = nodes;
    if (first === undefined) return [];
    const { format, spec, file } = first;
    const leaves = nodes.flatMap(({ address }) => all.get(address) ?? []).filter(({ node }) => isLeaf(node));
    const requirements = nodes.filter(isCounted).length;
    return [{ format, spec, file, requirements, states: countStates(leaves) }];
  });
  return sortedBy(counts, ({ format, spec }) => `${format} ${spec}`);
}

function formatOf(
  trace: Trace,
  format: string,
  nodes: readonly RequirementNode[],
  selection: Selection,
  explain: Explain,
): TracedFormat {
  const own = nodes.filter(({ change }) => change === undefined);
  const all = own.flatMap(({ address }) => trace.states.get(address) ?? []);
  const leaves = all.filter(({ node }) => isLeaf(node));
  const bySpec = groupBy(own, ({ spec }) => spec);
  const specs = [...bySpec].map(([spec, members]) => ({
    spec,
    requirements: requirementsOf(trace, members, selection, explain),
  }));
  const changes = trace.changes.filter((change) => change.format === format);
  const sum = (key: "added" | "modified") => changes.reduce((total, change) => total + change[key], 0);
  return {
    format,
    requirements: own.filter(isCounted).length,
    leaves: leaves.length,
    states: countStates(leaves),
    checks: leaves.filter(
      ({ state, links }) => state === "claimed" && links.every(({ link }) => link.test === undefined),
    ).length,
    outcomes: own.filter(({ kind }) => kind === "outcome").length,
    changes:
      changes.length === 0
        ? undefined
        : { count: changes.length, added: sum("added"), modified: sum("modified") },
    specs: sortedBy(
      specs.filter(({ requirements }) => requirements.length > 0),
      ({ spec }) => spec,
    ),
  };
}

/** Stories and outcomes of a feature are not requirements of their own. */
function isCounted({ parent, kind }: RequirementNode): boolean {
  return parent === undefined && kind !== "outcome" && kind !== "story";
}

function requirementsOf(
  trace: Trace,
  nodes: readonly RequirementNode[],
  selection: Selection,
  explain: Explain,
): TracedRequirement[] {
  return nodes
    .filter(({ parent }) => parent === undefined)
    .flatMap((node) => {
      const parts = isLeaf(node) || node.kind === "outcome" ? [node] : trace.graph.childrenOf(node.address);
      const held = parts.flatMap(({ address }) => trace.states.get(address) ?? []);
      if (!held.some(selection.isShown)) return [];
      const { address, kind, name } = node;
      const state = worstState(held.map((each) => each.state)) ?? "open";
      const leaves = held.filter(selection.isListed).map((each) => leafOf(trace, each, explain));
      return [{ address, kind, name, state, leaves }];
    });
}

export function leafOf(trace: Trace, state: LeafState, explain: Explain): Leaf {
  const { node, links } = state;
  const { kind, name, text, revision, level, file, line, questions } = node;
  return {
    address: trace.graph.short(node),
    kind,
    name,
    state: state.state,
    reason: explain(state),
    text,
    before: state.state === "suspect" ? textAtBase(trace, node) : undefined,
    revision,
    level,
    file,
    line,
    tests: links.flatMap(({ link, outcome }) => {
      if (link.test === undefined) return [];
      const { source, isExact } = link;
      const at = { file: link.test.file, line: link.test.range.startLine };
      return [
        {
          test: testId(link.test),
          ...at,
          source,
          counts: isExact,
          status: outcome?.status,
          fresh: outcome?.isFresh,
        },
      ];
    }),
    code: links.flatMap(({ link }) =>
      link.test === undefined && link.role !== "verifies"
        ? [{ file: link.file, line: link.line, symbol: link.symbol, role: link.role }]
        : [],
    ),
    implementations: state.implementations?.map((each) => ({ ...each })),
    note: state.note,
    questions: questions === undefined ? undefined : [...questions],
  };
}

function textAtBase({ base }: Trace, { address }: RequirementNode): string | undefined {
  return base?.nodes.moved.find(({ to }) => to.address === address)?.from.text;
}

export function countStates(leaves: readonly LeafState[]): Partial<Record<State, number>> {
  const counts: Partial<Record<State, number>> = {};
  for (const state of states) {
    const number = leaves.filter((leaf) => leaf.state === state).length;
    if (number > 0) counts[state] = number;
  }
  return counts;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}
