import { count } from "../../kernel/text.ts";
import type { RequirementNode } from "../../trace/model/node.ts";
import { worstState } from "../../trace/state/state.ts";
import type { Folder } from "../session/folder.ts";
import { code } from "../session/quote.ts";

/** The state of a requirement and the tests that count for it; says so while the sources are being read. */
export function stateText(folder: Folder, node: RequirementNode): string {
  const { trace } = folder;
  if (trace === undefined) return "State: indexing.";
  const leaves = trace.graph.leavesOf(trace.graph.get(node.address) ?? node);
  const states = leaves.flatMap(({ address }) => trace.states.get(address) ?? []);
  if (states.length === 0) return "State: not traced yet.";
  const tests = new Set(
    states.flatMap(({ links }) =>
      links.flatMap(({ link }) => (link.test === undefined ? [] : [link.test.titles.join(" › ")])),
    ),
  );
  const worst = worstState(states.map(({ state }) => state));
  const reason = states.find(({ state }) => state === worst)?.reason;
  const because = reason === undefined || reason === worst ? "" : ` (${code(reason)})`;
  const listed = [...tests].slice(0, 5).map((title) => `- ${code(title)}`);
  const head = `State: **${worst}**${because}; ${count(tests.size, "test")}.`;
  return listed.length === 0 ? head : `${head}\n\n${listed.join("\n")}`;
}
