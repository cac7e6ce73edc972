import type { Trace } from "../read/trace.ts";
import { type Explain, leafOf } from "../report/overview.ts";
import type { Leaf } from "../report/shapes.ts";
import { requiredFor } from "../settings.ts";
import { isVerified } from "../state/state.ts";

/** A leaf as exports show it. */
export type ExportedLeaf = Leaf & {
  readonly format: string;
  readonly spec: string;
  readonly requirement: string;
  readonly require: string;
  readonly verified: boolean;
};

/** Every leaf and outcome, in the order of the documents. */
export function exportedLeaves(trace: Trace, explain: Explain): ExportedLeaf[] {
  return [...trace.states.values()].map((state) => {
    const { node } = state;
    const parent = node.parent === undefined ? undefined : trace.graph.get(node.parent);
    const require = requiredFor(trace.settings, node.address);
    return {
      ...leafOf(trace, state, explain),
      format: node.format,
      spec: node.spec,
      requirement: parent?.name ?? node.name,
      require,
      verified: isVerified(state.state, require),
    };
  });
}
