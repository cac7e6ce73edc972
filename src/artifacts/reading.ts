import { ok, type Result } from "../kernel/result.ts";
import { type FolderEntry, listFolder, type PathKind, readText, statPath } from "../workspace/files/files.ts";
import { areUnchanged, isFresh, isSameStamp, type Stamp, stampOf } from "../workspace/files/stamp.ts";
import { absolutePath, insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Home } from "./locate/home.ts";
import { readSource, type SourceDocument } from "./source.ts";

/** Documents that this process has read, kept until their files change. */
export class Library {
  readonly documents = new Map<
    string,
    { readonly stamp: Stamp | undefined; readonly document: Result<SourceDocument> }
  >();
}

/** What an answer was made from: each path with what the system said of it, each folder with its names. */
export interface Witnesses {
  /** By absolute path. */
  readonly stamps: ReadonlyMap<string, Stamp | undefined>;
  readonly listings: ReadonlyMap<WorkspacePath, string>;
  /** False when something was written just then: the clock could not tell the next write from that one. */
  readonly settled: boolean;
}

/**
 * One look at the workspace. It notes every path that was looked at and what it looked like, so that an
 * answer made from it can be given again while nothing of that has changed.
 */
export class Reading {
  readonly home: Home;
  readonly library: Library;
  private readonly stamps = new Map<string, Stamp | undefined>();
  private readonly kinds = new Map<WorkspacePath, PathKind | undefined>();
  private readonly places = new Map<string, Result<WorkspacePath>>();
  private readonly listings = new Map<WorkspacePath, string>();
  private readonly now: () => number;
  private settled = true;

  constructor(home: Home, library: Library, now: () => number) {
    this.home = home;
    this.library = library;
    this.now = now;
  }

  get witnesses(): Witnesses {
    return { stamps: this.stamps, listings: this.listings, settled: this.settled };
  }

  /** A look that notes its own paths, for an answer of its own. */
  fresh(): Reading {
    return new Reading(this.home, this.library, this.now);
  }

  adopt({ stamps, listings, settled }: Witnesses): void {
    for (const [path, stamp] of stamps) this.stamps.set(path, stamp);
    for (const [path, listing] of listings) this.listings.set(path, listing);
    this.settled &&= settled;
  }

  /** The document at a path, read again only when its file changed. */
  async document(path: WorkspacePath): Promise<Result<SourceDocument>> {
    const absolute = absolutePath(this.home.workspace, path);
    const stamp = this.stamp(absolute);
    const known = this.library.documents.get(absolute);
    if (known !== undefined && isSameStamp(known.stamp, stamp)) return known.document;
    const file = await readText(this.home.workspace, path);
    const document = file.ok ? ok(readSource(file.value)) : file;
    if (stamp !== undefined && isFresh(stamp, this.now())) this.library.documents.delete(absolute);
    else this.library.documents.set(absolute, { stamp, document });
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
  async unchanged({ stamps, listings, settled }: Witnesses): Promise<boolean> {
    if (!settled) return false;
    for (const [path, before] of listings) {
      const now = this.listings.get(path) ?? listingOf(await this.list(path));
      if (now !== before) return false;
    }
    const unseen: [string, Stamp | undefined][] = [];
    for (const [path, before] of stamps) {
      if (!this.stamps.has(path)) unseen.push([path, before]);
      else if (!isSameStamp(this.stamps.get(path), before)) return false;
    }
    return areUnchanged(unseen);
  }

  private async list(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const listed = await listFolder(this.home.workspace, path);
    return listed.ok ? listed.value : [];
  }

  private stamp(absolute: string): Stamp | undefined {
    if (this.stamps.has(absolute)) return this.stamps.get(absolute);
    const stamp = stampOf(absolute);
    this.stamps.set(absolute, stamp);
    if (stamp !== undefined && isFresh(stamp, this.now())) this.settled = false;
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
    if (answers.size >= mostAnswers) answers.clear();
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

/** Enough for every artifact of a large workspace; beyond it the memory starts over. */
const mostAnswers = 20_000;

function listingOf(entries: readonly FolderEntry[]): string {
  return entries.map((entry) => `${entry.kind}${entry.link ? "@" : ""} ${entry.name}`).join("\n");
}
