import { writeStateFile } from "../../workspace/state/files.ts";
import type { SegmentBytes } from "./segment-builder.ts";

/** A segment that is on disk and that no manifest names yet. */
export interface NewSegment {
  readonly id: string;
  readonly files: number;
  readonly chunks: number;
  /** Of its files, in its order. */
  readonly paths: readonly string[];
}

export function writeSegment(
  folder: string,
  id: string,
  bytes: SegmentBytes,
  paths: readonly string[],
): NewSegment {
  writeStateFile(folder, `${id}.texts`, bytes.texts);
  writeStateFile(folder, `${id}.search`, bytes.search);
  return { id, files: bytes.files, chunks: bytes.chunks, paths };
}
