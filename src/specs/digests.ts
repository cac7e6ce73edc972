import type { Problem } from "../kernel/finding.ts";
import { isRecord } from "../kernel/json.ts";
import { version } from "../kernel/version.ts";
import { type Stamp, stampOf } from "../workspace/files/stamp.ts";
import { StampCache, type StampedValue } from "../workspace/files/stamp-cache.ts";
import { absolutePath } from "../workspace/paths/paths.ts";
import { cacheFolders, makeCacheFolder } from "../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../workspace/state/files.ts";
import type { SpecFinding } from "./findings.ts";
import type { RuleProfile } from "./layouts.ts";
import type { SpecEntry } from "./library.ts";
import type { SpecProject } from "./project.ts";

/** What listing and validating need of a spec, cached so that a large tree need not be read again. */
export interface SpecDigest {
  readonly title: string;
  readonly purpose: string;
  readonly problems: readonly Problem[];
  /** Where the whole spec was read. */
  readonly counts?: { readonly requirements: number; readonly scenarios: number };
  /** What the rules say, by profile, where they were asked. */
  readonly findings?: Partial<Record<RuleProfile, readonly SpecFinding[]>>;
}

/** In the user's cache folder of this root. */
const fileName = "spec-digests.json";
const maxBytes = 256 * 1024 * 1024;
const maxSpecs = 100_000;

/** To be incremented when a rule, a severity or the stored format changes within one version. */
const formatRevision = 5;

/** A smaller tree is read faster than its cache. */
const minSpecs = 64;

/** The digests of a project's specs, as their files are now, stored between processes. */
export class Digests {
  readonly #project: SpecProject;
  readonly #cache: StampCache<SpecDigest>;
  /** Digests of another version of Hewto, or made under other settings, are not used. */
  readonly #key: string;
  #isChanged = false;

  constructor(project: SpecProject, entries: readonly SpecEntry[]) {
    this.#project = project;
    this.#key = JSON.stringify([version, formatRevision, project.vocabulary.words]);
    const stored = entries.length >= minSpecs ? parse(storedText(project), this.#key) : [];
    this.#cache = new StampCache({ maxEntries: maxSpecs, entries: stored });
  }

  /** The digest of a spec: the cached one if it suffices, else what `make` gives, which is cached. */
  of(
    entry: SpecEntry,
    suffices: (digest: SpecDigest) => boolean,
    make: (cached: SpecDigest | undefined) => SpecDigest,
  ): SpecDigest {
    const stamp = stampOf(absolutePath(this.#project.workspace, entry.path));
    const cached = this.#cache.get(entry.path, stamp);
    if (cached !== undefined && suffices(cached)) return cached;
    const readAt = Date.now();
    const digest = detach(make(cached));
    // A file that cannot be looked at now may be readable a moment later, with nothing that shows it.
    if (stamp !== undefined) this.#cache.set(entry.path, stamp, digest, readAt);
    this.#isChanged = true;
    return digest;
  }

  /** Stores the digests of these specs. A failure is ignored: it makes the next listing slower, nothing else. */
  save(entries: readonly SpecEntry[]): void {
    if (!this.#isChanged || entries.length < minSpecs) return;
    const paths = new Set<string>(entries.map(({ path }) => path));
    this.#cache.retain((path) => paths.has(path));
    const files = Object.fromEntries(this.#cache.entries());
    try {
      const folder = makeCacheFolder(this.#project.workspace);
      writeStateFile(folder, fileName, JSON.stringify({ key: this.#key, files }), { sync: false });
    } catch {
      // A read-only home, a full disk.
    }
  }
}

/** A copy: a title that is a piece of the text would keep the whole text in memory, once for every spec. */
function detach(digest: SpecDigest): SpecDigest {
  return JSON.parse(JSON.stringify(digest));
}

function storedText({ workspace }: SpecProject): string {
  const [folder = ""] = cacheFolders(workspace);
  const bytes = readStateFile(folder, fileName, maxBytes);
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}

function parse(text: string, key: string): [string, StampedValue<SpecDigest>][] {
  try {
    const data: unknown = JSON.parse(text);
    const files = isRecord(data) && data["key"] === key && isRecord(data["files"]) ? data["files"] : {};
    return Object.entries(files).flatMap(([path, file]) => (isStored(file) ? [[path, file]] : []));
  } catch {
    return [];
  }
}

function isStored(entry: unknown): entry is StampedValue<SpecDigest> {
  if (!isRecord(entry)) return false;
  const { stamp, value } = entry;
  return isStamp(stamp) && isDigest(value);
}

function isStamp(stamp: unknown): stamp is Stamp {
  return (
    isRecord(stamp) &&
    ["ino", "size", "mtimeMs", "ctimeMs"].every((field) => typeof stamp[field] === "number")
  );
}

function isDigest(digest: unknown): digest is SpecDigest {
  if (!isRecord(digest)) return false;
  const { title, purpose, problems } = digest;
  return typeof title === "string" && typeof purpose === "string" && Array.isArray(problems);
}
