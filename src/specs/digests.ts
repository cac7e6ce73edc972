import { isRecord } from "../kernel/json.ts";
import { version } from "../kernel/version.ts";
import { cacheFolders, makeCacheFolder } from "../workspace/state/cache-folders.ts";
import { readStateFile, writeStateFile } from "../workspace/state/files.ts";
import type { Finding } from "./findings.ts";
import type { RuleProfile } from "./layouts.ts";
import type { SpecEntry } from "./library.ts";
import type { Problem } from "./model.ts";
import type { SpecProject } from "./project.ts";
import { type FileStamp, isSameFile, stampOf } from "./stamp.ts";

/** What is remembered of a spec, so that a large tree need not be read again to be listed or validated. */
export interface SpecDigest {
  readonly title: string;
  readonly purpose: string;
  readonly problems: readonly Problem[];
  /** What the rules say, by profile, where they were asked. */
  readonly findings?: Partial<Record<RuleProfile, readonly Finding[]>>;
}

interface Remembered extends FileStamp {
  readonly readAt: number;
  readonly digest: SpecDigest;
}

/** In the user's cache folder of this root. */
const fileName = "spec-digests.json";
const maxBytes = 256 * 1024 * 1024;

/** To be raised when a rule, a severity or what is remembered changes within one version. */
const rulesRevision = 2;

/** Smaller trees are read faster than a memory of them. */
const worthRemembering = 64;

/**
 * The digests of a project, as its files are now. Everything remembered is checked against the file's stamp;
 * a different version of Hewto or other settings start with an empty memory.
 */
export class Digests {
  private readonly project: SpecProject;
  private readonly known: Map<string, Remembered>;
  private readonly key: string;
  private isChanged = false;

  private constructor(project: SpecProject, key: string, known: Map<string, Remembered>) {
    this.project = project;
    this.key = key;
    this.known = known;
  }

  static open(project: SpecProject, entries: readonly SpecEntry[]): Digests {
    const key = JSON.stringify([version, rulesRevision, project.vocabulary.words]);
    const isWorth = entries.length >= worthRemembering;
    const known = isWorth ? parse(storedText(project), key) : new Map<string, Remembered>();
    return new Digests(project, key, known);
  }

  /** The digest of a spec: the remembered one if it suffices, else what `make` gives, which is remembered. */
  of(
    entry: SpecEntry,
    suffices: (digest: SpecDigest) => boolean,
    make: (known: SpecDigest | undefined) => SpecDigest,
  ): SpecDigest {
    const stamp = stampOf(this.project.workspace, entry.path);
    const known = this.known.get(entry.path);
    const current = known !== undefined && isSameFile(known, stamp) ? known.digest : undefined;
    if (current !== undefined && suffices(current)) return current;
    const readAt = Date.now();
    const digest = make(current);
    this.known.set(entry.path, { ...stamp, readAt, digest });
    this.isChanged = true;
    return digest;
  }

  /** Writes the memory down as well as it can; no answer depends on it. */
  save(entries: readonly SpecEntry[]): void {
    if (!this.isChanged || entries.length < worthRemembering) return;
    const files = Object.fromEntries(entries.flatMap(({ path }) => pair(path, this.known.get(path))));
    try {
      const folder = makeCacheFolder(this.project.workspace);
      writeStateFile(folder, fileName, JSON.stringify({ key: this.key, files }));
    } catch {
      // A disk that cannot be written makes the next listing slower, nothing else.
    }
  }
}

function storedText({ workspace }: SpecProject): string {
  const [folder = ""] = cacheFolders(workspace);
  const bytes = readStateFile(folder, fileName, maxBytes);
  return bytes === undefined ? "" : new TextDecoder().decode(bytes);
}

function pair(path: string, remembered: Remembered | undefined): [string, Remembered][] {
  return remembered === undefined ? [] : [[path, remembered]];
}

function parse(text: string, key: string): Map<string, Remembered> {
  try {
    const data: unknown = JSON.parse(text);
    const files = isRecord(data) && data["key"] === key && isRecord(data["files"]) ? data["files"] : {};
    const known = new Map<string, Remembered>();
    for (const [path, file] of Object.entries(files)) if (isRemembered(file)) known.set(path, file);
    return known;
  } catch {
    return new Map();
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (!isRecord(value) || !isRecord(value["digest"])) return false;
  const { digest } = value;
  const numbers = ["size", "mtimeMs", "ctimeMs", "ino", "readAt"].every(
    (key) => typeof value[key] === "number",
  );
  const texts = typeof digest["title"] === "string" && typeof digest["purpose"] === "string";
  return numbers && texts && Array.isArray(digest["problems"]);
}
