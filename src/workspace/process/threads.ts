import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { isMainThread, parentPort, Worker } from "node:worker_threads";

/** A worker thread that handles one request at a time; requests and answers are plain data. */
export interface Thread<Request, Answer> {
  readonly run: (request: Request) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

/** A message from a thread: any number of progress notes, then the answer. */
type Message<Answer, Note> = { readonly note: Note } | { readonly answer: Answer };

export interface ThreadOptions<Note> {
  /** The process can exit before the work is done. */
  readonly isBackground?: boolean;
  readonly onNote?: (note: Note) => void;
}

const maxThreads = 8;
// Parsing creates much short-lived data; with the default young generation a fifth of the time is garbage collection.
const maxYoungGenerationSizeMb = 64;

/**
 * Work of a few seconds spends a third of its time compiling. Less inlining halves that, and the code runs hardly
 * slower: measured, a fifth to a quarter less CPU time for 50,000 and for 200,000 lines.
 */
export function reduceInlining(isReduced: boolean): void {
  setFlagsFromString(`--max-inlined-bytecode-size-cumulative=${isReduced ? 200 : defaultInlining}`);
}

/** The default of V8 in all supported versions of Node. */
const defaultInlining = 920;

/** How many threads can run at once on this machine. */
export function threadCount(): number {
  return Math.min(maxThreads, Math.max(1, availableParallelism()));
}

/** Starts a thread; `script` is a module that calls `serveThread`. */
export function startThread<Request, Answer, Note = never>(
  script: URL,
  options: ThreadOptions<Note> = {},
): Thread<Request, Answer> {
  const worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb } });
  worker.unref();
  return {
    run: (request) => ask<Request, Answer, Note>(worker, request, options),
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Whether this code runs on a thread, not as a program of its own. */
export function isThread(): boolean {
  return !isMainThread;
}

/** The thread's side: handles requests one after the other. */
export function serveThread<Request, Answer, Note = never>(
  work: (request: Request, report: (note: Note) => void) => Promise<Answer>,
): void {
  const send = (message: Message<Answer, Note>) => parentPort?.postMessage(message);
  parentPort?.on("message", async (request: Request) =>
    send({ answer: await work(request, (note) => send({ note })) }),
  );
}

function ask<Request, Answer, Note>(
  worker: Worker,
  request: Request,
  { isBackground = false, onNote }: ThreadOptions<Note>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      worker.off("message", onMessage);
      worker.off("error", onError);
      worker.off("exit", onExit);
      worker.unref();
    };
    const onMessage = (message: Message<Answer, Note>) => {
      if ("note" in message) return onNote?.(message.note);
      settle();
      resolve(message.answer);
    };
    const onError = (error: Error) => {
      settle();
      reject(error);
    };
    const onExit = (code: number) => onError(new Error(`A thread ended with code ${code}.`));
    worker.on("message", onMessage);
    worker.on("error", onError);
    worker.on("exit", onExit);
    // An idle thread must not keep the process alive; one with a pending request must.
    if (!isBackground) worker.ref();
    worker.postMessage(request);
  });
}
