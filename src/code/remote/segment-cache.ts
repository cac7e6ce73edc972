import { sortedBy } from "../../kernel/order.ts";
import { segmentName } from "../../store/parts.ts";
import type { SegmentFiles } from "../../store/store.ts";
import {
  deleteStateFile,
  linkStateFile,
  listStateFiles,
  readStateFile,
  stateFileAge,
  stateFileSize,
  sweepStateFiles,
  touchStateFile,
  writeStateFile,
} from "../../workspace/state/files.ts";
import { ownCacheFolder } from "../../workspace/state/own-folder.ts";

/** What all checkouts of this user together keep. */
const maxCacheBytes = 4_000_000_000;

/**
 * Segments of stores, by the hash of their bytes, shared by all checkouts of this user. Everything that comes out was
 * compared with its name; files of another user are not read. Without a folder that can be written it is empty.
 */
export class SegmentCache {
  readonly #folder: string | undefined;

  constructor(folder = ownCacheFolder("segments")) {
    this.#folder = folder;
  }

  get(id: string): SegmentFiles | undefined {
    if (this.#folder === undefined) return undefined;
    const search = readStateFile(this.#folder, `${id}.search`);
    const texts = search && readStateFile(this.#folder, `${id}.texts`);
    if (!search || !texts) return undefined;
    if (segmentName({ search, texts }) !== id) {
      this.#remove(id);
      return undefined;
    }
    touchStateFile(this.#folder, `${id}.search`);
    return { search, texts };
  }

  /** A full or read-only disk does not fail the call: the next checkout pulls again. */
  put(id: string, { search, texts }: SegmentFiles, maxBytes = maxCacheBytes): void {
    if (this.#folder === undefined) return;
    try {
      writeStateFile(this.#folder, `${id}.texts`, texts);
      writeStateFile(this.#folder, `${id}.search`, search);
      this.#shrink(maxBytes);
    } catch {
      this.#remove(id);
    }
  }

  /** Puts the texts of a segment into the folder of an index, on the same bytes of the disk if possible. */
  linkTexts(id: string, folder: string, name: string, texts: Uint8Array): void {
    try {
      if (this.#folder === undefined) throw new Error("no cache");
      linkStateFile(this.#folder, folder, `${id}.texts`, name);
    } catch {
      writeStateFile(folder, name, texts);
    }
  }

  /** Removes what was not used for the longest time. */
  #shrink(maxBytes: number): void {
    const folder = this.#folder ?? "";
    sweepStateFiles(folder);
    const names = listStateFiles(folder).filter((name) => /^[0-9a-f]{64}\.search$/.test(name));
    const entries = names.map((name) => {
      const id = name.slice(0, 64);
      const bytes = (stateFileSize(folder, name) ?? 0) + (stateFileSize(folder, `${id}.texts`) ?? 0);
      return { id, bytes, age: stateFileAge(folder, name) };
    });
    let total = 0;
    for (const { id, bytes } of sortedBy(entries, ({ age }) => String(age).padStart(20, "0"))) {
      total += bytes;
      if (total > maxBytes) this.#remove(id);
    }
  }

  #remove(id: string): void {
    for (const kind of ["search", "texts"]) deleteStateFile(this.#folder ?? "", `${id}.${kind}`);
  }
}
