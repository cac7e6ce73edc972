import type { SymbolTable } from "../names/symbol-table.ts";
import { TrackedMemo } from "../names/tracked-memo.ts";
import { lastName } from "../types/types.ts";

/**
 * The variants of a declaration in the branches of an `#if`, including itself: the build settings decide which of them
 * exists. Where the conditions around a call say which one, it is the only one.
 */
export class ConditionalVariants {
  readonly #table: SymbolTable;
  readonly #variants: TrackedMemo<number, readonly number[]>;

  constructor(table: SymbolTable) {
    this.#table = table;
    this.#variants = new TrackedMemo(table, []);
  }

  of(id: number, around: readonly string[]): readonly number[] {
    const table = this.#table;
    const { name, conditions } = table.symbol(id);
    if (!conditions) return [id];
    const all = this.#variants.get(id, () =>
      table.named(name).filter((other) => other === id || isVariant(table, id, other)),
    );
    if (all.length === 1) return all;
    const enabled = all.filter((other) =>
      table.symbol(other).conditions?.every((condition) => around.includes(condition)),
    );
    return enabled.length > 0 ? enabled : all;
  }
}

/** A module cannot declare the same thing twice, except under conditions that exclude each other. */
function isVariant(table: SymbolTable, id: number, other: number): boolean {
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

/** `extension Box where T: P` and `extension Box where T: Q` can both declare it without excluding each other. */
function outerConstraints(table: SymbolTable, id: number): string {
  const parent = table.parentOf(id);
  if (parent === undefined) return "";
  const { name, constraints } = table.symbol(parent);
  table.dependencies?.add(lastName(name));
  return constraints ?? "";
}
