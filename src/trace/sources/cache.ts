import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { SourceScan } from "./model.ts";
import { type TagOptions, usualTags } from "./read.ts";
import { readStoredFacts, type StoredFacts } from "./stored.ts";
import type { SourceSymbol } from "./symbols.ts";

/** Hashes of one text, each made when it is first asked for. */
export interface FileHashes {
  digest?: string | undefined;
  file?: string;
  aroundTests?: string | undefined;
  symbols?: readonly SourceSymbol[];
}

/** What this process has read of one workspace. A file is read again only when its stamp changed. */
export interface CachedFiles {
  /** Tests and tags. With the usual settings they are stored in the user's cache folder for the next process. */
  readonly factsFor: (tags: TagOptions) => StampCache<StoredFacts>;
  readonly hashes: StampCache<FileHashes>;
  /** The newest scan, with the settings that it was made with. */
  lastScan?: { readonly key: string; readonly scan: SourceScan };
}

const maxHashes = 400_000;
const maxFacts = 400_000;

export class SourceCache {
  readonly #roots = new Map<string, CachedFiles>();

  of(workspace: Workspace): CachedFiles {
    const known = this.#roots.get(workspace.root);
    if (known !== undefined) return known;
    const facts = new Map<string, StampCache<StoredFacts>>();
    const files: CachedFiles = {
      factsFor: (tags) => {
        const key = JSON.stringify(tags);
        const isUsual = key === JSON.stringify(usualTags);
        const own =
          facts.get(key) ??
          (isUsual ? readStoredFacts(workspace) : new StampCache<StoredFacts>({ maxEntries: maxFacts }));
        facts.set(key, own);
        return own;
      },
      hashes: new StampCache({ maxEntries: maxHashes }),
    };
    this.#roots.set(workspace.root, files);
    return files;
  }
}
