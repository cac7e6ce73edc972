import type { Stamp } from "./records.ts";
import { readSections } from "./sections.ts";

/** A copy of a segment in which some files have other stamps: the bytes of a file are the same, its times are not. */
export function restamped(search: Uint8Array, stamps: ReadonlyMap<number, Stamp>): Uint8Array {
  const copy = new Uint8Array(search);
  const section = readSections(copy)?.get("file.stamps");
  if (!section) throw new Error("A segment without stamps is damaged.");
  const column = new Float64Array(section.buffer, section.byteOffset, section.byteLength / 8);
  for (const [file, { size, mtimeMs, ctimeMs }] of stamps) column.set([size, mtimeMs, ctimeMs], file * 3);
  return copy;
}
