import { languageIdOf } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import type { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import type { SourceCache } from "./cache.ts";
import { mayHoldTags } from "./comments.ts";
import { noFacts, type SourceFacts } from "./model.ts";
import { readSource } from "./read.ts";
import { isEmpty, type StoredFacts, storeFacts } from "./stored.ts";

/** The tests and tags of a workspace. */
export interface SourceScan {
  /** Files that hold any, by path in code point order. */
  readonly files: ReadonlyMap<WorkspacePath, SourceFacts>;
  /** How many files were looked at. */
  readonly scanned: number;
  /** Generated and vendored files with tags, which do not count. */
  readonly ignored: readonly WorkspacePath[];
  /** Every file of the workspace, so that nobody has to look again. */
  readonly entries: readonly WalkEntry[];
}

export interface SourceScanOptions {
  readonly cache: SourceCache;
  readonly signal: AbortSignal;
  /** Only files below these folders; all if empty. */
  readonly roots?: readonly string[];
  readonly progress?: (done: number, total: number) => void;
}

const maxFileBytes = 1_048_576;
/** The stored facts are written again when more than this share of the files changed. */
const minChangedShare = 1 / 50;

/**
 * Finds the tests and tags of all source files. A file is read again only when its stamp changed. Left out: ignored
 * and hidden files, fixtures, and folders that are a project of their own.
 */
export async function scanSources(
  workspace: Workspace,
  { cache, signal, roots = [], progress }: SourceScanOptions,
): Promise<Result<SourceScan>> {
  const walked = await walkAll(workspace, { signal });
  if (!walked.ok) return walked;
  const isSource = sourceFilter(walked.value, roots);
  const entries = walked.value.filter(({ path }) => isSource(path));
  const stored = cache.of(workspace).facts;
  const files = new Map<WorkspacePath, SourceFacts>();
  const ignored: WorkspacePath[] = [];
  let read = 0;
  let done = 0;
  for (const entry of entries) {
    if (signal.aborted) return cancelled();
    const known = stored.get(entry.path, entry);
    const facts = known ?? (await readFacts(workspace, entry, stored));
    if (known === undefined) read++;
    if (facts === "ignored") ignored.push(entry.path);
    else if (facts !== "skipped" && !isEmpty(facts)) files.set(entry.path, facts);
    if (++done % 256 === 0 || done === entries.length) progress?.(done, entries.length);
  }
  if (read > entries.length * minChangedShare) {
    const seen = new Set<string>(entries.map(({ path }) => path));
    stored.retain((path) => seen.has(path));
    storeFacts(workspace, stored);
  }
  return ok({ files, scanned: entries.length, ignored, entries: walked.value });
}

async function readFacts(
  workspace: Workspace,
  entry: WalkEntry,
  cache: StampCache<StoredFacts>,
): Promise<StoredFacts> {
  const readAt = Date.now();
  const file = await readText(workspace, entry.path, { maxBytes: maxFileBytes });
  const isText = file.ok && !file.value.text.slice(0, 8192).includes("\0");
  const facts = isText ? await factsOf(entry.path, file.value.text) : "skipped";
  const { ino, size, mtimeMs, ctimeMs } = entry;
  cache.set(entry.path, { ino, size, mtimeMs, ctimeMs }, facts, readAt);
  return facts;
}

async function factsOf(path: WorkspacePath, text: string): Promise<StoredFacts> {
  const role = roleOf(path, languageIdOf(path, text), text);
  if (role === "generated" || role === "vendored") return mayHoldTags(text) ? "ignored" : noFacts;
  return role === "docs" ? noFacts : readSource(path, text, role === "test");
}

/** Texts that tests use are not tests, and a project inside the project has requirements of its own. */
const fixture = /(?:^|\/)(?:fixtures?|__fixtures__|testdata|mocks?|__mocks__|snapshots?|__snapshots__)\//i;
const nestedProject = /^(.+?)\/(?:openspec\/(?:specs|changes)|\.specman|\.spox)\//;

function sourceFilter(entries: readonly WalkEntry[], roots: readonly string[]): (path: string) => boolean {
  const nested = new Set(entries.flatMap(({ path }) => nestedProject.exec(path)?.[1] ?? []));
  const isBelow = (path: string, folder: string) =>
    folder === "" || folder === "." || path.startsWith(`${folder}/`);
  return (path) => {
    if (path.startsWith(".") || path.includes("/.") || fixture.test(path)) return false;
    if (roots.length > 0 && !roots.some((root) => isBelow(path, root.replace(/\/+$/, "")))) return false;
    return ![...nested].some((folder) => isBelow(path, folder));
  };
}

function cancelled(): Result<never> {
  return fail(fault("cancelled", "The scan was cancelled.", "Try again to start over.", { retryable: true }));
}
