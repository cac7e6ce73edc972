import { at } from "../../../kernel/array.ts";
import type { Target } from "./edge.ts";
import type { FileShape, SymbolShape } from "./shape.ts";

/** Declarations with their numbers. */
interface Symbols {
  readonly files: readonly FileShape[];
  readonly symbols: readonly SymbolShape[];
  readonly fileOf: readonly number[];
}

/** What edges end at: the same object for the same declaration or name, so that targets can be compared by identity. */
export class SymbolTargets {
  readonly #files: readonly FileShape[];
  readonly #symbols: readonly SymbolShape[];
  readonly #fileOf: readonly number[];
  readonly #targets = new Map<number, Target>();
  readonly #numbers = new Map<Target, number>();
  readonly #externals = new Map<string, Target>();

  /** Holds no more than these lists, so that edges can outlive the symbol table. */
  constructor({ files, symbols, fileOf }: Symbols) {
    this.#files = files;
    this.#symbols = symbols;
    this.#fileOf = fileOf;
  }

  of(id: number): Target {
    const cached = this.#targets.get(id);
    if (cached) return cached;
    const { path } = at(this.#files, at(this.#fileOf, id));
    const target = { path, key: at(this.#symbols, id).key };
    this.#targets.set(id, target);
    this.#numbers.set(target, id);
    return target;
  }

  /** The symbol of a target; undefined for an external name. */
  symbolOf(target: Target): number | undefined {
    return this.#numbers.get(target);
  }

  /** A name that is not in the repository. */
  external(key: string): Target {
    const target = this.#externals.get(key) ?? { path: "", key };
    this.#externals.set(key, target);
    return target;
  }
}
