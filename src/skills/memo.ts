import type { Fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import {
  childPath,
  type FolderEntry,
  listFolder,
  type PathStat,
  readText,
  statPath,
} from "../workspace/files.ts";
import { absolutePath, type WorkspacePath } from "../workspace/paths.ts";
import type { Workspace } from "../workspace/root.ts";
import { type DocumentReading, readDocument } from "./document.ts";
import { problem } from "./problem.ts";
import type { SkillFileName, SkillFolder } from "./skill.ts";

/** A SKILL.md of this size is no instruction text any more; the standard advises 5,000 tokens. */
export const maxSkillBytes = 1024 * 1024;
const maxManifestBytes = 4 * 1024 * 1024;

/**
 * Two writes within one tick of the file system's clock look the same. What was read so soon after its last
 * change is read again; two seconds cover the coarsest clocks in use.
 */
const settledAfterMs = 2000;

export type Reading = DocumentReading & { readonly mtimeMs: number };

/**
 * What was read before, and whether it still holds. A refresh runs the same discovery again with this at
 * hand: where nothing changed it costs one `stat` for each folder and file, and reads nothing.
 */
export interface Memo {
  readonly list: (jail: Workspace, path: WorkspacePath) => Promise<Result<readonly FolderEntry[]>>;
  readonly document: (folder: SkillFolder, file: SkillFileName) => Promise<Reading>;
  /** A JSON file; `undefined` when it is not there. */
  readonly json: (
    jail: Workspace,
    path: WorkspacePath,
  ) => Promise<Result<{ readonly value: unknown } | undefined>>;
  /** Forgets what the last discovery did not ask for. */
  readonly sweep: () => void;
  /** How often something had to be read since the memo was made; the tests and the bench look at it. */
  readonly reads: () => number;
}

export function createMemo(now: () => number): Memo {
  const listings = createShelf<Result<readonly FolderEntry[]>>(now);
  const documents = createShelf<Reading>(now);
  const manifests = createShelf<Result<{ readonly value: unknown } | undefined>>(now);
  return {
    list: (jail, path) => listings.get(jail, path, () => listFolder(jail, path), fail),
    document: (folder, file) => {
      const path = childPath(folder.path, file);
      const read = (stat: PathStat | undefined) => readSkillFile(folder.jail, path, stat);
      return documents.get(folder.jail, path, read, unreadable);
    },
    json: (jail, path) => manifests.get(jail, path, () => readJson(jail, path), fail),
    sweep: () => {
      for (const shelf of [listings, documents, manifests]) shelf.sweep();
    },
    reads: () => listings.reads() + documents.reads() + manifests.reads(),
  };
}

interface Kept<T> {
  readonly stat: PathStat | undefined;
  readonly settled: boolean;
  readonly value: T;
}

function createShelf<T>(now: () => number) {
  let kept = new Map<string, Kept<T>>();
  let asked = new Map<string, Kept<T>>();
  let reads = 0;
  return {
    get: async (
      jail: Workspace,
      path: WorkspacePath,
      read: (stat: PathStat | undefined) => Promise<T>,
      failed: (fault: Fault) => T,
    ): Promise<T> => {
      const key = absolutePath(jail, path);
      const stat = await statPath(jail, path);
      if (!stat.ok) return failed(stat.fault);
      const before = kept.get(key) ?? asked.get(key);
      if (before?.settled && isSame(before.stat, stat.value)) {
        asked.set(key, before);
        return before.value;
      }
      reads++;
      const value = await read(stat.value);
      asked.set(key, { stat: stat.value, settled: isSettled(stat.value, now()), value });
      return value;
    },
    sweep: () => {
      kept = asked;
      asked = new Map();
    },
    reads: () => reads,
  };
}

function isSame(a: PathStat | undefined, b: PathStat | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.ino === b.ino &&
    a.size === b.size &&
    a.mtimeMs === b.mtimeMs &&
    a.ctimeMs === b.ctimeMs &&
    a.kind === b.kind
  );
}

function isSettled(stat: PathStat | undefined, now: number): boolean {
  return stat === undefined || now - Math.max(stat.mtimeMs, stat.ctimeMs) > settledAfterMs;
}

async function readSkillFile(
  jail: Workspace,
  path: WorkspacePath,
  stat: PathStat | undefined,
): Promise<Reading> {
  const file = await readText(jail, path, { maxBytes: maxSkillBytes });
  if (!file.ok) return unreadable(file.fault);
  return { ...readDocument(file.value.text), mtimeMs: stat?.mtimeMs ?? file.value.mtimeMs };
}

function unreadable(fault: Fault): Reading {
  const rule = fault.code === "path_escape" ? "leads-outside" : fault.code.replaceAll("_", "-");
  return { problems: [problem("error", rule, fault.message, fault.remedy)], mtimeMs: 0 };
}

async function readJson(
  jail: Workspace,
  path: WorkspacePath,
): Promise<Result<{ readonly value: unknown } | undefined>> {
  const file = await readText(jail, path, { maxBytes: maxManifestBytes });
  if (!file.ok) return file.fault.code === "path_not_found" ? ok(undefined) : file;
  try {
    return ok({ value: JSON.parse(file.value.text.replace(/^\ufeff/, "")) });
  } catch (error) {
    const message = `\`${path}\` is not valid JSON: ${error instanceof Error ? error.message : String(error)}.`;
    return fail({ code: "invalid_config", message, remedy: "Correct the file.", retryable: false, path });
  }
}
