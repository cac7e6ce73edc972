import type { SymbolTable } from "../names/symbol-table.ts";
import { Memory } from "../names/tracked-memo.ts";
import { lastName } from "../types/types.ts";

/**
 * The same declaration in the other branches of its `#if`, itself among them: the build settings decide which of
 * them there is. One alone where the conditions around the call say which.
 */
export class Twins {
  readonly #table: SymbolTable;
  readonly #known: Memory<number, readonly number[]>;

  constructor(table: SymbolTable) {
    this.#table = table;
    this.#known = new Memory(table, []);
  }

  of(id: number, around: readonly string[]): readonly number[] {
    const table = this.#table;
    const { name, conditions } = table.symbol(id);
    if (!conditions) return [id];
    const all = this.#known.get(id, () =>
      table.named(name).filter((other) => other === id || isTwin(table, id, other)),
    );
    if (all.length === 1) return all;
    const holding = all.filter((other) =>
      table.symbol(other).conditions?.every((condition) => around.includes(condition)),
    );
    return holding.length > 0 ? holding : all;
  }
}

/** A module cannot declare the same twice, except under conditions that exclude each other. */
function isTwin(table: SymbolTable, id: number, other: number): boolean {
  const one = table.symbol(id);
  const two = table.symbol(other);
  if (one.kind !== two.kind || one.signature !== two.signature || one.qualifiedName !== two.qualifiedName)
    return false;
  if (!two.conditions || two.conditions.join() === one.conditions?.join()) return false;
  const isOneModule = table.modules.of(table.file(id)) === table.modules.of(table.file(other));
  return (
    isOneModule && !one.local && !two.local && outerConstraints(table, id) === outerConstraints(table, other)
  );
}

/** `extension Box where T: P` and `extension Box where T: Q` may both declare it, and neither excludes the other. */
function outerConstraints(table: SymbolTable, id: number): string {
  const parent = table.parentOf(id);
  if (parent === undefined) return "";
  const { name, constraints } = table.symbol(parent);
  table.asked?.add(lastName(name));
  return constraints ?? "";
}
