import { fault } from "../../../kernel/fault.ts";
import { fail, ok, type Result } from "../../../kernel/result.ts";
import { isLeaf } from "../../model/node.ts";
import { runnableTests } from "../../prove/prepare.ts";
import { touchedLeaves } from "../../prove/revert.ts";
import type { Trace } from "../../read/trace.ts";
import { type LeafState, states } from "../../state/state.ts";
import type { Input } from "./shapes.ts";

/** The leaves to look at: those named, else those of the branch, else all with tests, least known first. */
export function selectLeaves(trace: Trace, input: Input): Result<LeafState[]> {
  const named = namedLeaves(trace, input.addresses);
  if (!named.ok) return named;
  const isBranch = input.changed_since !== undefined || input.revert;
  const all = named.value ?? (isBranch ? touchedLeaves(trace) : [...trace.states.values()]);
  const tested = all.filter((leaf) => isLeaf(leaf.node) && runnableTests(leaf).length > 0);
  const [first] = named.value ?? [];
  if (tested.length === 0 && first !== undefined) return noTests(first);
  return ok(tested.sort((a, b) => rank(a) - rank(b)));
}

/** A test of many requirements says least about each, so such leaves come last. */
function rank(leaf: LeafState): number {
  return leaf.state === "sensitive" ? states.length : states.indexOf(leaf.state);
}

function namedLeaves(
  { graph, states: all }: Trace,
  addresses: readonly string[],
): Result<LeafState[] | undefined> {
  if (addresses.length === 0) return ok(undefined);
  const leaves = new Set<LeafState>();
  for (const address of addresses) {
    const node = graph.find(address);
    if (!node.ok) return node;
    for (const each of [node.value, ...graph.childrenOf(node.value.address)]) {
      const leaf = all.get(each.address);
      if (leaf !== undefined) leaves.add(leaf);
    }
  }
  return ok([...leaves]);
}

function noTests({ node }: LeafState): Result<never> {
  const message = `\`${node.address}\` has no linked test that runs, so there is nothing to prove.`;
  return fail(
    fault("nothing_to_prove", message, "", {
      suggest: {
        operation: "suggest_links",
        args: { address: node.address },
        to: "see tests that may belong to it",
      },
    }),
  );
}
