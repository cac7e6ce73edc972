import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { uptimeMs } from "../../kernel/uptime.ts";
import { childPath, rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { LiveTree } from "../../workspace/walk/live-tree.ts";
import { withLock } from "../../workspace/write/locks/lock.ts";
import type { Freshness } from "../freshness.ts";
import {
  emptyManifest,
  hasManifest,
  isOfOtherVersion,
  type Manifest,
  readManifest,
} from "../store/manifest.ts";
import type { Stamp } from "../store/records.ts";
import {
  narrowed,
  openSnapshot,
  type SegmentCache,
  type Snapshot,
  snapshotOf,
  withOverlay,
} from "../store/snapshot.ts";
import { IndexWriter, newSegmentId } from "../store/writer.ts";
import { analyse, type BatchResult, type FileToRead, type Gathered } from "./analyze.ts";
import { CatchUp, type Step } from "./catch-up.ts";
import { analysisVersion, indexFolder, indexLock } from "./home.ts";
import { type Plan, planUpdate, type SeenFile } from "./plan.ts";
import type { UpdateReport } from "./report.ts";
import { codeWalk, type Seed, type UpdateOptions, updateIndex, walkCode } from "./update.ts";

export interface FreshIndex {
  readonly snapshot: Snapshot;
  readonly freshness: Freshness;
}

/** Some files of a root that are searched by themselves. */
export interface Part {
  /** Those that are on disk now. */
  readonly files: readonly SeenFile[];
  /** Whether a path that the index knows is, or was, one of them. */
  readonly holds: (path: string) => boolean;
}

export interface FreshOptions {
  readonly signal: AbortSignal;
  readonly now: () => Date;
  /** Whether more questions will follow, so that the folders are worth watching. */
  readonly isServer?: boolean;
  /** How long the answer may wait until all that changed is read. Default: as long as it takes. */
  readonly waitMs?: number;
  readonly progress?: (step: Step) => void;
  /**
   * Paths that probably answer, best first, judged by text that is no longer on disk. When the time is over these
   * are read again for the answer, and the other changed files are left out of it.
   */
  readonly likely?: (outdated: Snapshot) => readonly string[];
}

/** How the disk differs from the index: counts of files. */
export interface Pending {
  readonly seen: number;
  /** New, edited or deleted since. */
  readonly changed: number;
  readonly unchanged: number;
  /** Unchanged files that the index could not or would not read. */
  readonly refused: number;
}

/** Which changed files a look reads itself. */
type Reading =
  /** All of them, if they are few: else it reads nothing. */
  | "few"
  /** Those that probably answer; all of them, if they are few. */
  | "likely"
  | "all";

/** Too much has changed for a look to read it. */
interface Behind {
  readonly changed: number;
  readonly toRead: number;
}

interface Comparison {
  readonly entries: readonly SeenFile[];
  readonly stored: Snapshot;
  readonly plan: Plan;
}

const fewBytes = 4_000_000;
const fewFiles = 400;
/** In a tree that never stops changing, the answer leaves out what changed after the last round. */
const maxRounds = 5;

/** The index of one root, kept open by a process. */
export class CodeIndex {
  readonly workspace: Workspace;
  private readonly folder: string;
  private readonly cache: SegmentCache = new Map();
  private readonly tree: LiveTree;
  /** The last comparison of the disk with the store. */
  private compared: Comparison | undefined;
  private current: Snapshot | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private catchUp: CatchUp | undefined;
  /** What was pulled where nothing can be written. */
  private inMemory: Snapshot | undefined;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.folder = indexFolder(workspace);
    this.tree = new LiveTree(workspace, codeWalk);
  }

  /**
   * The index as the disk is now. Walks the files, reads those that changed and lays them over what is stored;
   * then tries to store that too, without waiting for anybody. When much has changed, it waits until the store is up
   * to date or the time is over, and looks again: files that are stale by then are not in the snapshot. Queries of
   * one process take turns to look, so that a change is read once.
   */
  async fresh(options: FreshOptions): Promise<Result<FreshIndex>> {
    const { signal, waitMs = Number.POSITIVE_INFINITY, progress = () => {} } = options;
    const waiting = { signal, progress, until: performance.now() + waitMs };
    let reading: Reading = "few";
    let before: Behind | undefined;
    let report: UpdateReport | undefined;
    for (let round = 1; ; round++) {
      const askedAt = uptimeMs();
      const look: Result<FreshIndex | Behind> = await this.inTurn(() =>
        this.look({ ...options, askedAt }, reading),
      );
      if (!look.ok) return look;
      if ("snapshot" in look.value) return ok(counted(look.value, before, report));
      before ??= look.value;
      const outcome = await this.catchingUp().outcome(waiting);
      if (signal.aborted && outcome?.ok === false) return outcome;
      if (outcome?.ok) report = outcome.value;
      // A store that cannot be written does not stop the answer: all is read into memory then.
      if (outcome?.ok === false) reading = "all";
      else if (!outcome || round === maxRounds) reading = "likely";
    }
  }

  /**
   * The same of a part alone: nothing else is looked at, and nothing else is in the snapshot. An index that is
   * damaged, unfinished or of another version does not matter, because a part is small enough to be read again.
   */
  freshPart(part: Part, now: () => Date): Promise<Result<FreshIndex>> {
    return this.inTurn(() => this.lookAt(part, now));
  }

  /**
   * Whether files still are as the last look saw them. For the files whose text an answer shows, just before it is
   * sent: they may have changed since, or in a way that no system reports. If not, look again.
   */
  holds(paths: Iterable<string>): boolean {
    return this.tree.holds([...new Set(paths)].map((path) => childPath(rootPath, path)));
  }

  private inTurn<T>(look: () => Promise<T>): Promise<T> {
    const work = this.turn.then(look);
    this.turn = work.catch(() => undefined);
    return work;
  }

  /** The last complete state; undefined when the root was never indexed. */
  stored(): Snapshot | undefined {
    const manifest = readManifest(this.folder);
    return manifest?.complete ? this.opened(manifest) : this.inMemory;
  }

  /**
   * Begins with an index that somebody else made, if there is none here. True when there is one afterwards: on disk
   * or, where the disk is full or read-only, in memory.
   */
  async begin(seed: Seed, options: Pick<UpdateOptions, "signal" | "progress">): Promise<boolean> {
    if (this.stored()) return true;
    // Another one was begun here, and only the person who asked for it knows whether it is to be finished.
    if (hasManifest(this.folder)) return false;
    let isRefused = false;
    const orNothing: Seed = async (entries, target) => {
      const snapshot = await seed(entries, target);
      isRefused = snapshot === undefined;
      if (isRefused) throw new Error("There is nothing to begin with, and a search does not build an index.");
      return snapshot;
    };
    const updated = await this.update({ ...options, force: false, seed: orNothing });
    if (updated.ok || isRefused || options.signal.aborted) return updated.ok;
    const entries = await walkCode(this.workspace, options.signal);
    const snapshot = entries.ok
      ? await seed(entries.value, { folder: undefined, newId: () => newSegmentId(0), signal: options.signal })
      : undefined;
    this.inMemory = snapshot && { ...snapshot, manifest: { ...snapshot.manifest, complete: true } };
    return snapshot !== undefined;
  }

  /** Brings the store up to date with the disk. */
  update(options: Omit<UpdateOptions, "opened">): Promise<Result<UpdateReport>> {
    return updateIndex(this.workspace, { ...options, opened: () => this.opened(readManifest(this.folder)) });
  }

  private opened(manifest: Manifest | undefined): Snapshot | undefined {
    if (this.current === undefined || this.current.manifest.generation !== manifest?.generation)
      this.current = openSnapshot(this.folder, this.cache);
    return this.current;
  }

  /** How much has changed since, by stamps alone; nothing is read. */
  async pending(signal: AbortSignal): Promise<Result<Pending>> {
    const snapshot = this.stored();
    if (!snapshot) return notIndexed(this.workspace);
    const entries = await walkCode(this.workspace, signal);
    if (!entries.ok) return entries;
    const { toRead, missing, unchanged, refused } = planUpdate(entries.value, snapshot);
    return ok({
      seen: entries.value.length,
      changed: toRead.length + missing.length,
      unchanged: unchanged - refused.length,
      refused: refused.length,
    });
  }

  private async look(
    { signal, now, likely = () => [], isServer, askedAt }: FreshOptions & { readonly askedAt: number },
    reading: Reading,
  ): Promise<Result<FreshIndex | Behind>> {
    const stored = this.stored();
    if (!stored) return notIndexed(this.workspace);
    const entries = await this.tree.entries({ signal, askedAt, isServer });
    if (!entries.ok) return entries;
    const checked_at = now().toISOString();
    const plan = this.compare(entries.value, stored);
    const changed = plan.toRead.length + plan.missing.length;
    const isOutdated = stored.manifest.analysis !== analysisVersion();
    if (changed === 0 && !isOutdated)
      return ok({ snapshot: stored, freshness: { checked_at, changed: 0, reread: 0, stale: 0 } });
    const few = withinBudget(plan.toRead);
    const isFew = few.length === plan.toRead.length;
    if (reading === "few" && (isOutdated || !isFew)) return ok({ changed, toRead: plan.toRead.length });
    const isAll = isFew || reading === "all";
    const files = isAll ? plan.toRead : withinBudget(among(plan.toRead, likely(stored)));
    const result = await analyse({ root: this.workspace.root, files });
    const missing = [...plan.missing, ...result.vanished];
    const unread = isAll ? [] : without(plan.toRead, files);
    const snapshot = withOverlay(stored, result.segment.files > 0 ? result.segment : undefined, [
      ...missing,
      ...unread,
    ]);
    if (isAll && !isOutdated) await this.keep(stored, result, missing);
    const freshness = {
      checked_at,
      changed: changed - result.same.length,
      reread: result.read,
      stale: unread.length,
    };
    return ok({ snapshot, freshness });
  }

  /** Remembered while neither the disk nor the store changes. */
  private compare(entries: readonly SeenFile[], stored: Snapshot): Plan {
    const last = this.compared;
    if (last?.entries === entries && last.stored === stored) return last.plan;
    const plan = planUpdate(entries, stored);
    this.compared = { entries, stored, plan };
    return plan;
  }

  private async lookAt({ files, holds }: Part, now: () => Date): Promise<Result<FreshIndex>> {
    if (!hasManifest(this.folder)) return notIndexed(this.workspace);
    const stored = this.stored();
    const usable = stored?.manifest.analysis === analysisVersion() ? stored : undefined;
    if (stored && !usable) this.catchingUp();
    const checked_at = now().toISOString();
    const part = usable ? narrowed(usable, holds) : nothingStored;
    const plan = planUpdate(files, part);
    const { toRead } = plan;
    const result = await analyse({ root: this.workspace.root, files: toRead });
    const missing = [...plan.missing, ...result.vanished];
    const snapshot = withOverlay(part, result.segment.files > 0 ? result.segment : undefined, missing);
    if (usable && toRead.length + missing.length > 0) await this.keep(usable, result, missing);
    const changed = toRead.length + plan.missing.length - result.same.length;
    return ok({ snapshot, freshness: { checked_at, changed, reread: toRead.length, stale: 0 } });
  }

  /** Stores what a query has read, if no other process is writing. The query does not depend on it. */
  private async keep(
    stored: Snapshot,
    result: BatchResult & Gathered,
    missing: readonly string[],
  ): Promise<void> {
    try {
      await withLock(indexLock(this.folder), { waitMs: 0, tool: "search" }, async () => {
        if (readManifest(this.folder)?.generation !== stored.manifest.generation) return ok(undefined);
        const writer = new IndexWriter(this.folder, stored.manifest, stored);
        writer.add(result.segment, result.paths);
        for (const { path, stamp } of result.same) writer.restamp(path, stamp);
        for (const path of missing) writer.drop(path);
        writer.commit(true);
        if (writer.compact()) writer.commit(true);
        writer.sweep();
        return ok(undefined);
      });
    } catch {
      // A read-only disk, a full one: the answer is right all the same.
    }
  }

  /** Brings the store up to date, once at a time. It goes on when an answer does not wait for it. */
  private catchingUp(): CatchUp {
    this.catchUp ??= new CatchUp((options) => this.update({ force: false, ...options })).onEnd(() => {
      this.catchUp = undefined;
    });
    return this.catchUp;
  }
}

const nothingStored = snapshotOf(emptyManifest(""), []);

/** Counts what was read while the query waited, too. */
function counted(
  { snapshot, freshness }: FreshIndex,
  before: Behind | undefined,
  report: UpdateReport | undefined,
): FreshIndex {
  if (!before) return { snapshot, freshness };
  const { changed, reread, stale } = freshness;
  // A file that was only touched has not changed; nor has one that is read because Hewto is newer than the index.
  const counts = report
    ? {
        changed: Math.min(before.changed, report.indexed + report.removed) + changed,
        reread: report.indexed + reread,
      }
    : { changed: Math.max(before.changed, changed), reread: Math.max(before.toRead - stale, reread) };
  return { snapshot, freshness: { ...freshness, ...counts } };
}

function withinBudget(files: readonly FileToRead[]): FileToRead[] {
  const affordable: FileToRead[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += sizeOf(file.stamp);
    if (bytes > fewBytes || affordable.length >= fewFiles) break;
    affordable.push(file);
  }
  return affordable;
}

function among(files: readonly FileToRead[], paths: readonly string[]): FileToRead[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return [...new Set(paths)].flatMap((path) => byPath.get(path) ?? []);
}

function without(files: readonly FileToRead[], others: readonly FileToRead[]): string[] {
  const paths = new Set(others.map(({ path }) => path));
  return files.flatMap(({ path }) => (paths.has(path) ? [] : [path]));
}

function sizeOf(stamp: Stamp): number {
  return Math.min(stamp.size, 1_000_000);
}

function notIndexed(workspace: Workspace): Failure {
  const suggest = { operation: "index_codebase", args: { path: workspace.root } };
  const extra = { path: workspace.root, retryable: true, suggest };
  // Version 0.1.0 kept its index in the workspace.
  const hasOldIndex = hasManifest(`${workspace.root}/.hewto/index`);
  const message = isOfOtherVersion(indexFolder(workspace))
    ? `The index of ${workspace.root} was made by another version of Hewto.`
    : hasManifest(indexFolder(workspace))
      ? `The index of ${workspace.root} is damaged or unfinished and has to be built again.`
      : `No index found for path: ${workspace.root}.${hasOldIndex ? " The one in `.hewto/index` is not used." : ""}`;
  return fail(fault("index_missing", message, "", extra));
}
