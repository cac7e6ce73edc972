import { ok, type Result } from "../kernel/result.ts";
import { type FolderEntry, listFolder, type PathKind, readText, statPath } from "../workspace/files/files.ts";
import { type Stamp, StampSet, stampOf } from "../workspace/files/stamp.ts";
import { StampCache } from "../workspace/files/stamp-cache.ts";
import { absolutePath, insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Home } from "./locate/home.ts";
import { readSource, type SourceDocument } from "./source.ts";

/** Enough for every artifact of a large workspace. */
const maxAnswers = 20_000;

/** Documents that this process has read, kept until their files change. */
export class Library {
  /** By absolute path. */
  readonly documents = new StampCache<Result<SourceDocument>>({ maxEntries: maxAnswers });
}

/** What an answer was made from: each path with what the system said of it, each folder with its names. */
export interface Witnesses {
  readonly stamps: StampSet;
  readonly listings: ReadonlyMap<WorkspacePath, string>;
}

/**
 * One look at the workspace. It notes every path that was looked at and what it looked like, so that an
 * answer made from it can be given again while nothing of that has changed.
 */
export class Reading {
  readonly home: Home;
  readonly library: Library;
  private readonly stamps = new StampSet();
  private readonly kinds = new Map<WorkspacePath, PathKind | undefined>();
  private readonly places = new Map<string, Result<WorkspacePath>>();
  private readonly listings = new Map<WorkspacePath, string>();
  private readonly now: () => number;

  constructor(home: Home, library: Library, now: () => number) {
    this.home = home;
    this.library = library;
    this.now = now;
  }

  get witnesses(): Witnesses {
    return { stamps: this.stamps, listings: this.listings };
  }

  /** A look that notes its own paths, for an answer of its own. */
  fresh(): Reading {
    return new Reading(this.home, this.library, this.now);
  }

  adopt({ stamps, listings }: Witnesses): void {
    this.stamps.addAll(stamps);
    for (const [path, listing] of listings) this.listings.set(path, listing);
  }

  /** The document at a path, read again only when its file changed. */
  async document(path: WorkspacePath): Promise<Result<SourceDocument>> {
    const absolute = absolutePath(this.home.workspace, path);
    const stamp = this.stamp(absolute);
    const cached = this.library.documents.get(absolute, stamp);
    if (cached !== undefined) return cached;
    const readAt = this.now();
    const file = await readText(this.home.workspace, path);
    const document = file.ok ? ok(readSource(file.value)) : file;
    this.library.documents.set(absolute, stamp, document, readAt);
    return document;
  }

  /** `insideWorkspace`, asked once for each text. */
  async inside(text: string): Promise<Result<WorkspacePath>> {
    const place = this.places.get(text) ?? (await insideWorkspace(this.home.workspace, text));
    this.places.set(text, place);
    return place;
  }

  /** What is at a path; `other` for what may not be looked at, such as a link that leads out. */
  async kind(path: WorkspacePath): Promise<PathKind | undefined> {
    if (this.kinds.has(path)) return this.kinds.get(path);
    this.stamp(absolutePath(this.home.workspace, path));
    const found = await statPath(this.home.workspace, path);
    const kind = found.ok ? found.value?.kind : "other";
    this.kinds.set(path, kind);
    return kind;
  }

  /** The entries of a folder; none when there is no such folder. */
  async folder(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const entries = await this.list(path);
    this.listings.set(path, listingOf(entries));
    return entries;
  }

  /** Whether everything still looks as it did. What this look has seen already is not looked at again. */
  async unchanged({ stamps, listings }: Witnesses): Promise<boolean> {
    for (const [path, before] of listings) {
      const now = this.listings.get(path) ?? listingOf(await this.list(path));
      if (now !== before) return false;
    }
    return stamps.isCurrent(this.stamps);
  }

  private async list(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const listed = await listFolder(this.home.workspace, path);
    return listed.ok ? listed.value : [];
  }

  private stamp(absolute: string): Stamp | undefined {
    if (this.stamps.has(absolute)) return this.stamps.get(absolute);
    const readAt = this.now();
    const stamp = stampOf(absolute);
    this.stamps.add(absolute, stamp, readAt);
    return stamp;
  }
}

/** An answer that is given again while everything it was made from is unchanged. */
export class Remembered<T> {
  private readonly answers = new WeakMap<Library, Map<string, { witnesses: Witnesses; value: T }>>();

  async get(reading: Reading, key: string, make: (reading: Reading) => Promise<T>): Promise<T> {
    const answers = this.answersOf(reading.library);
    const full = `${reading.home.workspace.root}\0${key}`;
    const known = answers.get(full);
    if (known !== undefined && (await reading.unchanged(known.witnesses))) {
      reading.adopt(known.witnesses);
      return known.value;
    }
    const own = reading.fresh();
    const value = await make(own);
    if (answers.size >= maxAnswers) answers.clear();
    answers.set(full, { witnesses: own.witnesses, value });
    reading.adopt(own.witnesses);
    return value;
  }

  private answersOf(library: Library) {
    const known = this.answers.get(library) ?? new Map();
    this.answers.set(library, known);
    return known;
  }
}

function listingOf(entries: readonly FolderEntry[]): string {
  return entries.map((entry) => `${entry.kind}${entry.link ? "@" : ""} ${entry.name}`).join("\n");
}
