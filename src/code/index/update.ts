import { at } from "../../kernel/array.ts";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { cacheFolders, makeCacheFolder, sweepCacheFolders } from "../../workspace/state/cache-folders.ts";
import { type WalkProblem, walkAll } from "../../workspace/walk/walk.ts";
import { withLock } from "../../workspace/write/locks/lock.ts";
import { emptyManifest, type Manifest, readManifest } from "../store/manifest.ts";
import { openSnapshot, type Snapshot } from "../store/snapshot.ts";
import { IndexWriter, newSegmentId } from "../store/writer.ts";
import { Batches } from "./batches.ts";
import { analysisVersion, indexLock } from "./home.ts";
import type { IndexWorker, WorkerAnswer } from "./index-worker.ts";
import { type Plan, planUpdate, type SeenFile } from "./plan.ts";
import { noOutcome, reportOf, type UpdateReport } from "./report.ts";
import { seedFromMainCheckout } from "./seed.ts";
import { startWorkers, stopWorkers } from "./worker-pool.ts";

export interface UpdateOptions {
  readonly force: boolean;
  readonly signal: AbortSignal;
  /** Whether what is stored is left aside, as with `force`, but a seed is welcome. */
  readonly fresh?: boolean;
  /** Whether the packaged model gives new chunks their vectors while others are still read. */
  readonly embed?: boolean;
  readonly progress: (step: { done: number; total: number; message: string }) => void;
  /** The stored state as this process has it open already. */
  readonly opened?: () => Snapshot | undefined;
  /** Another place to begin from than nothing: an index that somebody else made of nearly the same files. */
  readonly seed?: Seed | undefined;
  /** How much, or how old, a worker's unwritten work may be; the tests of kills make it little. */
  readonly unwritten?: { readonly bytes: number; readonly ms: number };
}

/**
 * Gives an index of some files of a root with the stamps that they have on disk. Its segments are in the folder under
 * ids of ours; without a folder they are in memory. Undefined when there is none, whatever the reason.
 */
export type Seed = (
  entries: readonly SeenFile[],
  target: { readonly folder: string | undefined; readonly newId: () => string; readonly signal: AbortSignal },
) => Promise<Snapshot | undefined>;

/** Another indexer of the same root may take long; waiting callers share its result. */
const waitMs = 3_600_000;
/** A worker writes what it has gathered when it is this much or this old: a kill loses no more. */
const defaultUnwritten = { bytes: 16_000_000, ms: 4_000 };

/**
 * Brings the index of a root up to date. Killed at any moment, it leaves the last commit; run again, it goes on
 * from there. A second run at the same time waits for the first and then finds little to do.
 */
export async function updateIndex(
  workspace: Workspace,
  options: UpdateOptions,
): Promise<Result<UpdateReport>> {
  const { signal } = options;
  const lock = { waitMs, signal, tool: "index_codebase", subject: "The code index" };
  try {
    const folder = makeCacheFolder(workspace);
    const updated = await withLock(indexLock(folder), lock, () => update(workspace, folder, options));
    sweepCacheFolders(Date.now());
    return updated;
  } catch (error) {
    return signal.aborted ? cancelled() : notWritten(workspace, error);
  }
}

async function update(
  workspace: Workspace,
  folder: string,
  options: UpdateOptions,
): Promise<Result<UpdateReport>> {
  const problems: WalkProblem[] = [];
  const entries = await walkCode(workspace, options.signal, (problem) => problems.push(problem));
  if (!entries.ok) return entries;
  if (!options.force && !options.fresh) seedFromMainCheckout(workspace, folder);
  const start = startingPoint(folder, options);
  const seeded = start.snapshot ? undefined : await seedFor(start.base, folder, entries.value, options);
  const { base } = start;
  const snapshot = start.snapshot ?? seeded;
  const plan = planUpdate(entries.value, snapshot);
  if (start.snapshot && base.complete && plan.toRead.length === 0 && plan.missing.length === 0) {
    // Nothing is written, so that nobody who has the index open need open it again.
    options.progress({ done: plan.unchanged, total: plan.unchanged, message: "done" });
    return ok(reportOf(plan, problems, noOutcome()));
  }
  const run = new UpdateRun(workspace, folder, plan, options, new IndexWriter(folder, base, snapshot));
  const commits =
    start.snapshot === undefined && base.complete ? "at the end" : base.complete ? "complete" : "partial";
  const isComplete = await run.readAll(commits);
  if (!isComplete) return cancelled();
  run.finish();
  return ok(run.report(problems));
}

export const codeWalk = { ignoreFileNames: [".hewtoignore"] };

/** Not for a rebuild that was asked for: that is to depend on nothing but the files. */
async function seedFor(
  base: Manifest,
  folder: string,
  entries: readonly SeenFile[],
  { force, seed, signal }: UpdateOptions,
): Promise<Snapshot | undefined> {
  if (force || !seed) return undefined;
  return seed(entries, { folder, newId: () => newSegmentId(base.generation), signal });
}

/** The walk that both indexing and searching use, so that they agree on what there is. */
export function walkCode(
  workspace: Workspace,
  signal: AbortSignal,
  onProblem: (problem: WalkProblem) => void = () => {},
) {
  return walkAll(workspace, { ...codeWalk, signal, onProblem });
}

/**
 * An index of another version is rebuilt next to the old one, which answers until the new one is complete;
 * so is one that `force` asks for.
 */
function startingPoint(
  folder: string,
  { force, fresh: isFresh = false, opened = () => openSnapshot(folder) }: UpdateOptions,
): { base: Manifest; snapshot: Snapshot | undefined } {
  const analysis = analysisVersion();
  const manifest = readManifest(folder);
  const fresh: Manifest = { ...emptyManifest(analysis), generation: manifest?.generation ?? 0 };
  if (!manifest) return { base: fresh, snapshot: undefined };
  // What a finished index answers must not be replaced by half of a new one.
  if (force || isFresh || manifest.analysis !== analysis)
    return { base: { ...fresh, complete: manifest.complete }, snapshot: undefined };
  const snapshot = opened();
  return snapshot ? { base: snapshot.manifest, snapshot } : { base: fresh, snapshot: undefined };
}

/**
 * How batches are committed: a first build commits what it has, so that a kill loses little; an update commits
 * whole states; a rebuild commits nothing until it is whole, because the old index goes on answering.
 */
type Commits = "partial" | "complete" | "at the end";

class UpdateRun {
  private readonly outcome = noOutcome();
  private count = 0;
  private readonly workspace: Workspace;
  private readonly folder: string;
  private readonly plan: Plan;
  private readonly options: UpdateOptions;
  private readonly writer: IndexWriter;
  private readonly total: number;

  constructor(workspace: Workspace, folder: string, plan: Plan, options: UpdateOptions, writer: IndexWriter) {
    this.workspace = workspace;
    this.folder = folder;
    this.plan = plan;
    this.options = options;
    this.writer = writer;
    this.total = plan.toRead.length + plan.unchanged;
    this.count = plan.unchanged;
    this.tell("looking");
  }

  /** Reads what changed, batch by batch. False when it was cancelled; what is committed by then stays. */
  async readAll(commits: Commits): Promise<boolean> {
    const { toRead } = this.plan;
    if (toRead.length === 0) return !this.options.signal.aborted;
    const workers = startWorkers(toRead.reduce((sum, file) => sum + file.stamp.size, 0));
    try {
      return await this.runLanes(workers, new Batches(toRead), commits);
    } finally {
      await stopWorkers(workers);
    }
  }

  finish(): void {
    for (const path of this.plan.missing) this.writer.drop(path);
    this.writer.commit(true);
    while (this.writer.compact()) this.writer.commit(true);
    this.writer.sweep();
    this.count = this.total;
    this.tell("done");
  }

  report(problems: readonly WalkProblem[]): UpdateReport {
    return reportOf(this.plan, problems, this.outcome);
  }

  private async runLanes(
    workers: readonly IndexWorker[],
    batches: Batches,
    commits: Commits,
  ): Promise<boolean> {
    let failure: unknown;
    const isOver = () => failure !== undefined || this.options.signal.aborted;
    const work = workers.map((worker) =>
      this.runLane(worker, batches, commits, isOver).catch((error: unknown) => {
        failure ??= error;
      }),
    );
    await Promise.all(work);
    if (failure !== undefined) throw failure;
    return !this.options.signal.aborted;
  }

  /** One batch after the other; now and then, and at the end, what has gathered is written and committed. */
  private async runLane(
    worker: IndexWorker,
    batches: Batches,
    commits: Commits,
    isOver: () => boolean,
  ): Promise<void> {
    const { root } = this.workspace;
    const { unwritten = defaultUnwritten } = this.options;
    const kinds = new Set<string>();
    let bytes = 0;
    let startedAt = performance.now();
    for (let isLast = false; !isLast && !isOver(); ) {
      const files = batches.next(kinds);
      isLast = files.length === 0;
      if (isLast && kinds.size === 0) return;
      const isDue = isLast || bytes >= unwritten.bytes || performance.now() - startedAt >= unwritten.ms;
      const store = { folder: this.folder, id: this.writer.newId(), embed: this.options.embed ?? false };
      const answer = await worker.run({ root, files, store: isDue ? store : undefined });
      if (isOver()) return;
      this.take(answer, files.length);
      bytes += files.reduce((sum, file) => sum + file.stamp.size, 0);
      if (isDue) {
        bytes = 0;
        startedAt = performance.now();
      }
      if (answer.segment && commits !== "at the end") this.writer.commit(commits === "complete");
      if (files.length > 0) this.tell(at(files, -1).path);
    }
  }

  private take(answer: WorkerAnswer, files: number): void {
    const { segment: written, read, same, vanished, skipped, failed, notes } = answer;
    if (written) this.writer.adopt(written);
    for (const { path, stamp } of same) this.writer.restamp(path, stamp);
    for (const path of vanished) this.writer.drop(path);
    const { outcome } = this;
    outcome.indexed += read - skipped.length - failed.length;
    outcome.same += same.length;
    outcome.failed.push(...failed);
    outcome.skipped.push(...skipped);
    outcome.notes.push(...notes);
    this.count += files;
  }

  private tell(message: string): void {
    this.options.progress({ done: this.count, total: this.total, message });
  }
}

function cancelled(): Failure {
  return fail(
    fault("cancelled", "Indexing was cancelled; what was indexed before stays.", "Call again to go on.", {
      retryable: true,
    }),
  );
}

function notWritten(workspace: Workspace, error: unknown): Failure {
  const why = error instanceof Error ? error.message : String(error);
  return fail(
    fault(
      "index_failed",
      `The index could not be written: ${why}`,
      `Check that ${cacheFolders(workspace)[0]} can be written and has room, or set XDG_CACHE_HOME to another folder.`,
    ),
  );
}
