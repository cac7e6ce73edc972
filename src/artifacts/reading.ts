import type { Result } from "../kernel/result.ts";
import { type FolderEntry, listFolder, readText, statPath, type TextFile } from "../workspace/files.ts";
import type { WorkspacePath } from "../workspace/paths.ts";
import type { Home } from "./home.ts";
import { readSource, type SourceDocument } from "./source.ts";

/** Documents that this process has read, kept until their files change. */
export class Library {
  readonly documents = new Map<
    string,
    { readonly stamp: string; readonly document: Result<SourceDocument> }
  >();
}

/** What an answer was made from: what each path looked like then. */
export type Witnesses = ReadonlyMap<string, string>;

/**
 * One look at the workspace. It notes every path that was looked at and what it looked like, so that an
 * answer made from it can be given again while nothing of that has changed.
 */
export class Reading {
  readonly home: Home;
  readonly library: Library;
  private readonly seen = new Map<string, string>();
  private readonly now: () => number;

  constructor(home: Home, library: Library, now: () => number) {
    this.home = home;
    this.library = library;
    this.now = now;
  }

  get witnesses(): Witnesses {
    return this.seen;
  }

  /** A look that notes its own paths, for an answer of its own. */
  fresh(): Reading {
    return new Reading(this.home, this.library, this.now);
  }

  adopt(witnesses: Witnesses): void {
    for (const [path, stamp] of witnesses) this.seen.set(path, stamp);
  }

  /** The document at a path, read again only when its file changed. */
  async document(path: WorkspacePath): Promise<Result<SourceDocument>> {
    const stamp = await this.stamp(path);
    const key = `${this.home.workspace.root}\0${path}`;
    const known = this.library.documents.get(key);
    if (known?.stamp === stamp) return known.document;
    const file = await readText(this.home.workspace, path);
    const document = file.ok ? { ok: true as const, value: readSource(file.value) } : file;
    this.library.documents.set(key, { stamp, document });
    return document;
  }

  /** The bytes as they are now, for a mutation that compares before it writes. */
  async current(path: WorkspacePath): Promise<Result<TextFile>> {
    return readText(this.home.workspace, path);
  }

  async kind(path: WorkspacePath): Promise<"file" | "folder" | "other" | undefined> {
    const stamp = await this.stamp(path);
    if (stamp.startsWith("file")) return "file";
    if (stamp.startsWith("folder")) return "folder";
    return stamp === absent ? undefined : "other";
  }

  /** The entries of a folder; none when there is no such folder. */
  async folder(path: WorkspacePath): Promise<readonly FolderEntry[]> {
    const listed = await listFolder(this.home.workspace, path);
    const entries = listed.ok ? listed.value : [];
    this.seen.set(`${path}/`, listing(entries));
    return entries;
  }

  /** Whether everything still looks as it did. */
  async unchanged(witnesses: Witnesses): Promise<boolean> {
    for (const [path, before] of witnesses) {
      const now = path.endsWith("/") ? await this.listed(path) : await this.look(literally(path));
      if (now !== before) return false;
    }
    return true;
  }

  private async listed(path: string): Promise<string> {
    const entries = await listFolder(this.home.workspace, literally(path.slice(0, -1)));
    return listing(entries.ok ? entries.value : []);
  }

  private async stamp(path: WorkspacePath): Promise<string> {
    const known = this.seen.get(path);
    if (known !== undefined) return known;
    const stamp = await this.look(path);
    this.seen.set(path, stamp);
    return stamp;
  }

  private async look(path: WorkspacePath): Promise<string> {
    const found = await statPath(this.home.workspace, path);
    if (!found.ok) return `unreadable ${found.fault.code}`;
    if (found.value === undefined) return absent;
    const { kind, size, mtimeMs, ctimeMs, ino } = found.value;
    if (kind === "folder") return "folder";
    // A file that was written a moment ago may be written again within the clock's tick, with the same size.
    const settled = this.now() - ctimeMs > 50 ? "" : ` at ${performance.now()}`;
    return `${kind} ${size} ${mtimeMs} ${ctimeMs} ${ino}${settled}`;
  }
}

const absent = "absent";

/** An answer that is given again while everything it was made from is unchanged. */
export class Remembered<T> {
  private readonly answers = new Map<string, { readonly witnesses: Witnesses; readonly value: T }>();

  async get(reading: Reading, key: string, make: (reading: Reading) => Promise<T>): Promise<T> {
    const full = `${reading.home.workspace.root}\0${key}`;
    const known = this.answers.get(full);
    if (known !== undefined && (await reading.unchanged(known.witnesses))) {
      reading.adopt(known.witnesses);
      return known.value;
    }
    const own = reading.fresh();
    const value = await make(own);
    this.answers.set(full, { witnesses: own.witnesses, value });
    reading.adopt(own.witnesses);
    return value;
  }
}

function listing(entries: readonly FolderEntry[]): string {
  return entries.map((entry) => `${entry.kind}${entry.link ? "@" : ""} ${entry.name}`).join("\n");
}

/** A path that was noted by a look was checked then. */
function literally(path: string): WorkspacePath {
  return path as WorkspacePath;
}
