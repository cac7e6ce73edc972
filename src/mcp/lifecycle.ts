const DRAIN_MS = 700;
const PARENT_CHECK_MS = 300;

export interface Ending {
  /** Resolves when nothing is left to answer. */
  readonly drained: () => Promise<void>;
  /** Stops all work and closes connections. */
  readonly close: () => Promise<void>;
}

/**
 * Makes the process end when it should: on end of input, on a signal, when the parent is gone. Replies in
 * flight get a moment; then work is aborted and the process exits, whatever timers or sockets are open.
 * Returns the function that begins the end.
 */
export function endWith(ending: Ending): (exitCode?: number) => void {
  let begun = false;
  const end = (exitCode = 0) => {
    if (begun) return;
    begun = true;
    const leave = () => process.exit(exitCode);
    setTimeout(leave, DRAIN_MS + 200); // even if closing hangs
    within(DRAIN_MS, ending.drained())
      .then(() => within(100, ending.close()))
      .finally(() => flushed(leave));
  };
  process.on("SIGTERM", () => end(0));
  process.on("SIGHUP", () => end(0));
  process.on("SIGINT", () => end(130));
  watchParent(() => end(0));
  return end;
}

/** A host that dies without closing our input leaves us to another parent. */
function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) gone();
  }, PARENT_CHECK_MS).unref();
}

function within(ms: number, work: Promise<void>): Promise<void> {
  const timeout = new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
  });
  return Promise.race([work.catch(() => {}), timeout]);
}

function flushed(then: () => void): void {
  if (!process.stdout.writable || process.stdout.writableLength === 0) then();
  else process.stdout.write("", then);
}
