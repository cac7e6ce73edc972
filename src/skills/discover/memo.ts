import type { Fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { type FolderEntry, listRealFolder, readText, readUtf8 } from "../../workspace/files/files.ts";
import { type Stamp, StampSet, stampOf } from "../../workspace/files/stamp.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import { absolutePath, childPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { problem, type SkillProblem } from "../finding.ts";
import type { SkillFileName, SkillFolder } from "../skill.ts";
import { type DocumentReading, headOf, readDocument } from "./document.ts";

/** The standard recommends at most 5,000 tokens, about 20,000 bytes. */
export const maxSkillBytes = 1024 * 1024;
const maxManifestBytes = 4 * 1024 * 1024;

export type Reading = DocumentReading & { readonly mtimeMs: number };

type JsonReading = Result<{ readonly value: unknown } | undefined>;

/**
 * A cache of folder listings, documents and manifests. Without changes, a refresh costs one `stat` per folder and
 * file; after a change, the discovery runs again and reads only what changed.
 */
export interface Memo {
  readonly list: (jail: Workspace, path: WorkspacePath) => Promise<Result<readonly FolderEntry[]>>;
  readonly document: (folder: SkillFolder, file: SkillFileName) => Promise<Reading>;
  /** A JSON file; `undefined` when it does not exist. */
  readonly json: (jail: Workspace, path: WorkspacePath) => Promise<JsonReading>;
  /** Watches a path: `isCurrent` is false once it appears, changes or disappears. */
  readonly watch: (absolute: string) => void;
  /** Ends a discovery: drops the entries that it did not use. */
  readonly sweep: () => void;
  /** Whether nothing that the last discovery used has changed. */
  readonly isCurrent: () => Promise<boolean>;
  /** The number of reads so far, for tests. */
  readonly reads: () => number;
}

/** Per kind; a sweep usually leaves far fewer. */
const maxEntries = 100_000;

export function createMemo(now: () => number): Memo {
  const listings = new StampCache<Result<readonly FolderEntry[]>>({ maxEntries, now });
  const documents = new StampCache<Reading>({ maxEntries, now });
  const manifests = new StampCache<JsonReading>({ maxEntries, now });
  let keys = new Set<string>();
  let stamps = new StampSet();
  let lastStamps = stamps;
  let reads = 0;

  const load = <T>(
    cache: StampCache<T>,
    jail: Workspace,
    path: WorkspacePath,
    read: (stamp: Stamp | undefined) => Promise<T>,
  ): Promise<T> => {
    const absolute = absolutePath(jail, path);
    // The root is part of the key because the entries of one folder have other paths below another root.
    const key = `${jail.root}\0${absolute}`;
    const stamp = watch(absolute);
    keys.add(key);
    return cache.load(key, stamp, () => {
      reads++;
      return read(stamp);
    });
  };
  const watch = (absolute: string): Stamp | undefined => {
    const readAt = now();
    const stamp = stampOf(absolute);
    stamps.add(absolute, stamp, readAt);
    return stamp;
  };

  return {
    list: (jail, path) => load(listings, jail, path, () => listRealFolder(jail, path)),
    document: ({ jail, path: folder }, file) => {
      const path = childPath(folder, file);
      return load(documents, jail, path, (stamp) => readSkillFile(jail, path, stamp));
    },
    json: (jail, path) => load(manifests, jail, path, () => readJson(jail, path)),
    watch: (absolute) => void watch(absolute),
    sweep: () => {
      for (const cache of [listings, documents, manifests]) cache.retain((key) => keys.has(key));
      lastStamps = stamps;
      stamps = new StampSet();
      keys = new Set();
    },
    isCurrent: () => lastStamps.isCurrent(),
    reads: () => reads,
  };
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

/** Words some faults for a SKILL.md, where the fault's own message is about any path. */
function unreadableProblem({ code, message, remedy }: Fault): SkillProblem {
  if (code === "path_escape") {
    const message = "The file is a link to outside the workspace and all skill roots, so it is not read.";
    return problem("error", "leads-outside", message, "Replace the link with the file itself.");
  }
  if (code === "not_a_file") {
    const message = "It is a folder, a pipe or a device, not a file.";
    return problem("error", "not-a-file", message, "Replace it with a text file.");
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
    return fail({ code: "invalid_config", message, remedy: "Fix the file.", retryable: false, path });
  }
}
