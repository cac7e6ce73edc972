import type { Graph, GraphNode } from "../../code/graph/model/graph.ts";
import { counts } from "../links/model.ts";
import type { Trace } from "../read/trace.ts";
import type { LeafState } from "../state/state.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { ChangedCode } from "./changed-code.ts";
import { type ImpactPath, paths, testsReaching } from "./impact.ts";

/** A requirement that a change can break, and what connects the two. */
export interface EndangeredLeaf {
  readonly leaf: LeafState;
  readonly path: ImpactPath;
  /** The test or the document. */
  readonly via: string;
}

export interface Endangered {
  readonly requirements: readonly EndangeredLeaf[];
  /** The tests to run. */
  readonly tests: readonly DiscoveredTest[];
}

/** The requirements whose tests executed or reach changed code, and those that are known to be touched. */
export function endangeredBy(
  trace: Pick<Trace, "scan" | "states" | "linksOf">,
  graph: Graph | undefined,
  code: readonly ChangedCode[],
  touched: readonly EndangeredLeaf[],
): Endangered {
  const tests = [...trace.scan.files.values()].flatMap((facts) => facts.tests);
  const reaching = graph === undefined ? new Map() : testsReaching(graph, nodesOf(graph, code), tests);
  const items = new ChangedItems(code);
  const found = new Map<string, EndangeredLeaf>();
  const add = (each: EndangeredLeaf) => {
    const known = found.get(each.leaf.node.address);
    if (known === undefined || paths.indexOf(each.path) < paths.indexOf(known.path))
      found.set(each.leaf.node.address, each);
  };
  touched.forEach(add);
  for (const leaf of trace.states.values()) reached(leaf, items, reaching).forEach(add);
  const linked = new Set<DiscoveredTest>();
  for (const [address, { path }] of found)
    for (const link of path === "possible" ? [] : trace.linksOf(address))
      if (counts(link) && link.test !== undefined) linked.add(link.test);
  const isReached = (test: DiscoveredTest) => (reaching.get(testId(test)) ?? "possible") !== "possible";
  return {
    requirements: [...found.values()],
    tests: tests.filter((test) => linked.has(test) || (reaching.size > 0 && isReached(test))),
  };
}

/** Changed code by what evidence and tags call it. */
class ChangedItems {
  /** Files that changed as a whole. */
  readonly #files = new Set<string>();
  readonly #symbols = new Set<string>();

  constructor(code: readonly ChangedCode[]) {
    for (const { file, symbol } of code)
      if (symbol === undefined) this.#files.add(file);
      else this.#symbols.add(`${file}#${symbol}`);
  }

  /** An item of what a result rests on. */
  has(item: string): boolean {
    return this.#symbols.has(item) || this.#files.has(item.replace(/#.*$/s, ""));
  }
}

function reached(
  leaf: LeafState,
  items: ChangedItems,
  reaching: ReadonlyMap<string, string>,
): EndangeredLeaf[] {
  if (leaf.node.phase !== "live" || leaf.node.change !== undefined) return [];
  return leaf.links.flatMap(({ link, outcome }): EndangeredLeaf[] => {
    if (link.test === undefined) {
      const isChanged = items.has(`${link.file}#${link.symbol ?? ""}`);
      return isChanged ? [{ leaf, path: "exact", via: link.symbol ?? link.file }] : [];
    }
    if (!counts(link)) return [];
    const { grain, items: rests = {} } = outcome?.rests ?? {};
    const isExecuted =
      (grain === "symbol" || grain === "file") && Object.keys(rests).some((item) => items.has(item));
    const confidence = reaching.size === 0 ? undefined : reaching.get(testId(link.test));
    const path = isExecuted ? "executed" : paths.find((each) => each === confidence);
    return path === undefined ? [] : [{ leaf, path, via: testId(link.test) }];
  });
}

/** The nodes of changed declarations, and all of files that changed as a whole. */
function nodesOf(graph: Graph, code: readonly ChangedCode[]): GraphNode[] {
  const whole = new Set(code.flatMap(({ file, symbol }) => (symbol === undefined ? [file] : [])));
  const nodes = new Set<GraphNode>();
  if (whole.size > 0)
    for (const node of graph.nodes()) if (node.kind !== "external" && whole.has(node.path)) nodes.add(node);
  for (const { file, symbol } of code) {
    if (symbol === undefined || whole.has(file)) continue;
    for (const id of graph.named(bareName(symbol))) {
      const node = graph.node(id);
      if (node.path === file && node.symbol?.qualifiedName === symbol) nodes.add(node);
    }
  }
  return [...nodes];
}

/** `BookingService.book(_:for:)` is found as `book`. */
function bareName(name: string): string {
  return name.replace(/\(.*$/s, "").split(".").at(-1) ?? name;
}
