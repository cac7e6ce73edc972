import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { EvidenceSegment } from "../evidence/model.ts";
import type { NodesOfFile } from "../formats/place.ts";
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
  /** Tests and tags; stored in the user's cache folder for the next process. */
  readonly facts: StampCache<StoredFacts>;
  /** The requirements of specs. */
  readonly specs: StampCache<NodesOfFile>;
  readonly hashes: StampCache<FileHashes>;
  /** Segments of evidence by the hash of their text. */
  readonly segments: Map<string, EvidenceSegment>;
}

const maxSpecs = 20_000;
const maxHashes = 400_000;

export class SourceCache {
  readonly #roots = new Map<string, CachedFiles>();

  of(workspace: Workspace): CachedFiles {
    const known = this.#roots.get(workspace.root);
    if (known !== undefined) return known;
    const files: CachedFiles = {
      facts: readStoredFacts(workspace),
      specs: new StampCache({ maxEntries: maxSpecs }),
      hashes: new StampCache({ maxEntries: maxHashes }),
      segments: new Map(),
    };
    this.#roots.set(workspace.root, files);
    return files;
  }
}
