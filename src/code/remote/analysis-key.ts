import { sha256 } from "../../kernel/hash.ts";
import type { FileKey } from "../../store/store.ts";
import { analysisVersion } from "../index/home.ts";
import { storeVersion } from "../store/manifest.ts";

/** What two machines must have in common to share an index: parsers, chunker and the layout of segments. */
export function analysisKey(): string {
  return sha256(`${storeVersion} ${analysisVersion()}`).slice(0, 32);
}

/** Under which a file is known. Words of the path, its role and its language are indexed, so the path belongs to it. */
export function fileKey(blob: string, path: string): FileKey {
  return { blob, path: sha256(path) };
}
