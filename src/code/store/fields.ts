import { at } from "../../kernel/array.ts";
/**
 * The fields of a chunk and how often a term occurs in each, packed into one number: 4 bits for names, 3 for
 * containers, 3 for the path, 5 for the signature, 6 for the doc comment, 8 for the body. More is cut off:
 * beyond that the ranker's saturation makes no difference.
 */
export const fieldNames = ["name", "container", "path", "signature", "doc", "body"] as const;

export const fieldCount = fieldNames.length;

export const field = { name: 0, container: 1, path: 2, signature: 3, doc: 4, body: 5 } as const;

export const fieldShift: readonly number[] = [25, 22, 19, 14, 8, 0];
export const fieldMask: readonly number[] = [15, 7, 7, 31, 63, 255];

/** One occurrence in each field, and the most that each can count. */
export const fieldOne: readonly number[] = fieldShift.map((shift) => 1 << shift);
export const fieldFull: readonly number[] = fieldShift.map((shift, field) => at(fieldMask, field) << shift);

export function frequency(packed: number, at: number): number {
  return (packed >>> (fieldShift[at] ?? 0)) & (fieldMask[at] ?? 0);
}
