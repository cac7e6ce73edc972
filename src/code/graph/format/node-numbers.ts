import { at } from "../../../kernel/array.ts";
import type { FileState } from "../build/build.ts";
import type { Target } from "../model/edge.ts";
import type { BaseGraph } from "./make-columns.ts";

/** A node of the base that the new graph does not have. */
export const gone = 0xffffffff;

/** Numbers the nodes of files, and says which number a node of the base has now. */
export class NodeNumbers {
  /** The node of each file, and how many nodes there are. */
  readonly starts: Uint32Array;
  readonly symbols: number;
  /** By node of the base: its number now, or `gone`. */
  readonly moved: Uint32Array;
  readonly #files: readonly FileState[];
  readonly #byPath = new Map<string, number>();
  /** By file: its index in the base, where it has the same shape. */
  readonly #unchanged: (number | undefined)[] = [];
  /** By file: the index of its symbols by key. */
  readonly #keys: (ReadonlyMap<string, number> | undefined)[] = [];
  #symbolNodes: Uint32Array | undefined;
  /** The same few objects are the targets of thousands of edges. */
  readonly #targets = new Map<Target, number | undefined>();

  constructor(files: readonly FileState[], base: BaseGraph | undefined) {
    this.#files = files;
    this.starts = new Uint32Array(files.length + 1);
    for (const [file, { shape }] of files.entries()) {
      this.#byPath.set(shape.path, file);
      this.starts[file + 1] = at(this.starts, file) + 1 + shape.symbols.length;
    }
    this.symbols = at(this.starts, -1);
    this.moved = base ? this.#numbersNow(base) : new Uint32Array(0);
  }

  /** The index of a file in the base, if it has the same symbols there. */
  unchanged(file: number): number | undefined {
    return this.#unchanged[file];
  }

  /** The node of a target in the repository; undefined if there is none. */
  of(target: Target): number | undefined {
    const known = this.#targets.get(target);
    if (known !== undefined || this.#targets.has(target)) return known;
    const file = this.#byPath.get(target.path);
    const node = file === undefined ? undefined : this.#nodeOf(file, target.key);
    this.#targets.set(target, node);
    return node;
  }

  /** The node of a declaration by its number among those of all files. */
  ofSymbol(symbol: number): number {
    this.#symbolNodes ??= this.#nodesBySymbol();
    return at(this.#symbolNodes, symbol);
  }

  #nodesBySymbol(): Uint32Array {
    const nodes = new Uint32Array(this.symbols - this.#files.length);
    let symbol = 0;
    for (const [file, { shape }] of this.#files.entries()) {
      const first = at(this.starts, file) + 1;
      for (let index = 0; index < shape.symbols.length; index++) nodes[symbol++] = first + index;
    }
    return nodes;
  }

  #nodeOf(file: number, key: string): number | undefined {
    const start = at(this.starts, file);
    if (key === "") return start;
    const keys =
      this.#keys[file] ?? new Map(at(this.#files, file).shape.symbols.map((each, at) => [each.key, at]));
    this.#keys[file] = keys;
    const index = keys.get(key);
    return index === undefined ? undefined : start + 1 + index;
  }

  #numbersNow({ columns, files }: BaseGraph): Uint32Array {
    const moved = new Uint32Array(columns.kinds.length).fill(gone);
    for (const [before, { shape }] of files.entries()) {
      const file = this.#byPath.get(shape.path);
      if (file === undefined) continue;
      const old = at(columns.starts, before);
      const start = at(this.starts, file);
      if (at(this.#files, file).shape === shape) {
        this.#unchanged[file] = before;
        for (let index = 0; index <= shape.symbols.length; index++) moved[old + index] = start + index;
        continue;
      }
      moved[old] = start;
      for (const [index, { key }] of shape.symbols.entries())
        moved[old + 1 + index] = this.#nodeOf(file, key) ?? gone;
    }
    return moved;
  }
}
