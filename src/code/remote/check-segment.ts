import { sha256 } from "../../kernel/hash.ts";
import type { SegmentFiles } from "../../store/store.ts";
import { listedPath } from "../../workspace/paths/paths.ts";
import { chunkKinds, fileRoles, languageIds } from "../store/records.ts";
import { Segment } from "../store/segment.ts";

/**
 * A segment of another machine, if nothing in it leads out of its own columns: lists name chunks that exist and end
 * where they should, texts are in their file, and every path is one below a root. Undefined otherwise.
 */
export function checkSegment({ search, texts }: SegmentFiles): Segment | undefined {
  const segment = Segment.read(search);
  if (!segment) return undefined;
  return areFilesSound(segment, texts.length) && areListsSound(segment) ? segment : undefined;
}

function areFilesSound(segment: Segment, textBytes: number): boolean {
  if (new Set(segment.paths).size !== segment.fileCount) return false;
  for (const [file, path] of segment.paths.entries()) {
    if (listedPath(path) === undefined) return false;
    if (segment.roleOf(file) >= fileRoles.length || segment.languageOf(file) >= languageIds.length)
      return false;
    for (const { from, length } of [segment.textRange(file), segment.factsRange(file)])
      if (!(from >= 0 && length >= 0 && from + length <= textBytes)) return false;
    for (let chunk = segment.firstChunk(file); chunk < segment.firstChunk(file + 1); chunk++)
      if (segment.fileOf(chunk) !== file || segment.kindCode(chunk) >= chunkKinds.length) return false;
  }
  return true;
}

/** One pass over all lists; a list that runs past its end, or a chunk that does not exist, ends it. */
function areListsSound({ lists, listStarts, termCount, chunkCount }: Segment): boolean {
  let at = 0;
  const next = (end: number): number => {
    let value = 0;
    for (let shift = 0; shift <= 28; shift += 7) {
      if (at >= end) return -1;
      const byte = lists[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    return -1;
  };
  for (let term = 0; term < termCount; term++) {
    at = listStarts[term] ?? 0;
    const end = listStarts[term + 1] ?? 0;
    for (let chunk = 0; at < end; ) {
      const head = next(end);
      chunk += Math.floor(head / 2);
      if (head < 0 || chunk >= chunkCount) return false;
      if (head % 2 === 0 && next(end) < 0) return false;
    }
  }
  return true;
}

/** Not part of a text, but of the file that has it. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Whether the text that a segment has for a file is what its hash says. Other encodings than UTF-8 never are. */
export function isTextOfHash(segment: Segment, texts: Uint8Array, file: number): boolean {
  const { hash, state } = segment.record(file);
  if (state !== "indexed") return segment.firstChunk(file) === segment.firstChunk(file + 1);
  const { from, length } = segment.textRange(file);
  const text = texts.subarray(from, from + length);
  const isHash = (bytes: Uint8Array) => sha256(bytes).slice(0, 32) === hash;
  return isHash(text) || isHash(Buffer.concat([byteOrderMark, text]));
}
