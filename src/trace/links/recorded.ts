import type { Finding } from "../../kernel/finding.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import type { RecordEntry } from "../records/model.ts";
import type { SourceFacts } from "../sources/model.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { Link, LinkInputs } from "./model.ts";
import { linkedLeaves, linksOf, testLinks } from "./written.ts";

interface Recorded {
  readonly node: RequirementNode;
  readonly entry: RecordEntry;
  readonly path: string;
}

/** The links that people have written down. */
export class RecordLinks {
  readonly #graph: RequirementGraph;
  /** In the order of the requirements. */
  readonly #recorded: readonly Recorded[];
  readonly #byLeaf = new Map<string, Recorded[]>();
  readonly #byTest = new Map<string, Recorded[]>();
  readonly #tests = new Map<string, DiscoveredTest>();

  constructor(graph: RequirementGraph, entryOf: LinkInputs["entryOf"]) {
    this.#graph = graph;
    this.#recorded = graph.nodes.flatMap((node) => {
      const record = node.change === undefined ? entryOf?.(node) : undefined;
      const { tests = [], code = [] } = record?.entry ?? {};
      return record !== undefined && tests.length + code.length > 0 ? [{ node, ...record }] : [];
    });
    for (const recorded of this.#recorded) {
      for (const leaf of leavesOf(graph, recorded.node)) append(this.#byLeaf, leaf, recorded);
      for (const id of recorded.entry.tests ?? []) append(this.#byTest, id, recorded);
    }
  }

  /** The leaves that records link. */
  get leaves(): Iterable<string> {
    return this.#byLeaf.keys();
  }

  /** Other tests in a file. Gives the leaves whose records name one of them. */
  replaceTests(before: SourceFacts | undefined, now: SourceFacts | undefined): string[] {
    if (this.#recorded.length === 0) return [];
    const ids = new Set<string>();
    for (const test of before?.tests ?? []) {
      this.#tests.delete(testId(test));
      ids.add(testId(test));
    }
    for (const test of now?.tests ?? []) {
      this.#tests.set(testId(test), test);
      ids.add(testId(test));
    }
    const recorded = [...ids].flatMap((id) => this.#byTest.get(id) ?? []);
    return recorded.flatMap(({ node }) => leavesOf(this.#graph, node));
  }

  of(leaf: string): Link[] {
    return (this.#byLeaf.get(leaf) ?? [])
      .flatMap(({ node, entry }) => [
        ...(entry.tests ?? []).flatMap((id) => {
          const test = this.#tests.get(id);
          return test === undefined ? [] : testLinks(this.#graph, node, test, "record");
        }),
        ...(entry.code ?? []).flatMap((id) => {
          const [file = "", symbol] = id.split("#");
          const link = {
            source: "record",
            role: "implements",
            isExact: true,
            file,
            line: 1,
            symbol,
          } as const;
          return linksOf(this.#graph, node, link);
        }),
      ])
      .filter((link) => link.leaf === leaf);
  }

  /** Records of tests that do not exist. */
  get findings(): Finding[] {
    return this.#recorded.flatMap(({ node, entry, path }) =>
      (entry.tests ?? []).flatMap((id): Finding[] => {
        if (this.#tests.has(id)) return [];
        const message = `The record of ${this.#graph.short(node)} names the test \`${id}\`, which does not exist.`;
        return [{ rule: "link-dangling", severity: "warning", file: path, line: 1, message }];
      }),
    );
  }
}

function leavesOf(graph: RequirementGraph, node: RequirementNode): string[] {
  return linkedLeaves(graph, node).map(({ address }) => address);
}

function append(map: Map<string, Recorded[]>, key: string, recorded: Recorded): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [recorded]);
  else known.push(recorded);
}
