import type { CodeLens, Command } from "vscode-languageserver/node";
import { clipLine } from "../../kernel/clip.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { RequirementNode } from "../../trace/model/node.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { type LeafState, worstState } from "../../trace/state/state.ts";
import { testId } from "../../trace/tests/model.ts";
import { listedPath } from "../../workspace/paths/paths.ts";
import { rangeOn, uriOf } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { factsOfFile, graphOf } from "./tag-findings.ts";

const maxTitle = 120;

/** Above each test and tagged declaration: its requirements and their state. */
export async function codeLenses(file: OpenFile): Promise<CodeLens[]> {
  const { folder } = file;
  const facts = await factsOfFile(file);
  const graph = await graphOf(file);
  const trace = folder.trace;
  const byLine = new Map<number, Set<RequirementNode>>();
  const add = (line: number, node: RequirementNode) =>
    byLine.set(line, (byLine.get(line) ?? new Set()).add(node));
  for (const { references, owner } of facts.tags)
    for (const reference of references) {
      const meant = graph.resolve(reference);
      if (meant.kind !== "one") continue;
      if (owner.kind === "symbol") add(owner.startLine, meant.node);
      if (owner.kind === "tests")
        for (const at of owner.tests) add(facts.tests[at]?.range.startLine ?? 1, meant.node);
    }
  const linked = trace === undefined ? new Map() : leavesByTest(trace, file.path);
  const tests = new Map(facts.tests.map((test) => [test.range.startLine, test]));
  for (const test of facts.tests)
    for (const node of linked.get(testId(test)) ?? [])
      if (![...(byLine.get(test.range.startLine) ?? [])].some((known) => isAround(known, node)))
        add(test.range.startLine, node);
  const uri = uriOf(folder.workspace, file.path);
  return [...byLine].flatMap(([line, nodes]) => {
    const test = tests.get(line);
    const run: Command[] =
      test === undefined
        ? []
        : [{ title: "run test", command: "hewto.runTest", arguments: [uri, testId(test)] }];
    const shown = [...nodes].map(
      (node): Command => ({
        title: clipLine(
          printableLine(`${nameOf(graph.get(node.parent ?? ""), node)} · ${stateOf(trace, node)}`),
          maxTitle,
        ),
        command: "hewto.open",
        arguments: [uriOf(folder.workspace, node.file), node.line],
      }),
    );
    return [...shown, ...run].map((command) => ({ range: rangeOn(line - 1, 0, 0), command }));
  });
}

function nameOf(parent: RequirementNode | undefined, { name }: RequirementNode): string {
  return parent === undefined ? name : `${parent.name} › ${name}`;
}

function isAround(known: RequirementNode, node: RequirementNode): boolean {
  return known.address === node.address || known.address === node.parent;
}

/** The requirements that each test of a file counts for. */
function leavesByTest({ states }: Trace, path: string): Map<string, RequirementNode[]> {
  const found = new Map<string, RequirementNode[]>();
  for (const { node, links } of states.values())
    for (const { link } of links) {
      if (link.test === undefined || link.test.file !== path || !link.isExact) continue;
      const id = testId(link.test);
      found.set(id, [...(found.get(id) ?? []), node]);
    }
  return found;
}

function stateOf(trace: Trace | undefined, node: RequirementNode): string {
  if (trace === undefined) return "indexing";
  const states = leafStates(trace, node);
  const worst = worstState(states.map(({ state }) => state)) ?? "not traced yet";
  return worst === "suspect" ? "suspect · text changed since" : worst;
}

function leafStates(trace: Trace, node: RequirementNode): LeafState[] {
  const known = trace.graph.get(node.address) ?? node;
  const own = trace.states.get(known.address);
  const leaves = own === undefined ? trace.graph.leavesOf(known) : [known];
  return leaves.flatMap(({ address }) => trace.states.get(address) ?? []);
}

/** Above each requirement and scenario of a document: its tests and their last result. */
export async function requirementLenses(file: OpenFile): Promise<CodeLens[]> {
  const { folder } = file;
  const { graph } = await folder.requirements();
  const { trace } = folder;
  return graph.nodes
    .filter((node) => node.file === file.path)
    .map((node) => {
      const range = rangeOn(node.line - 1, 0, 0);
      if (trace === undefined) return { range, command: { title: "indexing", command: "" } };
      const states = leafStates(trace, node);
      const tests = new Map(
        states.flatMap(({ links }) =>
          links.flatMap(({ link }) =>
            link.test !== undefined && link.isExact ? [[testId(link.test), link.test]] : [],
          ),
        ),
      );
      const number = tests.size === 0 ? "no test" : count(tests.size, "test");
      const locations = [...tests.values()].flatMap((test) => {
        const path = listedPath(test.file);
        if (path === undefined) return [];
        return [{ uri: uriOf(folder.workspace, path), range: rangeOn(test.range.startLine - 1, 0, 0) }];
      });
      const title = `${number} · ${stateOf(trace, node)}`;
      const own = uriOf(folder.workspace, file.path);
      const command: Command = {
        title,
        command: "hewto.showReferences",
        arguments: [own, range.start, locations],
      };
      return { range, command };
    });
}
