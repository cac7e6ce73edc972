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

/**
 * Adds the files that a worker resolved to `resolutions`. Their edges stay packed until somebody asks for them: as
 * objects, those of a large repository take more memory than its symbol table.
 */
export function readWorkerResult(
  { numbers, texts }: WorkerResult,
  resolver: Resolver,
  resolutions: Map<number, FileResolution>,
): void {
  let position = 0;
  const next = () => at(numbers, position++);
  while (position < numbers.length) {
    const file = next();
    const count = next();
    const first = position;
    position += count * edgeWidth;
    const dependencies = Array.from({ length: next() }, () => at(texts, next()));
    resolutions.set(file, {
      get edges() {
        return Array.from({ length: count }, (_, edge) =>
          readEdge(numbers, first + edge * edgeWidth, texts, resolver),
        );
      },
      dependencies,
    });
  }
}

/** Numbers of an edge. */
const edgeWidth = 5;

function readEdge(
  numbers: Uint32Array,
  first: number,
  texts: readonly string[],
  resolver: Resolver,
): FileEdge {
  const to = at(numbers, first + 1);
  const code = at(numbers, first + 2);
  const note = at(numbers, first + 4);
  return {
    from: at(numbers, first) - 1,
    to: to % 2 === 0 ? resolver.target(to / 2) : resolver.externalTarget(at(texts, (to - 1) / 2)),
    kind: kindOfCode(code),
    confidence: confidenceOfCode(code),
    reason: reasonOfCode(code),
    line: at(numbers, first + 3),
    note: note === 0 ? undefined : at(texts, note - 1),
  };
}
