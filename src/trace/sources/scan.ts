import { languageIdOf } from "../../code/languages/registry.ts";
import { roleOf } from "../../code/roles.ts";
import { fault } from "../../kernel/fault.ts";
import { withEntries } from "../../kernel/layered-map.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import type { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { type WalkEntry, walkAll } from "../../workspace/walk/walk.ts";
import type { SourceCache } from "./cache.ts";
import { mayHoldTags } from "./comments.ts";
import { changesSince } from "./entries.ts";
import { noFacts, type ScanChanges, type SourceFacts, type SourceScan } from "./model.ts";
import { readSource, type TagOptions, usualTags } from "./read.ts";
import { isEmpty, type StoredFacts, storeFacts } from "./stored.ts";

export interface SourceScanOptions {
  readonly cache: SourceCache;
  readonly signal: AbortSignal;
  /** Only files below these folders; all if empty. */
  readonly roots?: readonly string[];
  /** What counts as a tag. */
  readonly tags?: TagOptions;
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
  options: SourceScanOptions,
): Promise<Result<SourceScan>> {
  const { cache, signal, roots = [], tags = usualTags } = options;
  const startedAt = Date.now();
  const walked = await walkAll(workspace, { signal });
  if (!walked.ok) return walked;
  const cached = cache.of(workspace);
  const key = JSON.stringify([roots, tags]);
  const facts = cached.factsFor(tags);
  const last = cached.lastScan?.key === key ? cached.lastScan : undefined;
  const changes = changesSince(last?.scan, walked.value, startedAt);
  const same = last && (await rescan(workspace, facts, last.scan, walked.value, changes, tags));
  const scan = same ? ok(same) : await scanAll(workspace, facts, walked.value, changes, options);
  if (scan.ok) cached.lastScan = { key, scan: scan.value };
  return scan;
}

/** The earlier scan with the files that changed since; undefined if other files hold tests or tags now. */
async function rescan(
  workspace: Workspace,
  stored: StampCache<StoredFacts>,
  last: SourceScan,
  entries: readonly WalkEntry[],
  changes: ScanChanges,
  tags: TagOptions,
): Promise<SourceScan | undefined> {
  if (changes.hasOtherPaths || changes.entries.length > entries.length * minChangedShare) return undefined;
  const changed = new Map<WorkspacePath, SourceFacts>();
  for (const entry of changes.entries) {
    if (!last.isSource(entry.path)) continue;
    const facts = stored.get(entry.path, entry) ?? (await readFacts(workspace, entry, stored, tags));
    const isHeld = typeof facts !== "string" && !isEmpty(facts);
    if (facts === "ignored" || isHeld !== last.files.has(entry.path)) return undefined;
    if (isHeld) changed.set(entry.path, facts);
  }
  const files = changed.size === 0 ? last.files : withEntries(last.files, changed);
  return { ...last, files, entries, changes };
}

async function scanAll(
  workspace: Workspace,
  stored: StampCache<StoredFacts>,
  all: readonly WalkEntry[],
  changes: ScanChanges,
  { signal, roots = [], tags = usualTags, progress }: SourceScanOptions,
): Promise<Result<SourceScan>> {
  const isSource = sourceFilter(all, roots);
  const entries = all.filter(({ path }) => isSource(path));
  const files = new Map<WorkspacePath, SourceFacts>();
  const ignored: WorkspacePath[] = [];
  let read = 0;
  let done = 0;
  for (const entry of entries) {
    if (signal.aborted) return cancelled();
    const known = stored.get(entry.path, entry);
    const facts = known ?? (await readFacts(workspace, entry, stored, tags));
    if (known === undefined) read++;
    if (facts === "ignored") ignored.push(entry.path);
    else if (facts !== "skipped" && !isEmpty(facts)) files.set(entry.path, facts);
    if (++done % 256 === 0 || done === entries.length) progress?.(done, entries.length);
  }
  if (JSON.stringify(tags) === JSON.stringify(usualTags) && read > entries.length * minChangedShare) {
    const seen = new Set<string>(entries.map(({ path }) => path));
    stored.retain((path) => seen.has(path));
    storeFacts(workspace, stored);
  }
  return ok({ files, scanned: entries.length, ignored, isSource, entries: all, changes });
}

async function readFacts(
  workspace: Workspace,
  entry: WalkEntry,
  cache: StampCache<StoredFacts>,
  tags: TagOptions,
): Promise<StoredFacts> {
  const readAt = Date.now();
  const file = await readText(workspace, entry.path, { maxBytes: maxFileBytes });
  const isText = file.ok && !file.value.text.slice(0, 8192).includes("\0");
  const facts = isText ? await factsOf(entry.path, file.value.text, tags) : "skipped";
  const { ino, size, mtimeMs, ctimeMs } = entry;
  cache.set(entry.path, { ino, size, mtimeMs, ctimeMs }, facts, readAt);
  return facts;
}

/** The tests and tags of one text, as a scan of the workspace finds them. */
export async function factsOf(
  path: WorkspacePath,
  text: string,
  tags: TagOptions = usualTags,
): Promise<StoredFacts> {
  const role = roleOf(path, languageIdOf(path, text), text);
  if (role === "generated" || role === "vendored") return mayHoldTags(text) ? "ignored" : noFacts;
  const isLeftOut = role === "docs" && tags.place === "comments";
  return isLeftOut ? noFacts : readSource(path, text, role === "test", tags);
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
