import type { Finding } from "../../kernel/finding.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { SourceFacts, SourceTag } from "../sources/model.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import { NodeFinder } from "./finder.ts";
import type { Link, LinkInputs, LinkRole } from "./model.ts";
import { idsInTitles, leavesByName, type NamedTest, testsNamed } from "./titles.ts";

/** What one file says by itself about requirements. */
export interface WrittenLinks {
  readonly facts: SourceFacts;
  readonly tags: readonly Link[];
  readonly tagFindings: readonly Finding[];
  readonly malformed: readonly Finding[];
  /** Links by ids in titles. */
  readonly ids: ReadonlyMap<DiscoveredTest, readonly Link[]>;
  /** Tests that have the name of a leaf. */
  readonly named: readonly NamedTest[];
}

/** What one file and the reports of its tests say. */
export interface FileLinks {
  readonly written: WrittenLinks;
  /** Links by ids in titles and in reports. */
  readonly tests: readonly Link[];
  /** These and the tags. */
  readonly all: readonly Link[];
  /** References of reports to requirements that do not exist. */
  readonly findings: readonly Finding[];
}

/** What the links are made from; the memo of the process keeps what each file says. */
export interface LinkSources {
  readonly written: (path: WorkspacePath, facts: SourceFacts) => WrittenLinks;
  readonly leavesByName: ReadonlyMap<string, readonly RequirementNode[]>;
}

/** What files say, while the requirements are the same. */
export class WrittenMemo {
  #graph: RequirementGraph | undefined;
  #written = new WeakMap<SourceFacts, WrittenLinks>();
  #leaves: ReadonlyMap<string, readonly RequirementNode[]> = new Map();

  sourcesFor({ graph, renamed = new Map() }: LinkInputs): LinkSources {
    if (this.#graph !== graph) {
      this.#graph = graph;
      this.#written = new WeakMap();
      this.#leaves = leavesByName(graph);
    }
    const leaves = this.#leaves;
    // What a branch renamed is not known from the requirements as they are, so nothing of it is remembered.
    const known = renamed.size === 0 ? this.#written : new WeakMap<SourceFacts, WrittenLinks>();
    return {
      leavesByName: leaves,
      written: (path, facts) => {
        const own = known.get(facts) ?? writtenLinks(new NodeFinder(graph, renamed), path, facts, leaves);
        known.set(facts, own);
        return own;
      },
    };
  }
}

/** Reports have tags such as `smoke` too, which name no requirement and are not meant to. */
const looksLikeAddress = /[/#]|^[A-Z]{2,}-?\d/;

/** Adds what reports name for the tests of a file. */
export function linksOfFile(
  { graph, evidence, renamed = new Map() }: LinkInputs,
  written: WrittenLinks,
): FileLinks {
  const finder = new NodeFinder(graph, renamed);
  const tests = written.facts.tests.flatMap((test) => [
    ...(written.ids.get(test) ?? []),
    ...evidence.requirementsOf(test).flatMap((id) => {
      if (graph.resolve(id).kind === "none" && !looksLikeAddress.test(id)) return [];
      const said = `A report names \`${id}\` for this test`;
      const node = finder.find(id, test.file, test.range.startLine, said);
      return node === undefined ? [] : testLinks(graph, node, test, "report");
    }),
  ]);
  return { written, tests, all: [...written.tags, ...tests], findings: finder.findings };
}

function writtenLinks(
  finder: NodeFinder,
  path: WorkspacePath,
  facts: SourceFacts,
  leaves: ReadonlyMap<string, readonly RequirementNode[]>,
): WrittenLinks {
  const { tests } = facts;
  const { graph } = finder;
  const tags = facts.tags.flatMap((tag) => tagLinks(finder, path, tag, tests));
  const malformed = facts.malformed.map(({ line, text, reason }): Finding => {
    const message = `\`${text}\` covers nothing: ${reason}.`;
    return { rule: "tag-malformed", severity: "warning", file: path, line, message };
  });
  const ids = new Map<DiscoveredTest, readonly Link[]>();
  for (const test of tests) {
    const own = idsInTitles(graph, test).flatMap(({ node }) => testLinks(graph, node, test, "title-id"));
    if (own.length > 0) ids.set(test, own);
  }
  return { facts, tags, tagFindings: finder.findings, malformed, ids, named: testsNamed(leaves, tests) };
}

function tagLinks(
  finder: NodeFinder,
  path: WorkspacePath,
  tag: SourceTag,
  tests: readonly DiscoveredTest[],
): Link[] {
  const { verb, type, references, line, owner, text } = tag;
  const report = (message: string, fix?: string) => {
    finder.report("tag-without-owner", "warning", path, line, message, fix);
    return [];
  };
  if (tag.isOutside === true) {
    const message = `${text} is not in a comment, and counts only with \`tags = "anywhere"\`.`;
    finder.report("tag-outside-comment", "note", path, line, message, "Move it above the test it speaks of.");
  }
  if (owner.kind === "none")
    return report(
      `${text} covers nothing: no test or declaration begins right below it.`,
      "Put it directly above the test or the declaration it speaks of.",
    );
  if (verb === "VERIFIES" && owner.kind !== "tests")
    return report(`${text} covers nothing: VERIFIES is for tests.`);
  return references.flatMap((reference) => {
    const node = finder.find(reference, path, line, text);
    if (node === undefined) return [];
    if (owner.kind === "tests" && verb !== "IMPLEMENTS" && type !== "MANUAL")
      return owner.tests.flatMap((at) => {
        const test = tests[at];
        return test === undefined ? [] : testLinks(finder.graph, node, test, "tag", line);
      });
    const role: LinkRole = verb === "IMPLEMENTS" ? "implements" : type === "MANUAL" ? "manual" : "check";
    const symbol = owner.kind === "symbol" ? { symbol: owner.name } : {};
    return linksOf(finder.graph, node, { source: "tag", role, isExact: true, file: path, line, ...symbol });
  });
}

/** A link to a node is one to each of its leaves. */
export function linksOf(graph: RequirementGraph, node: RequirementNode, link: Omit<Link, "leaf">): Link[] {
  return linkedLeaves(graph, node).map(({ address }) => ({ leaf: address, ...link }));
}

export function linkedLeaves(graph: RequirementGraph, node: RequirementNode): readonly RequirementNode[] {
  return isLeaf(node) || node.kind === "outcome" ? [node] : graph.leavesOf(node);
}

export function testLinks(
  graph: RequirementGraph,
  node: RequirementNode,
  test: DiscoveredTest,
  source: Link["source"],
  line = test.range.startLine,
): Link[] {
  return linksOf(graph, node, { source, role: "verifies", isExact: true, test, file: test.file, line });
}
