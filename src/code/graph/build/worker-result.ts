import { NumberList } from "../../store/bytes.ts";
import { codeOf, confidenceOfCode, type FileEdge, kindOfCode, type Target } from "../model/edge.ts";
import type { Resolver } from "../resolve/resolve-file.ts";
import type { Resolved } from "./build.ts";

/** What one of several threads resolved, as numbers and the texts that some of them stand for. */
export interface Share {
  readonly numbers: Uint32Array;
  readonly texts: readonly string[];
}

/** Gathers what a thread resolves. Both sides number symbols alike, because they made their tables from the same. */
export class ShareWriter {
  readonly #resolver: Resolver;
  readonly #numbers = new NumberList();
  readonly #texts = new Map<string, number>();

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  add(file: number, { edges, asked }: Resolved): void {
    const numbers = this.#numbers;
    numbers.push(file);
    numbers.push(edges.length);
    for (const edge of edges) {
      numbers.push(edge.from + 1);
      numbers.push(this.#target(edge.to));
      numbers.push(codeOf(edge));
      numbers.push(edge.line);
      numbers.push(edge.note === undefined ? 0 : this.#text(edge.note) + 1);
    }
    numbers.push(asked.length);
    for (const name of asked) numbers.push(this.#text(name));
  }

  done(): Share {
    // A copy: posting a view would post the whole buffer behind it.
    return { numbers: this.#numbers.done().slice(), texts: [...this.#texts.keys()] };
  }

  /** Symbols are even, names from outside odd. */
  #target(target: Target): number {
    const symbol = this.#resolver.symbolOf(target);
    return symbol === undefined ? this.#text(target.key) * 2 + 1 : symbol * 2;
  }

  #text(text: string): number {
    const known = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, known);
    return known;
  }
}

/** Adds what a thread resolved to what is found already. */
export function readShare({ numbers, texts }: Share, resolver: Resolver, found: Map<number, Resolved>): void {
  let at = 0;
  const next = () => numbers[at++] ?? 0;
  const text = (number: number) => texts[number] ?? "";
  const edge = (): FileEdge => {
    const from = next() - 1;
    const to = next();
    const code = next();
    const line = next();
    const note = next();
    return {
      from,
      to: to % 2 === 0 ? resolver.target(to / 2) : resolver.outside(text((to - 1) / 2)),
      kind: kindOfCode(code),
      confidence: confidenceOfCode(code),
      line,
      ...(note === 0 ? {} : { note: text(note - 1) }),
    };
  };
  while (at < numbers.length) {
    const file = next();
    const edges = Array.from({ length: next() }, edge);
    const asked = Array.from({ length: next() }, () => text(next()));
    found.set(file, { edges, asked });
  }
}
