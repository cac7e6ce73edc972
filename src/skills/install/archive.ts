import { gunzipSync } from "node:zlib";
import type { Result } from "../../kernel/result.ts";
import { refused, sourceLimits } from "./entry-names.ts";
import { readTar } from "./tar.ts";
import type { TreeFile } from "./tree.ts";
import { readZip } from "./zip.ts";

export function isArchiveName(name: string): boolean {
  return /\.(zip|skill|tar|tar\.gz|tgz)$/i.test(name);
}

/** Reads all files of an archive; its first bytes decide the format. Writes nothing. */
export async function readArchive(bytes: Uint8Array): Promise<Result<TreeFile[]>> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes);
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return readTar(bytes);
  const unpacked = gunzip(bytes);
  if (unpacked === undefined)
    return refused(`it is damaged, or unpacks to more than ${sourceLimits.bytes} bytes`);
  return readTar(unpacked);
}

function gunzip(bytes: Uint8Array): Uint8Array | undefined {
  try {
    return gunzipSync(bytes, { maxOutputLength: sourceLimits.bytes });
  } catch {
    return undefined;
  }
}
