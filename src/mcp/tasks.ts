import { randomUUID } from "node:crypto";
import type { ToolResult } from "./answer.ts";

export type TaskStatus = "working" | "input_required" | "completed" | "failed" | "cancelled";

/** A task as protocol 2025-11-25 shows it. */
export interface TaskView {
  readonly taskId: string;
  readonly status: TaskStatus;
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttl: number | null;
  readonly pollInterval: number;
}

interface TaskRecord {
  view: TaskView;
  readonly order: number;
  readonly abort: AbortController;
  readonly settled: Promise<ToolResult>;
  expiry: NodeJS.Timeout | undefined;
}

/** What a finished task did; a thrown value is a protocol error of the underlying request. */
export type TaskWork = (signal: AbortSignal, note: (message: string) => void) => Promise<ToolResult>;

const POLL_MS = 1000;
const DEFAULT_TTL_MS = 3_600_000;
const MAX_TTL_MS = 24 * DEFAULT_TTL_MS;
const PAGE = 50;
const MAX_TASKS = 1000;

/** The tasks of one session: what was started with `task`, kept until its time to live is over. */
export class TaskStore {
  readonly #tasks = new Map<string, TaskRecord>();
  readonly #clock: () => Date;
  readonly #changed: (view: TaskView) => void;
  #created = 0;

  constructor(clock: () => Date, changed: (view: TaskView) => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Starts the work in the background; undefined when too many tasks are kept already. */
  start(ttl: number | undefined, work: TaskWork): TaskView | undefined {
    if (this.#tasks.size >= MAX_TASKS) return undefined;
    const now = this.#clock().toISOString();
    const kept = Math.min(ttl ?? DEFAULT_TTL_MS, MAX_TTL_MS);
    const view: TaskView = {
      taskId: randomUUID(),
      status: "working",
      statusMessage: "The operation is in progress.",
      createdAt: now,
      lastUpdatedAt: now,
      ttl: kept,
      pollInterval: POLL_MS,
    };
    const abort = new AbortController();
    const note = (message: string) => this.#update(view.taskId, { statusMessage: message });
    const settled = Promise.resolve().then(() => work(abort.signal, note));
    const record: TaskRecord = { view, order: this.#created++, abort, settled, expiry: undefined };
    this.#tasks.set(view.taskId, record);
    record.expiry = setTimeout(() => this.#expire(view.taskId), kept).unref();
    settled.then(
      (result) => this.#finish(view.taskId, result.isError ? "failed" : "completed"),
      () => this.#finish(view.taskId, "failed"),
    );
    return view;
  }

  get(taskId: string): TaskView | undefined {
    return this.#tasks.get(taskId)?.view;
  }

  /** Waits for the end; undefined for an unknown task. Any number of callers may wait. */
  result(taskId: string): Promise<ToolResult> | undefined {
    const task = this.#tasks.get(taskId);
    if (!task) return undefined;
    const cancelled = new Promise<never>((_resolve, reject) => {
      const stop = () => reject(new TaskCancelled());
      if (task.abort.signal.aborted) stop();
      else task.abort.signal.addEventListener("abort", stop, { once: true });
    });
    return Promise.race([task.settled, cancelled]);
  }

  /** Undefined: unknown. A string: why it cannot be cancelled. */
  cancel(taskId: string): TaskView | string | undefined {
    const task = this.#tasks.get(taskId);
    if (!task) return undefined;
    if (isTerminal(task.view.status))
      return `Cannot cancel task: already in terminal status '${task.view.status}'`;
    this.#update(taskId, { status: "cancelled", statusMessage: "The task was cancelled by request." });
    task.abort.abort(new TaskCancelled());
    return task.view;
  }

  /** Every task that can still be read, oldest first; undefined for a cursor that is not ours. */
  list(cursor: string | undefined): { tasks: TaskView[]; nextCursor?: string } | undefined {
    const after = cursor === undefined ? -1 : orderOf(cursor);
    if (after === undefined) return undefined;
    const rest = [...this.#tasks.values()].filter((task) => task.order > after);
    const page = rest.slice(0, PAGE);
    const last = page.at(-1);
    const tasks = page.map((task) => task.view);
    return rest.length > page.length && last ? { tasks, nextCursor: cursorAfter(last.order) } : { tasks };
  }

  /** Ends everything; nothing of the session keeps running. */
  close(): void {
    for (const task of this.#tasks.values()) {
      clearTimeout(task.expiry);
      task.abort.abort(new TaskCancelled());
    }
    this.#tasks.clear();
  }

  #finish(taskId: string, status: TaskStatus): void {
    const task = this.#tasks.get(taskId);
    if (!task || isTerminal(task.view.status)) return;
    const statusMessage = status === "completed" ? "The operation completed." : "The operation failed.";
    this.#update(taskId, { status, statusMessage });
  }

  #update(taskId: string, change: Partial<TaskView>): void {
    const task = this.#tasks.get(taskId);
    if (!task || isTerminal(task.view.status)) return;
    const before = task.view.status;
    task.view = { ...task.view, ...change, lastUpdatedAt: this.#clock().toISOString() };
    if (task.view.status !== before) this.#changed(task.view);
  }

  #expire(taskId: string): void {
    this.#tasks.get(taskId)?.abort.abort(new TaskCancelled());
    this.#tasks.delete(taskId);
  }
}

export class TaskCancelled extends Error {
  constructor() {
    super("The task was cancelled.");
  }
}

function isTerminal(status: TaskStatus): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

function cursorAfter(order: number): string {
  return Buffer.from(`after:${order}`).toString("base64url");
}

function orderOf(cursor: string): number | undefined {
  const match = /^after:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  return match ? Number(match[1]) : undefined;
}
