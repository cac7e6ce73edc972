const DRAIN_MS = 500;
const CLOSE_MS = 100;
const FLUSH_MS = 200;
const STALL_MS = 200;
const PARENT_CHECK_MS = 300;

export interface Ending {
  /** Resolves when nothing is left to answer. */
  readonly drained: () => Promise<void>;
  /** Stops all work and closes connections. */
  readonly close: () => Promise<void>;
  /** Resolves when what must be on disk is there. */
  readonly flushed: () => Promise<void>;
  /** Whether it is of no use without the process that started it: a server on stdin is, a listener is not. */
  readonly needsParent: boolean;
  /** Bytes on their way to the client. The end waits while they become fewer, and not when they do not. */
  readonly unread?: () => number;
}

/**
 * Makes the process end when it should: on end of input, on a signal, when the parent that it needs is gone.
 * Replies in flight get a moment; then work is aborted and the process exits, whatever timers or sockets are open.
 * Returns the function that begins the end.
 */
export function endWith(ending: Ending): (exitCode?: number) => void {
  let begun = false;
  const end = async (exitCode: number, drainMs: number) => {
    if (begun) return;
    begun = true;
    await within(drainMs, ending.drained());
    await within(CLOSE_MS, ending.close());
    await within(FLUSH_MS, ending.flushed());
    await taken(ending.unread ?? (() => 0));
    process.exit(exitCode);
  };
  process.on("SIGTERM", () => end(0, DRAIN_MS));
  process.on("SIGHUP", () => end(0, DRAIN_MS));
  process.on("SIGINT", () => end(130, DRAIN_MS));
  if (ending.needsParent) watchParent(() => end(0, 0));
  return (exitCode = 0) => void end(exitCode, DRAIN_MS);
}

/** A host that dies without closing our input leaves us to another parent. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_CHECK_MS).unref();
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  await Promise.race([work.catch(() => {}), pause(ms)]);
}

async function taken(unread: () => number): Promise<void> {
  let left = unread();
  for (let stalled = 0; left > 0 && stalled < STALL_MS; stalled += 10) {
    await pause(10);
    if (unread() < left) stalled = 0;
    left = unread();
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
