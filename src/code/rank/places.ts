import { at } from "../../kernel/array.ts";
import { byCodePoint } from "../../kernel/order.ts";
import type { LiveSegment } from "../store/snapshot.ts";
import type { ChunkId, Place } from "./rounds/messages.ts";

export function placeIn({ segment, repository = "" }: LiveSegment, chunk: number): Place {
  const file = segment.fileOf(chunk);
  return { repository, path: at(segment.paths, file), ordinal: chunk - segment.firstChunk(file) };
}

interface Scored {
  readonly score: number;
  readonly place: Place;
}

/** Best first. Equal scores go by place: the same files give the same list, however their segments are cut or spread. */
export function byScore(a: Scored, b: Scored): number {
  return b.score - a.score || byPlace(a.place, b.place);
}

function byPlace(a: Place, b: Place): number {
  // Most chunks of equal score are of one file, and telling equal texts apart takes longest.
  if (a.repository !== b.repository) return byCodePoint(a.repository, b.repository);
  return a.path === b.path ? a.ordinal - b.ordinal : byCodePoint(a.path, b.path);
}

export function keyOf({ shard, part, chunk }: ChunkId): string {
  return `${shard} ${part} ${chunk}`;
}
