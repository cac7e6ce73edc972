import type { Finding, Severity } from "../../kernel/finding.ts";
import { formatSuggestions } from "../../kernel/nearest.ts";
import { count } from "../../kernel/text.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { RecordEntry } from "../records/model.ts";
import type { SourceFacts, SourceTag } from "../sources/model.ts";
import type { Evidence } from "../state/outcome.ts";
import { type DiscoveredTest, testId } from "../tests/model.ts";
import type { Link, LinkRole, Links } from "./model.ts";
import { idsInTitles, matchTitles } from "./titles.ts";

export interface LinkInputs {
  readonly graph: RequirementGraph;
  readonly files: ReadonlyMap<WorkspacePath, SourceFacts>;
  readonly entryOf: (
    node: RequirementNode,
  ) => { readonly entry: RecordEntry; readonly path: string } | undefined;
  readonly evidence: Pick<Evidence, "requirementsOf">;
  /** What requirements that the branch renamed are called now, by the forms of their old address. */
  readonly renamed?: ReadonlyMap<string, RequirementNode>;
}

/** A test that counts for more leaves than this says little about each. */
const crowd = 20;

/** Connects leaves with tests and code by everything that people and reports have written. */
export function resolveLinks({ graph, files, entryOf, evidence, renamed = new Map() }: LinkInputs): Links {
  const links = new LinkSet(graph, renamed);
  const tests = [...files.values()].flatMap((facts) => facts.tests);
  for (const [path, facts] of files) for (const tag of facts.tags) addTag(links, path, tag, facts.tests);
  for (const [path, { malformed }] of files)
    for (const { line, text, reason } of malformed)
      links.report("tag-malformed", "warning", path, line, `\`${text}\` covers nothing: ${reason}.`);
  for (const test of tests) {
    for (const { node } of idsInTitles(graph, test)) links.addTest(node, test, "title-id");
    for (const id of evidence.requirementsOf(test)) {
      const node = links.find(id, test.file, test.range.startLine, `A report names \`${id}\` for this test`);
      if (node !== undefined) links.addTest(node, test, "report");
    }
  }
  for (const { leaf, test, isExact, reason } of matchTitles(graph, tests)) {
    if (isExact) links.addTest(leaf, test, "title");
    else links.addPossible(leaf, test, reason ?? "");
  }
  addRecords(links, graph, tests, entryOf);
  links.reportCrowds();
  return { byLeaf: links.byLeaf, findings: links.findings };
}

function addTag(links: LinkSet, path: WorkspacePath, tag: SourceTag, tests: readonly DiscoveredTest[]): void {
  const { verb, type, references, line, owner, text } = tag;
  if (owner.kind === "none") {
    const message = `${text} covers nothing: no test or declaration begins right below it.`;
    links.report(
      "tag-without-owner",
      "warning",
      path,
      line,
      message,
      "Put it directly above the test or the declaration it speaks of.",
    );
    return;
  }
  if (verb === "VERIFIES" && owner.kind !== "tests") {
    links.report(
      "tag-without-owner",
      "warning",
      path,
      line,
      `${text} covers nothing: VERIFIES is for tests.`,
    );
    return;
  }
  for (const reference of references) {
    const node = links.find(reference, path, line, text);
    if (node === undefined) continue;
    if (owner.kind === "tests" && verb !== "IMPLEMENTS" && type !== "MANUAL") {
      for (const at of owner.tests) {
        const test = tests[at];
        if (test !== undefined) links.addTest(node, test, "tag", line);
      }
      continue;
    }
    const role: LinkRole = verb === "IMPLEMENTS" ? "implements" : type === "MANUAL" ? "manual" : "check";
    const symbol = owner.kind === "symbol" ? { symbol: owner.name } : {};
    links.add(node, { source: "tag", role, isExact: true, file: path, line, ...symbol });
  }
}

function addRecords(
  links: LinkSet,
  graph: RequirementGraph,
  tests: readonly DiscoveredTest[],
  entryOf: LinkInputs["entryOf"],
): void {
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
  readonly #leavesOfTest = new Map<DiscoveredTest, Set<string>>();

  readonly #renamed: ReadonlyMap<string, RequirementNode>;

  constructor(graph: RequirementGraph, renamed: ReadonlyMap<string, RequirementNode>) {
    this.#graph = graph;
    this.#renamed = renamed;
  }

  /** The node that a reference means; what it does not mean is reported. */
  find(reference: string, file: string, line: number, said: string): RequirementNode | undefined {
    const meant = this.#graph.resolve(reference);
    if (meant.kind === "one") return meant.node;
    if (meant.kind === "several") {
      const all = meant.nodes.map(({ address }) => `\`${address}\``).join(" and ");
      this.report(
        "link-ambiguous",
        "warning",
        file,
        line,
        `${said}: \`${reference}\` means ${all}.`,
        "Write the address in full.",
      );
    } else if (meant.kind === "unknown") {
      this.report(
        "link-unknown",
        "note",
        file,
        line,
        `${said}: ${meant.document.file} cannot be read, so nothing is known of \`${reference}\`.`,
      );
    } else return this.#findRenamed(reference, meant.nearest, file, line, said);
    return undefined;
  }

  /** A requirement that this branch renamed keeps its links; every other reference leads nowhere. */
  #findRenamed(
    reference: string,
    nearest: readonly string[],
    file: string,
    line: number,
    said: string,
  ): RequirementNode | undefined {
    const node = this.#renamed.get(reference.toLowerCase());
    const message = `${said}: no requirement has the address \`${reference}\`.`;
    const now = node && this.#graph.short(node);
    const rule = "link-dangling";
    if (now !== undefined) {
      const suggest = { operation: "trace_rename", args: { from: reference, to: now }, to: "rewrite it" };
      const fix = `It is \`${now}\` now.`;
      this.findings.push({ rule, severity: "warning", file, line, message, fix, suggest });
    } else {
      const fix = formatSuggestions(nearest.map((each) => `\`${each}\``));
      this.report(rule, "warning", file, line, message, fix === "" ? undefined : fix);
    }
    return node;
  }

  addTest(
    node: RequirementNode,
    test: DiscoveredTest,
    source: Link["source"],
    line = test.range.startLine,
  ): void {
    this.add(node, { source, role: "verifies", isExact: true, test, file: test.file, line });
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
    const leaves = isLeaf(node) || node.kind === "outcome" ? [node] : this.#graph.leavesOf(node);
    for (const { address } of leaves) {
      const links = this.byLeaf.get(address) ?? [];
      this.byLeaf.set(address, links);
      const isKnown = links.some(
        (each) => each.test !== undefined && each.test === link.test && each.role === link.role,
      );
      if (!isKnown) links.push({ leaf: address, ...link });
      if (link.test === undefined || !link.isExact) continue;
      const held = this.#leavesOfTest.get(link.test) ?? new Set();
      this.#leavesOfTest.set(link.test, held.add(address));
    }
  }

  reportCrowds(): void {
    for (const [test, leaves] of this.#leavesOfTest) {
      if (leaves.size <= crowd) continue;
      const message = `"${test.titles.join(" > ")}" counts for ${count(leaves.size, "requirement")}, so it says little about each.`;
      this.report("link-crowded", "note", test.file, test.range.startLine, message);
    }
  }

  report(rule: string, severity: Severity, file: string, line: number, message: string, fix?: string): void {
    this.findings.push({ rule, severity, file, line, message, fix });
  }
}
