import type { Proposer } from "../links/propose.ts";
import type { Explain } from "../report/overview.ts";

/** Says of an open leaf whether code of it is known, by links or by names, and whether any test reaches that code. */
export function explainer(proposer: Proposer): Explain {
  return ({ state, reason, links, node }) => {
    if (state !== "open" || node.kind === "outcome") return reason;
    const linked = links.find(({ link }) => link.role === "implements")?.link;
    if (linked !== undefined) return `no test; code: ${linked.symbol ?? linked.file}`;
    if (!proposer.hasCode) return "no test";
    const [symbol] = proposer.symbolsFor(node, 1);
    if (symbol === undefined) return "no code known";
    return proposer.isReached(symbol) ? `no test; code: ${symbol.name}` : `no test reaches ${symbol.name}`;
  };
}
