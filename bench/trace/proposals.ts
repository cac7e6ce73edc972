import { readFileSync } from "node:fs";
import { join } from "node:path";
import { nodeAt } from "../../src/trace/formats/place.ts";
import { withoutComments } from "../../src/trace/links/bodies.ts";
import { Proposer } from "../../src/trace/links/propose.ts";
import { resolveLinks } from "../../src/trace/links/resolve.ts";
import { RequirementGraph } from "../../src/trace/model/graph.ts";
import { isLeaf, type RequirementNode } from "../../src/trace/model/node.ts";
import { normalText } from "../../src/trace/model/revision.ts";
import { readRequirements } from "../../src/trace/read/requirements.ts";
import { SourceCache } from "../../src/trace/sources/cache.ts";
import type { SourceScan } from "../../src/trace/sources/model.ts";
import { scanSources } from "../../src/trace/sources/scan.ts";
import { noEvidence } from "../../src/trace/state/outcome.ts";
import type { DiscoveredTest } from "../../src/trace/tests/model.ts";
import { openWorkspace, type Workspace } from "../../src/workspace/paths/root.ts";

/** How a repository says which test belongs to which requirement. All of it is hidden before tests are proposed. */
export type Convention = "tags" | "tags-by-sentence" | "scenario-ids" | "open-fast-trace";

interface Pairs {
  readonly graph: RequirementGraph;
  readonly tests: ReadonlyMap<string, readonly DiscoveredTest[]>;
}

export interface Outcome {
  readonly leaves: number;
  readonly tests: number;
  /** Leaves whose right test is the first, among three, among ten. */
  readonly first: number;
  readonly inThree: number;
  readonly inTen: number;
  readonly misses: readonly string[];
}

export async function measureProposals(root: string, convention: Convention): Promise<Outcome> {
  const opened = await openWorkspace(root);
  if (!opened.ok) throw new Error(opened.fault.message);
  const { signal } = new AbortController();
  const scan = await scanSources(opened.value, { cache: new SourceCache(), signal });
  if (!scan.ok) throw new Error(scan.fault.message);
  const { graph, tests: pairs } = await pairsOf(convention, opened.value, scan.value);
  const tests = [...scan.value.files.values()].flatMap((facts) => facts.tests);
  const proposer = new Proposer(graph, tests, undefined, bodies(root));
  const ranks = [...pairs].map(([address, right]) => {
    const leaf = graph.get(address);
    const proposals = leaf === undefined ? [] : proposer.propose(leaf, 10);
    const rank = proposals.findIndex(({ test }) => right.includes(test));
    const best = proposals[0]?.test.titles.join(" > ") ?? "nothing";
    return { rank, miss: `${address}\n      wanted ${right[0]?.titles.join(" > ")}\n      got    ${best}` };
  });
  const within = (limit: number) => ranks.filter(({ rank }) => rank >= 0 && rank < limit).length;
  return {
    leaves: pairs.size,
    tests: tests.length,
    first: within(1),
    inThree: within(3),
    inTen: within(10),
    misses: ranks.filter(({ rank }) => rank < 0 || rank > 2).map(({ miss }) => miss),
  };
}

function pairsOf(convention: Convention, workspace: Workspace, scan: SourceScan): Promise<Pairs> {
  if (convention === "tags") return tagPairs(workspace, scan);
  if (convention === "tags-by-sentence") return sentencePairs(workspace, scan);
  return convention === "scenario-ids" ? idPairs(workspace, scan) : openFastTracePairs(workspace, scan);
}

/** `[ENSURES: …]` above tests, for the statement or the whole group that the tag names. */
async function tagPairs(workspace: Workspace, { files }: SourceScan): Promise<Pairs> {
  const { graph } = await readRequirements(workspace);
  const whole = new RequirementGraph(graph.nodes.map((node) => ({ ...node, text: textOf(graph, node) })));
  const tests = new Map<string, DiscoveredTest[]>();
  for (const { tags, tests: own } of files.values()) {
    for (const { references, owner } of tags) {
      const tagged = owner.kind === "tests" ? owner.tests.flatMap((at) => own[at] ?? []) : [];
      for (const reference of tagged.length === 0 ? [] : references) {
        const meant = graph.resolve(reference);
        if (meant.kind !== "one") continue;
        const { address } = meant.node;
        tests.set(address, [...(tests.get(address) ?? []), ...tagged]);
      }
    }
  }
  return { graph: whole, tests };
}

function textOf(graph: RequirementGraph, node: RequirementNode): string {
  return [node.text, ...graph.childrenOf(node.address).map(({ text }) => text)].join("\n");
}

/** The same, for each sentence of a group on its own. */
async function sentencePairs(workspace: Workspace, { files }: SourceScan): Promise<Pairs> {
  const { graph } = await readRequirements(workspace);
  const { byLeaf } = resolveLinks({ graph, files, entryOf: () => undefined, evidence: noEvidence });
  const tests = new Map<string, DiscoveredTest[]>();
  for (const [address, links] of byLeaf) {
    const linked = links.flatMap(({ source, test }) =>
      source === "tag" && test !== undefined ? [test] : [],
    );
    if (linked.length > 0) tests.set(address, linked);
  }
  return { graph, tests };
}

/** `#### Scenario: [OA-TMP-063] …` and `it.openspec("OA-TMP-063")("…", …)`. The ids are taken out of both. */
async function idPairs(workspace: Workspace, scan: SourceScan): Promise<Pairs> {
  const read = await readRequirements(workspace);
  const ids = new Map<string, string>();
  const nodes = read.graph.nodes.map((node): RequirementNode => {
    const id = /\[([A-Z][A-Z0-9-]+)\]/.exec(node.name)?.[1];
    if (id !== undefined && isLeaf(node)) ids.set(id, node.address);
    const hidden = (text: string) => text.replace(/\[?\b[A-Z]{2,}(?:-[A-Z]+)+-\d+\b\]?/g, "").trim();
    return { ...node, name: hidden(node.name), text: hidden(node.text), item: "" };
  });
  const tests = new Map<string, DiscoveredTest[]>();
  for (const [path, facts] of scan.files) {
    const text = readFileSync(join(workspace.root, path), "utf8");
    for (const test of facts.tests) {
      const call = /^[\w.]+\.openspec\(([^)]*)\)/.exec(text.slice(test.range.from, test.range.to));
      for (const [id] of call?.[1]?.matchAll(/[A-Z][A-Z0-9-]+/g) ?? []) {
        const address = ids.get(id);
        if (address !== undefined) tests.set(address, [...(tests.get(address) ?? []), test]);
      }
    }
  }
  return { graph: new RequirementGraph(nodes), tests };
}

/** `dsn~name~1` below a heading in Markdown, `[utest->dsn~name~1]` in comments. The id itself is taken out. */
async function openFastTracePairs(workspace: Workspace, scan: SourceScan): Promise<Pairs> {
  const nodes: RequirementNode[] = [];
  for (const { path: file } of scan.entries.filter(({ path }) => /^doc\/.*\.md$/.test(path))) {
    const lines = readFileSync(join(workspace.root, file), "utf8").split("\n");
    const name = file.replace(/^.*\//, "");
    const place = { format: "specs", spec: name, specAddress: name, file } as const;
    lines.forEach((line, at) => {
      const id = /^`((?:dsn|req)~[^~`]+)~\d+`/.exec(line)?.[1];
      if (id === undefined) return;
      const heading = lines.slice(0, at).findLast((each) => each.startsWith("#")) ?? "";
      const end = lines.findIndex(
        (each, index) => index > at && /^(?:#|`(?:dsn|req)~|(?:Needs|Covers|Tags):)/.test(each),
      );
      const text = normalText(lines.slice(at + 1, end < 0 ? undefined : end).join("\n"));
      const own = { kind: "requirement", item: id, name: heading.replace(/^#+\s*/, ""), text } as const;
      nodes.push(nodeAt(place, { ...own, line: at + 1, endLine: at + 1, needs: ["test"] }));
    });
  }
  const graph = new RequirementGraph(
    nodes.map((node) => ({ ...node, spec: "", item: node.item.replace(/[~.]/g, " ") })),
  );
  const byId = new Map(nodes.map((node) => [node.item, node.address]));
  const tests = new Map<string, DiscoveredTest[]>();
  for (const [path, facts] of scan.files) {
    const lines = readFileSync(join(workspace.root, path), "utf8").split("\n");
    lines.forEach((line, at) => {
      for (const [, id = ""] of line.matchAll(/\[[ui]test\s*->\s*((?:dsn|req)~[^~\]]+)~\d+\]/g)) {
        const address = byId.get(id);
        const test = testAt(facts.tests, lines, at + 1);
        if (address !== undefined && test) tests.set(address, [...(tests.get(address) ?? []), test]);
      }
    });
  }
  return { graph, tests };
}

/** The test around a line, or the one that begins below it after nothing but comments. */
function testAt(
  tests: readonly DiscoveredTest[],
  lines: readonly string[],
  line: number,
): DiscoveredTest | undefined {
  const around = tests.findLast(({ range }) => range.startLine <= line && line <= range.endLine);
  let below = line;
  while (/^\s*(?:\/\/|\*|\/\*|$)/.test(lines[below] ?? "x")) below++;
  return around ?? tests.find(({ range }) => range.startLine === below + 1);
}

/** The body of a test without comments, and without what links it to a requirement. */
function bodies(root: string): (test: DiscoveredTest) => string {
  const texts = new Map<string, string>();
  return ({ file, range }) => {
    const text = texts.get(file) ?? readFileSync(join(root, file), "utf8");
    texts.set(file, text);
    return withoutComments(text.slice(range.from, range.to)).replace(/\.openspec\([^)]*\)/g, "");
  };
}
