import { clipText } from "../../kernel/clip.ts";
import { randomUuid } from "../../kernel/hash.ts";
import type { ClientAnswer, ClientRequest } from "../../operation/context.ts";
import type { ToolResult } from "./answer.ts";
import { OpenQuestions } from "./open-questions.ts";

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

/** A task as its own work sees it. */
export interface RunningTask {
  readonly taskId: string;
  readonly signal: AbortSignal;
  /** Says how far it is. */
  readonly note: (message: string) => void;
  /** The task is `input_required` for as long as the question is open. */
  readonly asking: <T>(question: () => Promise<T>) => Promise<T>;
  /** Puts the requests on the task itself, where the client finds and answers them (2026-07-28). */
  readonly question: (
    requests: Readonly<Record<string, ClientRequest>>,
  ) => Promise<Record<string, ClientAnswer>>;
}

/** What a finished task did; a thrown value is a protocol error of the underlying request. */
export type TaskWork = (task: RunningTask) => Promise<ToolResult>;

interface TaskRecord {
  view: TaskView;
  readonly order: number;
  readonly abort: AbortController;
  readonly settled: Promise<ToolResult>;
  readonly expiry: NodeJS.Timeout;
  readonly questions: OpenQuestions;
  outcome: TaskOutcome | undefined;
}

/** How a task ended: what the call would have returned, or the protocol error it would have thrown. */
export type TaskOutcome = { readonly result: ToolResult } | { readonly thrown: unknown };

/** All that is known of a task. */
export interface TaskState {
  readonly view: TaskView;
  readonly questions: Readonly<Record<string, ClientRequest>>;
  readonly outcome: TaskOutcome | undefined;
}

const POLL_MS = 1000;
const DEFAULT_TTL_MS = 3_600_000;
const maxTtlMs = 24 * DEFAULT_TTL_MS;
const PAGE = 50;
const maxTasks = 1000;
const maxMessage = 500;

/**
 * Tasks and what became of them, kept until their time to live is over: of one session under 2025-11-25, of the
 * whole process under 2026-07-28, which has no sessions.
 */
export class TaskStore {
  readonly #tasks = new Map<string, TaskRecord>();
  /** Also those whose time to live is over: a task is forgotten then, not killed. */
  readonly #running = new Set<AbortController>();
  readonly #clock: () => Date;
  readonly #changed: (view: TaskView) => void;
  readonly #isFailure: (result: ToolResult) => boolean;
  #created = 0;

  /** `isFailure`: whether this result makes the task `failed`. The two protocol generations disagree. */
  constructor(
    clock: () => Date,
    changed: (view: TaskView) => void,
    isFailure: (result: ToolResult) => boolean = ({ isError }) => isError === true,
  ) {
    this.#clock = clock;
    this.#changed = changed;
    this.#isFailure = isFailure;
  }

  /** Starts the work in the background; undefined when too many tasks are kept already. */
  start(ttl: number | undefined, work: TaskWork): TaskView | undefined {
    if (this.#tasks.size >= maxTasks || this.#running.size >= maxTasks) return undefined;
    const now = this.#clock().toISOString();
    const kept = Math.min(ttl ?? DEFAULT_TTL_MS, maxTtlMs);
    const view: TaskView = {
      taskId: randomUuid(),
      status: "working",
      statusMessage: "The operation is in progress.",
      createdAt: now,
      lastUpdatedAt: now,
      ttl: kept,
      pollInterval: POLL_MS,
    };
    const abort = new AbortController();
    const settled = this.#run(view.taskId, abort, work);
    const expiry = setTimeout(() => this.#tasks.delete(view.taskId), kept).unref();
    const questions = new OpenQuestions((open) =>
      this.#update(view.taskId, { status: open ? "input_required" : "working" }),
    );
    this.#tasks.set(view.taskId, {
      view,
      order: this.#created++,
      abort,
      settled,
      expiry,
      questions,
      outcome: undefined,
    });
    return view;
  }

  /** Takes a task out before any client has heard of it. */
  forget(taskId: string): void {
    const task = this.#tasks.get(taskId);
    if (!task) return;
    clearTimeout(task.expiry);
    this.#tasks.delete(taskId);
    task.abort.abort(new TaskCancelled());
  }

  state(taskId: string): TaskState | undefined {
    const task = this.#tasks.get(taskId);
    return task && { view: task.view, questions: task.questions.requests(), outcome: task.outcome };
  }

  /** Answers questions of a task; false when there is no such task. Unexpected answers are ignored. */
  answer(taskId: string, answers: Readonly<Record<string, ClientAnswer>>): boolean {
    const task = this.#tasks.get(taskId);
    task?.questions.answer(answers);
    return task !== undefined;
  }

  get(taskId: string): TaskView | undefined {
    return this.#tasks.get(taskId)?.view;
  }

  /** Waits for the end; undefined for an unknown task. Any number of callers may wait. */
  result(taskId: string): Promise<ToolResult> | undefined {
    const task = this.#tasks.get(taskId);
    if (!task) return undefined;
    const { signal } = task.abort;
    // A result that arrives after the cancellation is dropped.
    if (signal.aborted) return Promise.reject(new TaskCancelled());
    const cancelled = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new TaskCancelled()), { once: true });
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
    for (const abort of this.#running) abort.abort(new TaskCancelled());
    for (const { expiry } of this.#tasks.values()) clearTimeout(expiry);
    this.#tasks.clear();
  }

  #run(taskId: string, abort: AbortController, work: TaskWork): Promise<ToolResult> {
    this.#running.add(abort);
    // In the next turn, so that the client knows the task before it hears of it.
    const settled = new Promise((resolve) => setImmediate(resolve)).then(() => {
      abort.signal.throwIfAborted();
      return work(this.#seenFromInside(taskId, abort.signal));
    });
    settled
      .then(
        (result) => this.#finish(taskId, { result }, this.#isFailure(result) ? firstText(result) : undefined),
        (thrown) =>
          this.#finish(taskId, { thrown }, thrown instanceof Error ? thrown.message : String(thrown)),
      )
      .finally(() => this.#running.delete(abort));
    return settled;
  }

  #seenFromInside(taskId: string, signal: AbortSignal): RunningTask {
    let questions = 0;
    return {
      taskId,
      signal,
      note: (statusMessage) => this.#update(taskId, { statusMessage }),
      question: (requests) => {
        const task = this.#tasks.get(taskId);
        return task ? task.questions.ask(requests, signal) : Promise.reject(new TaskCancelled());
      },
      asking: async (question) => {
        questions += 1;
        this.#update(taskId, { status: "input_required" });
        try {
          return await question();
        } finally {
          questions -= 1;
          if (questions === 0) this.#update(taskId, { status: "working" });
        }
      },
    };
  }

  #finish(taskId: string, outcome: TaskOutcome, failure: string | undefined): void {
    const task = this.#tasks.get(taskId);
    if (task) task.outcome = outcome;
    const status = failure === undefined ? "completed" : "failed";
    const statusMessage = failure === undefined ? "The operation completed." : clipText(failure, maxMessage);
    this.#update(taskId, { status, statusMessage });
  }

  #update(taskId: string, change: Partial<TaskView>): void {
    const task = this.#tasks.get(taskId);
    if (!task || isTerminal(task.view.status)) return;
    const before = task.view.status;
    task.view = { ...task.view, ...change, lastUpdatedAt: this.#clock().toISOString() };
    if (task.view.status !== before) this.#changed(task.view);
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

function firstText({ content }: ToolResult): string {
  const text = content.find((block) => block.type === "text");
  return text?.type === "text" ? text.text : "The operation failed.";
}

function cursorAfter(order: number): string {
  return Buffer.from(`after:${order}`).toString("base64url");
}

function orderOf(cursor: string): number | undefined {
  const match = /^after:(\d+)$/.exec(Buffer.from(cursor, "base64url").toString());
  return match ? Number(match[1]) : undefined;
}
