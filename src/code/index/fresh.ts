import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { withLock } from "../../workspace/lock.ts";
import type { Workspace } from "../../workspace/root.ts";
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
import { IndexWriter } from "../store/writer.ts";
import { analyse, type BatchResult, type FileToRead, type Gathered } from "./analyse.ts";
import { analysisVersion, indexFolder, indexLock } from "./home.ts";
import { planUpdate, type SeenFile } from "./plan.ts";
import type { UpdateReport } from "./report.ts";
import { type UpdateOptions, updateIndex, walkCode } from "./update.ts";

/** What a query did to be up to date: counts of files. */
export interface Freshness {
  readonly checked_at: string;
  readonly changed: number;
  readonly reread: number;
  /** Changed, but not read again in time: the answer shows them as they were. */
  readonly stale: number;
}

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

/** What one query may read again before it answers. */
const budgetBytes = 4_000_000;
const budgetFiles = 400;

/** The index of one root, kept open by a process. */
export class CodeIndex {
  readonly workspace: Workspace;
  private readonly folder: string;
  private readonly cache: SegmentCache = new Map();
  private current: Snapshot | undefined;
  private turn: Promise<unknown> = Promise.resolve();
  private background: Promise<unknown> | undefined;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.folder = indexFolder(workspace);
  }

  /**
   * The index as the disk is now. Walks the files, reads those that changed and lays them over what is stored;
   * then tries to store that too, without waiting for anybody. Queries of one process take turns, so that a
   * change is read once.
   */
  fresh(signal: AbortSignal, now: () => Date): Promise<Result<FreshIndex>> {
    return this.inTurn(() => this.look(signal, now));
  }

  /**
   * The same of a part alone: nothing else is looked at, and nothing else is in the snapshot. An index that is
   * damaged, unfinished or of another version does not matter, because a part is small enough to be read anew.
   */
  freshPart(part: Part, now: () => Date): Promise<Result<FreshIndex>> {
    return this.inTurn(() => this.lookAt(part, now));
  }

  private inTurn<T>(look: () => Promise<T>): Promise<T> {
    const work = this.turn.then(look);
    this.turn = work.catch(() => undefined);
    return work;
  }

  /** The last complete state; undefined when the root was never indexed. */
  stored(): Snapshot | undefined {
    const manifest = readManifest(this.folder);
    return manifest?.complete ? this.opened(manifest) : undefined;
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
  async pending(signal: AbortSignal): Promise<Result<{ seen: number; changed: number; refused: number }>> {
    const stored = this.stored();
    if (!stored) return missing(this.workspace);
    const entries = await walkCode(this.workspace, signal);
    if (!entries.ok) return entries;
    const { toRead, gone, refused } = planUpdate(entries.value, stored);
    return ok({
      seen: entries.value.length,
      changed: toRead.length + gone.length,
      refused: refused.length,
    });
  }

  private async look(signal: AbortSignal, now: () => Date): Promise<Result<FreshIndex>> {
    const stored = this.stored();
    if (!stored) return missing(this.workspace);
    if (await this.isRenewed(stored, signal)) return this.look(signal, now);
    const entries = await walkCode(this.workspace, signal);
    if (!entries.ok) return entries;
    const checked_at = now().toISOString();
    const plan = planUpdate(entries.value, stored);
    const changed = plan.toRead.length + plan.gone.length;
    const isOutdated = stored.manifest.analysis !== analysisVersion();
    if (changed === 0 && !isOutdated)
      return ok({ snapshot: stored, freshness: { checked_at, changed: 0, reread: 0, stale: 0 } });
    const chosen = withinBudget(plan.toRead);
    const result = await analyse({ root: this.workspace.root, files: chosen });
    const gone = [...plan.gone, ...result.vanished];
    const snapshot = withOverlay(stored, result.segment.files > 0 ? result.segment : undefined, gone);
    const left = plan.toRead.length - chosen.length;
    if (left === 0 && !isOutdated) await this.keep(stored, result, gone);
    else this.catchUp();
    const touched = result.same.length;
    const freshness = {
      checked_at,
      changed: changed - touched,
      reread: result.read,
      stale: isOutdated ? stored.files.size : left,
    };
    return ok({ snapshot, freshness });
  }

  /** An index of another version of Hewto is made anew before the answer where that is quick, else behind it. */
  private async isRenewed({ manifest, files }: Snapshot, signal: AbortSignal): Promise<boolean> {
    if (manifest.analysis === analysisVersion() || files.size > budgetFiles) return false;
    const updated = await this.update({ force: false, signal, progress: () => {} });
    return updated.ok && this.stored()?.manifest.analysis === analysisVersion();
  }

  private async lookAt({ files, holds }: Part, now: () => Date): Promise<Result<FreshIndex>> {
    if (!hasManifest(this.folder)) return missing(this.workspace);
    const stored = this.stored();
    const usable = stored?.manifest.analysis === analysisVersion() ? stored : undefined;
    if (stored && !usable) this.catchUp();
    const checked_at = now().toISOString();
    const part = usable ? narrowed(usable, holds) : nothingStored;
    const { toRead, gone } = planUpdate(files, part);
    const result = await analyse({ root: this.workspace.root, files: toRead });
    const left = [...gone, ...result.vanished];
    const snapshot = withOverlay(part, result.segment.files > 0 ? result.segment : undefined, left);
    if (usable && toRead.length + left.length > 0) await this.keep(usable, result, left);
    const changed = toRead.length + gone.length - result.same.length;
    return ok({ snapshot, freshness: { checked_at, changed, reread: toRead.length, stale: 0 } });
  }

  /** Stores what a query has read, if nobody else is writing. Failing to is no failure of the query. */
  private async keep(
    stored: Snapshot,
    result: BatchResult & Gathered,
    gone: readonly string[],
  ): Promise<void> {
    try {
      await withLock(indexLock(this.workspace), { waitMs: 0, tool: "search" }, async () => {
        if (readManifest(this.folder)?.generation !== stored.manifest.generation) return ok(undefined);
        const writer = new IndexWriter(this.folder, stored.manifest, stored);
        writer.add(result.segment, result.paths);
        for (const { path, stamp } of result.same) writer.restamp(path, stamp);
        for (const path of gone) writer.drop(path);
        writer.commit(true);
        if (writer.compact()) writer.commit(true);
        writer.sweep();
        return ok(undefined);
      });
    } catch {
      // A read-only disk, a full one: the answer is right all the same.
    }
  }

  /** Brings the store up to date behind the answer, once at a time. */
  private catchUp(): void {
    const options = { force: false, signal: new AbortController().signal, progress: () => {} };
    this.background ??= this.update(options).finally(() => {
      this.background = undefined;
    });
  }
}

const nothingStored = snapshotOf(emptyManifest(""), []);

function withinBudget(files: readonly FileToRead[]): FileToRead[] {
  const chosen: FileToRead[] = [];
  let bytes = 0;
  for (const file of files) {
    bytes += sizeOf(file.stamp);
    if (bytes > budgetBytes || chosen.length >= budgetFiles) break;
    chosen.push(file);
  }
  return chosen;
}

function sizeOf(stamp: Stamp): number {
  return Math.min(stamp.size, 1_000_000);
}

function missing(workspace: Workspace): Failure {
  const extra = { path: workspace.root, retryable: true };
  if (isOfOtherVersion(indexFolder(workspace))) {
    const message = `The index of ${workspace.root} was made by another version of Hewto.`;
    return fail(fault("index_missing", message, "Run 'index_codebase' tool once more.", extra));
  }
  const message = `No index found for path: ${workspace.root}.`;
  return fail(fault("index_missing", message, "Run 'index_codebase' tool first.", extra));
}
