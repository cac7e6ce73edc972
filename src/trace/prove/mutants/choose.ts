import { sha256 } from "../../../kernel/hash.ts";
import type { Mutation } from "./mutations.ts";

/** A change of one file. */
export interface FileMutation extends Mutation {
  readonly file: string;
}

/** The order in which changes are tried: the same for the same seed, whatever else is in the list. */
export function orderBySeed<T extends FileMutation>(all: readonly T[], seed: number): T[] {
  const keyed = all.map((mutation) => ({ mutation, key: keyOf(mutation, seed) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ mutation }) => mutation);
}

/** At most one of each line, the first in the order given: the changes of a line nearly always share one fate. */
export function onePerLine<T extends FileMutation>(ordered: readonly T[]): T[] {
  const seen = new Set<string>();
  return ordered.filter(({ file, line }) => {
    const place = `${file}:${line}`;
    return !seen.has(place) && seen.add(place).size > 0;
  });
}

function keyOf({ file, from, operator, replacement }: FileMutation, seed: number): string {
  return sha256([seed, file, from, operator, replacement].join("\0"));
}
