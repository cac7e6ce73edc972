import { ok, type Result } from "../kernel/result.ts";
import { type FolderEntry, listFolder, type PathKind, readText, statPath } from "../workspace/files/files.ts";
import { type Stamp, StampSet, stampOf } from "../workspace/files/stamp.ts";
import { StampCache } from "../workspace/files/stamp-cache.ts";
import { absolutePath, insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { readSource, type SourceDocument } from "./source.ts";

/** Enough for every artifact of a large workspace. */
const maxEntries = 20_000;

/** Documents that this process has parsed, by absolute path, valid until their files change. */
export class DocumentCache {
  readonly documents = new StampCache<Result<SourceDocument>>({ maxEntries });
}

/** The state of the files that a result was computed from: a stamp for each path, the names in each folder. */
export interface Fingerprint {
  readonly stamps: StampSet;
  readonly listings: ReadonlyMap<WorkspacePath, string>;
}

/**
 * A view of the workspace during one call. Each path is read at most once, and every path is recorded, so that a
 * result computed from this view can be reused while none of them has changed.
 */
export class FileSnapshot {
  readonly workspace: Workspace;
  readonly cache: DocumentCache;
  readonly #now: () => number;
  readonly #stamps = new StampSet();
  readonly #kinds = new Map<WorkspacePath, PathKind | undefined>();
  readonly #paths = new Map<string, Result<WorkspacePath>>();
  readonly #listings = new Map<WorkspacePath, string>();

  constructor(workspace: Workspace, cache: DocumentCache, now: () => number) {
    this.workspace = workspace;
    this.cache = cache;
    this.#now = now;
  }

  get fingerprint(): Fingerprint {
    return { stamps: this.#stamps, listings: this.#listings };
  }

  /** A new snapshot of the same workspace, with a fingerprint of its own. */
  fresh(): FileSnapshot {
    return new FileSnapshot(this.workspace, this.cache, this.#now);
  }

  /** Adds the files behind a reused result to the fingerprint. */
  adopt({ stamps, listings }: Fingerprint): void {
    this.#stamps.addAll(stamps);
    for (const [path, listing] of listings) this.#listings.set(path, listing);
  }

  /** The document at a path, parsed again only when its file has changed. */
  async document(path: WorkspacePath): Promise<Result<SourceDocument>> {
    const absolute = absolutePath(this.workspace, path);
    const stamp = this.#stamp(absolute);
    const cached = this.cache.documents.get(absolute, stamp);
    if (cached !== undefined) return cached;
    const readAt = this.#now();
    const file = await readText(this.workspace, path);
    const document = file.ok ? ok(readSource(file.value)) : file;
    this.cache.documents.set(absolute, stamp, document, readAt);
    return document;
  }

  /** `insideWorkspace`, resolved once for each text. */
  async inside(text: string): Promise<Result<WorkspacePath>> {
    const path = this.#paths.get(text) ?? (await insideWorkspace(this.workspace, text));
    this.#paths.set(text, path);
    return path;
  }

  /** What is at a path; `other` for what must not be read, such as a link to a file outside the workspace. */
  async kind(path: WorkspacePath): Promise<PathKind | undefined> {
    if (this.#kinds.has(path)) return this.#kinds.get(path);
    this.#stamp(absolutePath(this.workspace, path));
    const entry = await statPath(this.workspace, path);
    const kind = entry.ok ? entry.value?.kind : "other";
    this.#kinds.set(path, kind);
    return kind;
  }

  /** The entries of a folder; empty when it does not exist. */
  async folder(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const entries = await this.#list(path);
    this.#listings.set(path, listingOf(entries));
    return entries;
  }

  /** Whether all files are still as the fingerprint says. Paths that this snapshot has read are not read again. */
  async matches({ stamps, listings }: Fingerprint): Promise<boolean> {
    for (const [path, before] of listings) {
      const now = this.#listings.get(path) ?? listingOf(await this.#list(path));
      if (now !== before) return false;
    }
    return stamps.isCurrent(this.#stamps);
  }

  async #list(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const entries = await listFolder(this.workspace, path);
    return entries.ok ? entries.value : [];
  }

  #stamp(absolute: string): Stamp | undefined {
    if (this.#stamps.has(absolute)) return this.#stamps.get(absolute);
    const readAt = this.#now();
    const stamp = stampOf(absolute);
    this.#stamps.add(absolute, stamp, readAt);
    return stamp;
  }
}

/** A result that is reused while all files it was computed from are unchanged. */
export class SnapshotMemo<T> {
  readonly #entries = new WeakMap<DocumentCache, Map<string, { fingerprint: Fingerprint; value: T }>>();

  async get(snapshot: FileSnapshot, key: string, compute: (own: FileSnapshot) => Promise<T>): Promise<T> {
    const entries = this.#entriesOf(snapshot.cache);
    const fullKey = `${snapshot.workspace.root}\0${key}`;
    const entry = entries.get(fullKey);
    if (entry !== undefined && (await snapshot.matches(entry.fingerprint))) {
      snapshot.adopt(entry.fingerprint);
      return entry.value;
    }
    const own = snapshot.fresh();
    const value = await compute(own);
    if (entries.size >= maxEntries) entries.clear();
    entries.set(fullKey, { fingerprint: own.fingerprint, value });
    snapshot.adopt(own.fingerprint);
    return value;
  }

  #entriesOf(cache: DocumentCache) {
    const entries = this.#entries.get(cache) ?? new Map();
    this.#entries.set(cache, entries);
    return entries;
  }
}

function listingOf(entries: readonly FolderEntry[]): string {
  return entries.map((entry) => `${entry.kind}${entry.link ? "@" : ""} ${entry.name}`).join("\n");
}
