import { at } from "../../../kernel/array.ts";
import { NumberList } from "../../store/bytes.ts";
import {
  codeOf,
  confidenceOfCode,
  type FileEdge,
  kindOfCode,
  reasonOfCode,
  type Target,
} from "../model/edge.ts";
import type { Resolver } from "../resolve/resolve-file.ts";
import type { FileResolution } from "./build.ts";

/** The files that one worker resolved, as numbers, some of which refer to texts. */
export interface WorkerResult {
  readonly numbers: Uint32Array;
  readonly texts: readonly string[];
}

/** Writes what a worker resolves. Both sides number symbols alike, because they build their tables from the same facts. */
export class WorkerResultWriter {
  readonly #resolver: Resolver;
  readonly #numbers = new NumberList();
  readonly #texts = new Map<string, number>();

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  add(file: number, { edges, dependencies }: FileResolution): void {
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
    numbers.push(dependencies.length);
    for (const name of dependencies) numbers.push(this.#text(name));
  }

  done(): WorkerResult {
    // A copy: posting a view would post the whole buffer behind it.
    return { numbers: this.#numbers.done().slice(), texts: [...this.#texts.keys()] };
  }

  /** Symbols are even, external names odd. */
  #target(target: Target): number {
    const symbol = this.#resolver.symbolOf(target);
    return symbol === undefined ? this.#text(target.key) * 2 + 1 : symbol * 2;
  }

  #text(text: string): number {
    const number = this.#texts.get(text) ?? this.#texts.size;
    this.#texts.set(text, number);
    return number;
  }
}

/** Adds the files that a worker resolved to `resolutions`. */
export function readWorkerResult(
  { numbers, texts }: WorkerResult,
  resolver: Resolver,
  resolutions: Map<number, FileResolution>,
): void {
  let position = 0;
  const next = () => at(numbers, position++);
  const text = (number: number) => at(texts, number);
  const edge = (): FileEdge => {
    const from = next() - 1;
    const to = next();
    const code = next();
    const line = next();
    const note = next();
    return {
      from,
      to: to % 2 === 0 ? resolver.target(to / 2) : resolver.externalTarget(text((to - 1) / 2)),
      kind: kindOfCode(code),
      confidence: confidenceOfCode(code),
      reason: reasonOfCode(code),
      line,
      note: note === 0 ? undefined : text(note - 1),
    };
  };
  while (position < numbers.length) {
    const file = next();
    const edges = Array.from({ length: next() }, edge);
    const dependencies = Array.from({ length: next() }, () => text(next()));
    resolutions.set(file, { edges, dependencies });
  }
}
