import { at } from "../../../kernel/array.ts";
import { byCodePoint } from "../../../kernel/order.ts";
import { NumberList } from "../../store/bytes.ts";
import type { FileState } from "../build/build.ts";
import type { GraphColumns } from "./columns.ts";
import type { BaseGraph } from "./make-columns.ts";
import { gone, type NodeNumbers } from "./node-numbers.ts";

type NameColumns = Pick<GraphColumns, "names" | "nameStarts" | "nameSymbols">;

/** Bare names in lower case, sorted, each with the symbols of that name in the order of files. */
export function nameColumns(
  files: readonly FileState[],
  numbers: NodeNumbers,
  base: BaseGraph | undefined,
): NameColumns {
  if (base && isSameNames(files, numbers, base)) {
    const { names, nameStarts, nameSymbols } = base.columns;
    return { names, nameStarts, nameSymbols };
  }
  const added = [...namesOf(files, numbers)].sort(([a], [b]) => byCodePoint(a, b));
  const list = new NameList();
  let next = 0;
  for (const [name, ids] of base ? keptNames(files, numbers, base) : []) {
    for (; next < added.length; next++) {
      const [other, own] = at(added, next);
      if (byCodePoint(other, name) >= 0) break;
      list.add(other, own);
    }
    const [other, own] = added[next] ?? [];
    if (other !== name || !own) list.add(name, ids);
    else {
      list.add(
        name,
        [...ids, ...own].sort((a, b) => a - b),
      );
      next++;
    }
  }
  for (const [name, ids] of added.slice(next)) list.add(name, ids);
  return list.done();
}

/** Whether every file declares the same names in the same order, as after most edits. */
function isSameNames(files: readonly FileState[], numbers: NodeNumbers, base: BaseGraph): boolean {
  if (files.length !== base.files.length) return false;
  return files.every(({ shape }, file) => {
    if (numbers.unchanged(file) !== undefined) return numbers.unchanged(file) === file;
    const old = at(base.files, file).shape;
    return (
      old.path === shape.path &&
      old.symbols.length === shape.symbols.length &&
      old.symbols.every(({ name, kind }, index) => {
        const symbol = at(shape.symbols, index);
        return symbol.name === name && (symbol.kind === "extension") === (kind === "extension");
      })
    );
  });
}

/** Names of files that the base does not have as they are. */
function namesOf(files: readonly FileState[], numbers: NodeNumbers): Map<string, number[]> {
  const byName = new Map<string, number[]>();
  for (const [file, { shape }] of files.entries()) {
    if (numbers.unchanged(file) !== undefined) continue;
    const first = at(numbers.starts, file) + 1;
    for (const [index, { kind, name }] of shape.symbols.entries()) {
      if (kind === "extension") continue;
      const lower = name.toLowerCase();
      const ids = byName.get(lower);
      if (ids) ids.push(first + index);
      else byName.set(lower, [first + index]);
    }
  }
  return byName;
}

/** Names of the base with their symbols in unchanged files, under the numbers that these have now. */
function* keptNames(
  files: readonly FileState[],
  numbers: NodeNumbers,
  { columns, files: old }: BaseGraph,
): Generator<[string, readonly number[]]> {
  const isKept = new Uint8Array(columns.kinds.length);
  for (const file of files.keys()) {
    const before = numbers.unchanged(file);
    if (before === undefined) continue;
    const start = at(columns.starts, before);
    isKept.fill(1, start, start + 1 + at(old, before).shape.symbols.length);
  }
  const { names, nameStarts, nameSymbols } = columns;
  for (const [index, name] of names.entries()) {
    const ids: number[] = [];
    const end = at(nameStarts, index + 1);
    for (let each = at(nameStarts, index); each < end; each++) {
      const symbol = nameSymbols[each] ?? 0;
      if (isKept[symbol] === 1) ids.push(numbers.moved[symbol] ?? gone);
    }
    if (ids.length > 0) yield [name, ids];
  }
}

class NameList {
  readonly #names: string[] = [];
  readonly #starts = new NumberList();
  readonly #symbols = new NumberList();

  add(name: string, ids: readonly number[]): void {
    this.#names.push(name);
    this.#starts.push(this.#symbols.length);
    for (const id of ids) this.#symbols.push(id);
  }

  done(): NameColumns {
    this.#starts.push(this.#symbols.length);
    return {
      names: this.#names,
      nameStarts: this.#starts.done().slice(),
      nameSymbols: this.#symbols.done().slice(),
    };
  }
}
