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

/**
 * One pass over all lists; a list that runs past its end, or a chunk that does not exist, ends it. A large index has
 * ten million numbers, nearly all of one or two bytes: no number is larger than its chunks, so five bytes are refused.
 */
function areListsSound({ lists, listStarts, termCount, chunkCount }: Segment): boolean {
  for (let term = 0; term < termCount; term++) {
    let at = listStarts[term] ?? 0;
    const end = listStarts[term + 1] ?? 0;
    if (end > lists.length) return false;
    for (let chunk = 0; at < end; ) {
      let byte = lists[at++] ?? 0;
      let head = byte & 0x7f;
      for (let shift = 7; byte >= 0x80; shift += 7) {
        if (at >= end || shift > 28) return false;
        byte = lists[at++] ?? 0;
        if (shift === 28 && byte > 0x0f) return false;
        head |= (byte & 0x7f) << shift;
      }
      chunk += head >>> 1;
      if (chunk >= chunkCount) return false;
      if ((head & 1) === 1) continue;
      // Packed frequencies: of them, only where they end matters.
      for (let bytes = 0; ; bytes++) {
        if (at >= end || bytes > 4) return false;
        if ((lists[at++] ?? 0) < 0x80) break;
      }
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
