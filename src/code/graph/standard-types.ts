import type { TypeRef } from "./type-ref.ts";
import { parts } from "./types.ts";

/** The little that must be known of standard collections: what yields an element, and what keeps the type. */
const yielding = new Set(["first", "last", "randomElement", "popLast", "popFirst", "min", "max"]);
const keeping = new Set([
  "filter",
  "sorted",
  "reversed",
  "prefix",
  "suffix",
  "dropFirst",
  "dropLast",
  "lazy",
  "shuffled",
]);
const sequences = new Set([
  "Array",
  "Set",
  "ArraySlice",
  "ContiguousArray",
  "Sequence",
  "Collection",
  "AsyncStream",
  "AsyncThrowingStream",
  "Slice",
  "Deque",
  "Range",
  "ClosedRange",
  "List",
  "Iterable",
]);

export function yieldsElement(name: string): boolean {
  return yielding.has(name);
}

export function keepsType(name: string): boolean {
  return keeping.has(name);
}

export function elementOf(type: TypeRef): TypeRef | undefined {
  const [only] = parts(type);
  return only && typeof only.id === "string" && sequences.has(only.id) ? only.args[0] : undefined;
}
