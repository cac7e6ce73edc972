import type { Finding, Severity } from "../../kernel/finding.ts";
import { count } from "../../kernel/text.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import type { SourceFacts } from "../sources/model.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import { NodeFinder } from "./finder.ts";
import type { Link, LinkInputs, Links } from "./model.ts";
import { matchTitles } from "./titles.ts";
import { LinkMemo, linksOf, testLinks } from "./written.ts";

/** A test that counts for more leaves than this says little about each. */
const crowd = 20;

/** Reports have tags such as `smoke` too, which name no requirement and are not meant to. */
const looksLikeAddress = /[/#]|^[A-Z]{2,}-?\d/;

/** Connects leaves with tests and code by everything that people and reports have written. */
export function resolveLinks(inputs: LinkInputs, memo: LinkMemo = new LinkMemo()): Links {
  const known = memo.last(inputs);
  if (known !== undefined) return known;
  const links = joinLinks(inputs, memo);
  memo.keep(inputs, links);
  return links;
}

function joinLinks(
  { graph, files, entryOf, evidence, renamed = new Map() }: LinkInputs,
  memo: LinkMemo,
): Links {
  const finder = new NodeFinder(graph, renamed);
  const links = new LinkSet(graph);
  const written = memo.read(graph, files, renamed);
  for (const { tags, tagFindings } of written) {
    for (const link of tags) links.push(link);
    links.findings.push(...tagFindings);
  }
  for (const { malformed } of written) links.findings.push(...malformed);
  for (const { facts, ids } of written) {
    for (const test of facts.tests) {
      for (const link of ids.get(test) ?? []) links.push(link);
      for (const id of evidence.requirementsOf(test)) {
        if (graph.resolve(id).kind === "none" && !looksLikeAddress.test(id)) continue;
        const said = `A report names \`${id}\` for this test`;
        const node = finder.find(id, test.file, test.range.startLine, said);
        if (node !== undefined) links.addTest(node, test, "report");
      }
    }
    links.findings.push(...finder.findings.splice(0));
  }
  const named = written.flatMap((each) => each.named);
  for (const { leaf, test, isExact, reason } of matchTitles(graph, memo.leavesByName(graph), named)) {
    if (isExact) links.addTest(leaf, test, "title");
    else links.addPossible(leaf, test, reason ?? "");
  }
  if (entryOf !== undefined) addRecords(links, graph, files, entryOf);
  links.reportCrowds();
  return { byLeaf: links.byLeaf, findings: links.findings };
}

function addRecords(
  links: LinkSet,
  graph: RequirementGraph,
  files: ReadonlyMap<WorkspacePath, SourceFacts>,
  entryOf: NonNullable<LinkInputs["entryOf"]>,
): void {
  const tests = [...files.values()].flatMap((facts) => facts.tests);
  const byId = new Map(tests.map((test) => [testId(test), test]));
  for (const node of graph.nodes) {
    if (node.change !== undefined) continue;
    const record = entryOf(node);
    for (const id of record?.entry.tests ?? []) {
      const test = byId.get(id);
      if (test !== undefined) links.addTest(node, test, "record");
      else
        links.report(
          "link-dangling",
          "warning",
          record?.path ?? node.file,
          1,
          `The record of ${graph.short(node)} names the test \`${id}\`, which does not exist.`,
        );
    }
    for (const id of record?.entry.code ?? []) {
      const [file = "", symbol] = id.split("#");
      links.add(node, {
        source: "record",
        role: "implements",
        isExact: true,
        file,
        line: 1,
        symbol,
      });
    }
  }
}

/** Gathers links by leaf: one link for each leaf and test, from the best source. */
class LinkSet {
  readonly byLeaf = new Map<string, Link[]>();
  readonly findings: Finding[] = [];
  readonly #graph: RequirementGraph;
  readonly #leavesOfTest = new Map<DiscoveredTest, number>();

  constructor(graph: RequirementGraph) {
    this.#graph = graph;
  }

  addTest(node: RequirementNode, test: DiscoveredTest, source: Link["source"]): void {
    for (const link of testLinks(this.#graph, node, test, source)) this.push(link);
  }

  addPossible(leaf: RequirementNode, test: DiscoveredTest, reason: string): void {
    const isLinked = (this.byLeaf.get(leaf.address) ?? []).some((link) => link.test === test);
    if (isLinked) return;
    const own = { source: "title", role: "verifies", isExact: false, test } as const;
    this.add(leaf, { ...own, file: test.file, line: test.range.startLine });
    const message = `"${test.titles.at(-1)}" has the name of ${this.#graph.short(leaf)}, and does not count for it: ${reason}.`;
    this.report("link-ambiguous", "note", test.file, test.range.startLine, message);
  }

  add(node: RequirementNode, link: Omit<Link, "leaf">): void {
    for (const each of linksOf(this.#graph, node, link)) this.push(each);
  }

  push(link: Link): void {
    const { leaf, test, role, isExact } = link;
    const links = this.byLeaf.get(leaf);
    if (test !== undefined && links?.some((each) => each.test === test && each.role === role)) return;
    if (links === undefined) this.byLeaf.set(leaf, [link]);
    else links.push(link);
    if (test !== undefined && isExact) this.#leavesOfTest.set(test, (this.#leavesOfTest.get(test) ?? 0) + 1);
  }

  reportCrowds(): void {
    for (const [test, leaves] of this.#leavesOfTest) {
      if (leaves <= crowd) continue;
      const message = `"${test.titles.join(" > ")}" counts for ${count(leaves, "requirement")}, so it says little about each.`;
      this.report("link-crowded", "note", test.file, test.range.startLine, message);
    }
  }

  report(rule: string, severity: Severity, file: string, line: number, message: string, fix?: string): void {
    this.findings.push({ rule, severity, file, line, message, fix });
  }
}
