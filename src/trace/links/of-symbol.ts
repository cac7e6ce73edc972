import type { Trace } from "../read/trace.ts";

export interface SymbolPlace {
  readonly file: string;
  /** Its name in links and evidence, with the types around it. */
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The leaves that a symbol belongs to: it has their tag, a record names it, it is or holds a test of theirs, or a test
 * of theirs that passed has executed it. `known` are references that the caller has already.
 */
export function requirementsOfSymbol(
  { states, graph }: Pick<Trace, "states" | "graph">,
  { file, name, startLine, endLine }: SymbolPlace,
  known: readonly string[] = [],
): string[] {
  const listed = new Set(
    known.flatMap((reference) => {
      const meant = graph.resolve(reference);
      return meant.kind === "one" ? [meant.node.address] : [];
    }),
  );
  const item = `${file}#${name}`;
  const addresses: string[] = [];
  for (const { node, links } of states.values()) {
    if (listed.has(node.address) || (node.parent !== undefined && listed.has(node.parent))) continue;
    const isOwn = links.some(({ link, outcome }) => {
      if (!link.isExact) return false;
      if (link.test === undefined) return link.file === file && link.symbol === name;
      const { range } = link.test;
      const isInside = link.test.file === file && startLine <= range.startLine && range.endLine <= endLine;
      const isPass = outcome?.isFresh === true && /^(?:passed|flaky)$/.test(outcome.status);
      const isExecuted = isPass && outcome.rests?.grain === "symbol" && item in outcome.rests.items;
      return isInside || isExecuted;
    });
    if (isOwn) addresses.push(graph.short(node));
  }
  return addresses.sort();
}
