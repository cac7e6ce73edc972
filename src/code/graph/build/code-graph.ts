import { setTimeout } from "node:timers/promises";
import type { Workspace } from "../../../workspace/paths/root.ts";
import { startThread, type Thread } from "../../../workspace/process/threads.ts";
import { indexFolder } from "../../index/home.ts";
import type { Snapshot } from "../../store/snapshot.ts";
import { threadScript } from "../../thread-script.ts";
import { encodeGraph } from "../format/encode.ts";
import { SectionFile } from "../format/section-file.ts";
import { dropGraphs, encodeUpdate, keepGraph, openGraph, readLatest } from "../format/stored.ts";
import { Graph } from "../model/graph.ts";
import type { BuildStep, Built } from "./build.ts";
import { type GraphInputs, inputsOf } from "./inputs.ts";
import { buildTogether, type OnStep, waitMs } from "./parallel-build.ts";

const retireMs = 60_000;

interface Ahead {
  readonly thread: Thread<{ root: string }, undefined>;
  readonly done: Promise<unknown>;
  step: BuildStep | undefined;
}

/** The graph of one root, kept by a process and in the store beside the index that it is made from. */
export class CodeGraph {
  readonly #root: string;
  readonly #folder: string;
  #snapshot: Snapshot | undefined;
  #id: string | undefined;
  #built: { readonly built: Built; readonly analysis: string } | undefined;
  #graph: Graph | undefined;
  #turn: Promise<unknown> = Promise.resolve();
  #ahead: Ahead | undefined;

  constructor(workspace: Workspace) {
    this.#root = workspace.root;
    this.#folder = indexFolder(workspace);
  }

  /**
   * The graph of a snapshot. What changed since the last one is resolved again, and kept. `onStep` is awaited
   * now and then, so that others get their turn; false ends the work, and there is no graph then. Questions of
   * one process take turns, so that a change is resolved once.
   */
  of(snapshot: Snapshot, onStep: OnStep): Promise<Graph | undefined> {
    const work = this.#turn.then(() => this.#at(snapshot, onStep));
    this.#turn = work.catch(() => undefined);
    return work;
  }

  /**
   * Resolves what is stored on a thread of its own, so that the first question need not. Nobody waits for it but a
   * question that comes meanwhile; a new call ends what an earlier one began.
   */
  resolveAhead(): void {
    const script = threadScript("resolve-worker.js");
    if (!script) return;
    void this.#ahead?.thread.close();
    const onNote = (step: BuildStep) => {
      ahead.step = step;
    };
    const thread = startThread<{ root: string }, undefined, BuildStep>(script, {
      isBackground: true,
      onNote,
    });
    const done = thread.run({ root: this.#root }).catch(() => undefined); // then the question resolves them itself
    const ahead: Ahead = { thread, done, step: undefined };
    this.#ahead = ahead;
    void done.then(() => {
      if (this.#ahead === ahead) this.#ahead = undefined;
      return thread.close();
    });
  }

  /** Trusts nothing that was built before. */
  forget(): void {
    dropGraphs(this.#folder);
    this.#retire();
    this.#snapshot = undefined;
    this.#id = undefined;
    this.#built = undefined;
    this.#graph = undefined;
  }

  async #at(snapshot: Snapshot, onStep: OnStep): Promise<Graph | undefined> {
    if (this.#graph && this.#snapshot === snapshot) return this.#graph;
    if (!(await this.#arrived(onStep))) return undefined;
    const inputs = inputsOf(snapshot);
    const { id } = inputs;
    if (this.#id !== id) {
      const graph = openGraph(this.#folder, id) ?? (await this.#build(inputs, onStep));
      if (!graph) return undefined;
      this.#retire();
      this.#graph = graph;
      this.#id = id;
    }
    this.#snapshot = snapshot;
    return this.#graph;
  }

  /** Waits for what is being resolved ahead; false when the question was ended meanwhile. */
  async #arrived(onStep: OnStep): Promise<boolean> {
    for (let isDone = false; this.#ahead && !isDone; ) {
      const { done, step } = this.#ahead;
      if (!(await onStep(step ?? { done: 0, total: 1 }))) return false;
      isDone = await Promise.race([done.then(() => true), setTimeout(waitMs, false, { ref: false })]);
    }
    return true;
  }

  /** A question that began before may still read from it. */
  #retire(): void {
    const graph = this.#graph;
    if (graph) void setTimeout(retireMs, undefined, { ref: false }).then(() => graph.close());
  }

  async #build(inputs: GraphInputs, onStep: OnStep): Promise<Graph | undefined> {
    const { analysis } = inputs;
    const own = this.#built?.analysis === analysis ? this.#built.built : undefined;
    const before = own ?? readLatest(this.#folder, analysis);
    const built = await buildTogether(this.#root, inputs, before, onStep);
    if (!built) return undefined;
    this.#built = { built, analysis };
    const bytes = encodeGraph(built);
    this.#keep(inputs, bytes, built);
    return new Graph(SectionFile.inMemory(bytes));
  }

  /** Failing to keep it is no failure of the question. */
  #keep({ id, analysis }: GraphInputs, graph: Uint8Array, built: Built): void {
    try {
      keepGraph(this.#folder, id, graph, encodeUpdate(built, analysis));
    } catch {
      // A read-only disk, a full one: the next process builds it again.
    }
  }
}
