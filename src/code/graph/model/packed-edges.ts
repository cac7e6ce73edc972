import { at } from "../../../kernel/array.ts";
import { VarintReader } from "../../store/bytes.ts";
import { confidenceOfCode, type FileEdge, kindOfCode, reasonOfCode } from "./edge.ts";
import type { SymbolTargets } from "./symbol-targets.ts";

/** An edge as numbers: it ends at a symbol or, if that is undefined, at an external name. */
export interface PackedEdge {
  readonly from: number;
  readonly symbol: number | undefined;
  readonly external: string;
  readonly code: number;
  readonly line: number;
  readonly note: string | undefined;
}

/** The edges of a file as bytes: as objects, those of a large repository take more memory than its symbol table. */
export class PackedEdges {
  readonly #bytes: Uint8Array;
  readonly #start: number;
  readonly #count: number;
  readonly #texts: readonly string[];
  readonly #targets: SymbolTargets;

  constructor(
    { bytes, at: start }: { readonly bytes: Uint8Array; readonly at: number },
    count: number,
    texts: readonly string[],
    targets: SymbolTargets,
  ) {
    this.#bytes = bytes;
    this.#start = start;
    this.#count = count;
    this.#texts = texts;
    this.#targets = targets;
  }

  /** `skipEdges` reads the same numbers. */
  each(visit: (edge: PackedEdge) => void): void {
    const reader = new VarintReader(this.#bytes, this.#start);
    const next = () => reader.next();
    for (let left = this.#count; left > 0; left--) {
      const from = next() - 1;
      const to = next();
      const isSymbol = to % 2 === 0;
      const external = isSymbol ? "" : at(this.#texts, (to - 1) / 2);
      const [code, line, note] = [next(), next(), next()];
      visit({
        from,
        symbol: isSymbol ? to / 2 : undefined,
        external,
        code,
        line,
        note: note === 0 ? undefined : at(this.#texts, note - 1),
      });
    }
  }

  all(): FileEdge[] {
    const edges: FileEdge[] = [];
    this.each(({ from, symbol, external, code, line, note }) => {
      edges.push({
        from,
        to: symbol === undefined ? this.#targets.external(external) : this.#targets.of(symbol),
        kind: kindOfCode(code),
        confidence: confidenceOfCode(code),
        reason: reasonOfCode(code),
        line,
        note,
      });
    });
    return edges;
  }
}

export function skipEdges(reader: VarintReader, count: number): void {
  for (let left = count * 5; left > 0; left--) reader.next();
}
