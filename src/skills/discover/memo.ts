import type { Fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import {
  childPath,
  type FolderEntry,
  listRealFolder,
  readText,
  readUtf8,
} from "../../workspace/files/files.ts";
import { areUnchanged, isSameStamp, type Stamp, stampOf } from "../../workspace/files/stamp.ts";
import { absolutePath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { problem, type SkillProblem } from "../problem.ts";
import type { SkillFileName, SkillFolder } from "../skill.ts";
import { type DocumentReading, headOf, readDocument } from "./document.ts";

/** A SKILL.md of this size is no instruction text any more; the standard advises 5,000 tokens. */
export const maxSkillBytes = 1024 * 1024;
const maxManifestBytes = 4 * 1024 * 1024;

/**
 * Two writes within one tick of the file system's clock look the same. What was read so soon after its last
 * change is read again; two seconds cover the coarsest clocks in use.
 */
const settledAfterMs = 2000;

export type Reading = DocumentReading & { readonly mtimeMs: number };

type JsonReading = Result<{ readonly value: unknown } | undefined>;

/**
 * What was read before, and whether it still holds. Where nothing changed, a refresh costs one `stat` for each
 * folder and file; where something did, the same discovery runs again and reads only that.
 */
export interface Memo {
  readonly list: (jail: Workspace, path: WorkspacePath) => Promise<Result<readonly FolderEntry[]>>;
  readonly document: (folder: SkillFolder, file: SkillFileName) => Promise<Reading>;
  /** A JSON file; `undefined` when it is not there. */
  readonly json: (jail: Workspace, path: WorkspacePath) => Promise<JsonReading>;
  /** Names a place whose coming or going must be noticed. */
  readonly watch: (absolute: string) => void;
  /** Ends a discovery: what it did not ask for is forgotten. */
  readonly sweep: () => void;
  /** Whether everything that the last discovery asked for is as it was. */
  readonly isCurrent: () => Promise<boolean>;
  /** How often something had to be read since the memo was made; the tests look at it. */
  readonly reads: () => number;
}

export function createMemo(now: () => number): Memo {
  const listings = createShelf<Result<readonly FolderEntry[]>>(now);
  const documents = createShelf<Reading>(now);
  const manifests = createShelf<JsonReading>(now);
  const places = createShelf<undefined>(now);
  const shelves = [listings, documents, manifests, places];
  return {
    list: (jail, path) => listings.recall(jail, path, () => listRealFolder(jail, path)),
    document: ({ jail, path: folder }, file) => {
      const path = childPath(folder, file);
      return documents.recall(jail, path, (stamp) => readSkillFile(jail, path, stamp));
    },
    json: (jail, path) => manifests.recall(jail, path, () => readJson(jail, path)),
    watch: (absolute) => places.put(absolute, absolute, undefined, stampOf(absolute)),
    sweep: () => {
      for (const shelf of shelves) shelf.sweep();
    },
    isCurrent: async () => {
      const entries = shelves.flatMap((shelf): Watched[] => shelf.entries());
      if (entries.some(({ settled }) => !settled)) return false;
      return areUnchanged(entries.map(({ absolute, stamp }) => [absolute, stamp] as const));
    },
    reads: () => shelves.reduce((total, shelf) => total + shelf.reads(), 0),
  };
}

interface Watched {
  readonly absolute: string;
  readonly stamp: Stamp | undefined;
  readonly settled: boolean;
}

interface Kept<T> extends Watched {
  readonly value: T;
}

/** Values read from paths, each with the stamp that the path had just before. */
function createShelf<T>(now: () => number) {
  let kept = new Map<string, Kept<T>>();
  let asked = new Map<string, Kept<T>>();
  let reads = 0;
  const put = (key: string, absolute: string, value: T, stamp: Stamp | undefined) => {
    asked.set(key, { absolute, stamp, settled: isSettled(stamp, now()), value });
  };
  return {
    put,
    recall: async (
      jail: Workspace,
      path: WorkspacePath,
      read: (stamp: Stamp | undefined) => Promise<T>,
    ): Promise<T> => {
      const absolute = absolutePath(jail, path);
      // One folder may be seen from two roots, and its entries then have other paths.
      const key = `${jail.root}\0${absolute}`;
      const stamp = stampOf(absolute);
      const before = asked.get(key) ?? kept.get(key);
      if (before?.settled && isSameStamp(before.stamp, stamp)) {
        asked.set(key, before);
        return before.value;
      }
      reads++;
      const value = await read(stamp);
      put(key, absolute, value, stamp);
      return value;
    },
    sweep: () => {
      kept = asked;
      asked = new Map();
    },
    entries: () => [...kept.values()],
    reads: () => reads,
  };
}

function isSettled(stamp: Stamp | undefined, now: number): boolean {
  return stamp === undefined || now - Math.max(stamp.mtimeMs, stamp.ctimeMs) > settledAfterMs;
}

async function readSkillFile(
  jail: Workspace,
  path: WorkspacePath,
  stamp: Stamp | undefined,
): Promise<Reading> {
  const file = await readUtf8(jail, path, { maxBytes: maxSkillBytes });
  if (!file.ok) return unreadable(file.fault);
  const { content, mtimeMs } = file.value;
  return { ...readDocument(headOf(content)), mtimeMs: stamp?.mtimeMs ?? mtimeMs };
}

function unreadable(fault: Fault): Reading {
  return { problems: [unreadableProblem(fault)], mtimeMs: 0 };
}

/** In the words of someone who looks at the skill, where the fault speaks of any path. */
function unreadableProblem({ code, message, remedy }: Fault): SkillProblem {
  if (code === "path_escape") {
    const why =
      "The file is a link that leads out of the workspace and of every skill root, so it is not read.";
    return problem("error", "leads-outside", why, "Put the file itself here.");
  }
  if (code === "not_a_file") {
    const why = "It is a folder, a pipe or a device, not a file.";
    return problem("error", "not-a-file", why, "Put a text file in its place.");
  }
  return problem("error", code.replaceAll("_", "-"), message, remedy);
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
