import { createHash } from "node:crypto";
import { constants, gunzipSync, gzipSync } from "node:zlib";
import { fault } from "../kernel/fault.ts";
import { type Failure, fail } from "../kernel/result.ts";
import type { SegmentFiles } from "./store.ts";

/** Each part is this much before it is compressed: a database moves a value of this size without strain. */
export const partBytes = 1024 * 1024;

/** No segment that a worker writes is larger; a store that says otherwise is not believed. */
export const maxSegmentFileBytes = 1024 * 1024 * 1024;

/** The name of a segment: the hash of both its files, with their lengths between them. */
export function segmentName({ search, texts }: SegmentFiles): string {
  const lengths = Buffer.alloc(16);
  lengths.writeBigUInt64LE(BigInt(search.length), 0);
  lengths.writeBigUInt64LE(BigInt(texts.length), 8);
  return createHash("sha256")
    .update("hewto segment 1\0")
    .update(lengths)
    .update(search)
    .update(texts)
    .digest("hex");
}

/** Cuts a file and compresses each piece; the fastest level, because readers are many and close. */
export function* partsOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += partBytes)
    yield gzipSync(bytes.subarray(from, from + partBytes), { level: constants.Z_BEST_SPEED });
}

/** The bytes of one part; undefined when it is damaged or unpacks to more than a part may hold. */
export function unpackPart(part: Uint8Array): Uint8Array | undefined {
  try {
    // In one piece: by default it would come in slices of 16 KiB that are copied together.
    return gunzipSync(part, { maxOutputLength: partBytes, chunkSize: partBytes });
  } catch {
    return undefined;
  }
}

/** Puts a file together; undefined when parts are damaged, missing or too many. */
export function joinParts(parts: readonly Uint8Array[], length: number): Uint8Array | undefined {
  if (length > maxSegmentFileBytes || parts.length !== Math.ceil(length / partBytes)) return undefined;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    const bytes = unpackPart(part);
    if (!bytes || at + bytes.length > length) return undefined;
    whole.set(bytes, at);
    at += bytes.length;
  }
  return at === length ? whole : undefined;
}

export function damagedSegment(id: string, address: string): Failure {
  const message = `Segment ${id.slice(0, 12)} of the store ${address} is damaged.`;
  const suggest = { operation: "store_verify", to: "check all of it" };
  return fail(fault("store_damaged", message, "", { suggest }));
}
