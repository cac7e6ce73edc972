import { setTimeout } from "node:timers/promises";
import type { Workspace } from "../../../workspace/paths/root.ts";
import { startThread, type Thread } from "../../../workspace/process/threads.ts";
import { indexFolder } from "../../index/home.ts";
import type { Snapshot } from "../../store/snapshot.ts";
import { threadScript } from "../../thread-script.ts";
import { encodeColumns } from "../format/columns.ts";
import { columnsOf } from "../format/make-columns.ts";
import {
  deleteGraphs,
  encodeUpdate,
  type LatestGraph,
  openGraph,
  readLatest,
  storeGraph,
} from "../format/stored.ts";
import { Graph } from "../model/graph.ts";
import { type BuildProgress, type GraphState, withoutEdges } from "./build.ts";
import { type GraphInputs, inputsOf } from "./inputs.ts";
import type { KeptResolver } from "./kept-resolver.ts";
import { buildInParallel, type OnProgress, pollMs } from "./parallel-build.ts";

/**
 * A graph after an edit is stored only if so many files were resolved since the last one that was: storing costs much
 * more than resolving a few files again in the next process.
 */
const maxUnstored = 64;

/** How long a graph that was replaced stays open for questions that still read from it. */
const closeAfterMs = 60_000;

interface LatestBuild {
  readonly graph: Graph;
  readonly state: GraphState;
  readonly analysis: string;
  readonly kept: KeptResolver | undefined;
}

interface BackgroundBuild {
  readonly thread: Thread<{ root: string }, undefined>;
  readonly done: Promise<unknown>;
  progress: BuildProgress | undefined;
}

/** The graph of one root, cached in the process and stored next to the index that it is built from. */
export class CodeGraph {
  readonly #root: string;
  readonly #folder: string;
  #snapshot: Snapshot | undefined;
  #id: string | undefined;
  /** What the next build starts from, once this process has built a graph. */
  #latest: LatestBuild | undefined;
  /** How many files were resolved since a graph was stored. */
  #unstored = 0;
  #graph: Graph | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #background: BackgroundBuild | undefined;

  constructor(workspace: Workspace) {
    this.#root = workspace.root;
    this.#folder = indexFolder(workspace);
  }

  /**
   * The graph of a snapshot: what changed since the last one is resolved again, and stored. `onProgress` is awaited
   * regularly, so that other work of the process goes on; if it returns false, the build ends without a graph.
   * Questions of one process are answered one after the other, so that a change is resolved once.
   */
  of(snapshot: Snapshot, onProgress: OnProgress): Promise<Graph | undefined> {
    const work = this.#queue.then(() => this.#graphOf(snapshot, onProgress));
    this.#queue = work.catch(() => undefined);
    return work;
  }

  /**
   * Builds the graph of the stored index on a thread of its own, so that the first question need not. Only a question
   * that comes meanwhile waits for it. A new call ends the build of an earlier one.
   */
  resolveInBackground(): void {
    const script = threadScript("resolve-worker.js");
    if (!script) return;
    void this.#background?.thread.close();
    const onNote = (progress: BuildProgress) => {
      background.progress = progress;
    };
    const thread = startThread<{ root: string }, undefined, BuildProgress>(script, {
      isBackground: true,
      onNote,
    });
    // If it fails, the next question builds the graph itself.
    const done = thread.run({ root: this.#root }).catch(() => undefined);
    const background: BackgroundBuild = { thread, done, progress: undefined };
    this.#background = background;
    void done.then(() => {
      if (this.#background === background) this.#background = undefined;
      return thread.close();
    });
  }

  /** Deletes what was built before. */
  discard(): void {
    deleteGraphs(this.#folder);
    this.#closeLater();
    this.#snapshot = undefined;
    this.#id = undefined;
    this.#latest = undefined;
    this.#graph = undefined;
  }

  async #graphOf(snapshot: Snapshot, onProgress: OnProgress): Promise<Graph | undefined> {
    if (this.#graph && this.#snapshot === snapshot) return this.#graph;
    if (!(await this.#backgroundDone(onProgress))) return undefined;
    const inputs = inputsOf(snapshot);
    const { id } = inputs;
    if (this.#id !== id) {
      const graph = openGraph(this.#folder, id) ?? (await this.#build(inputs, onProgress));
      if (!graph) return undefined;
      this.#closeLater();
      this.#graph = graph;
      this.#id = id;
    }
    this.#snapshot = snapshot;
    return this.#graph;
  }

  /** Waits for a build in the background; false if the question was ended meanwhile. */
  async #backgroundDone(onProgress: OnProgress): Promise<boolean> {
    for (let isDone = false; this.#background && !isDone; ) {
      const { done, progress = { done: 0, total: 1 } } = this.#background;
      if (!(await onProgress(progress))) return false;
      isDone = await Promise.race([done.then(() => true), setTimeout(pollMs, false, { ref: false })]);
    }
    return true;
  }

  /** A question that began earlier can still read from the graph. */
  #closeLater(): void {
    const graph = this.#graph;
    // One that is only in memory has nothing to close, and need not be kept for it.
    if (graph?.isStored) void setTimeout(closeAfterMs, undefined, { ref: false }).then(() => graph.close());
  }

  async #build(inputs: GraphInputs, onProgress: OnProgress): Promise<Graph | undefined> {
    const { analysis } = inputs;
    const own = this.#latest?.analysis === analysis ? this.#latest : undefined;
    const before = own ?? readLatest(this.#folder, analysis);
    try {
      const latest = await this.#resolved(inputs, before, own?.kept, onProgress);
      if (!latest) return undefined;
      this.#latest = latest;
      this.#unstored += latest.state.resolved;
      if (!before || this.#unstored > maxUnstored) this.#store(inputs, latest);
      return latest.graph;
    } finally {
      if (!own) before?.graph.close();
    }
  }

  /** Holds the edges as they were resolved no longer than it takes to make columns of them. */
  async #resolved(
    inputs: GraphInputs,
    before: LatestGraph | undefined,
    kept: KeptResolver | undefined,
    onProgress: OnProgress,
  ): Promise<LatestBuild | undefined> {
    const result = await buildInParallel(this.#root, inputs, before?.state, onProgress, kept);
    if (!result) return undefined;
    const base = before && { columns: before.graph.columns, files: before.state.files };
    const graph = new Graph(columnsOf(result.state, base));
    const { analysis } = inputs;
    return { graph, state: withoutEdges(result.state), analysis, kept: result.kept };
  }

  /** A question is answered even if the graph cannot be stored. */
  #store({ id, analysis }: GraphInputs, { graph, state }: LatestBuild): void {
    try {
      storeGraph(this.#folder, id, encodeColumns(graph.columns), encodeUpdate(state, analysis));
      this.#unstored = 0;
    } catch {
      // The disk is full or read-only: the next process builds it again.
    }
  }
}
