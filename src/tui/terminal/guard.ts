import { printable } from "../../kernel/text.ts";

export interface GuardOptions {
  /** Restores the terminal. Must not throw; may be called twice. */
  readonly restore: () => void;
  /** Takes the terminal over again after a pause. */
  readonly resume: () => void;
  /** Saves what it can without waiting after a crash; returns a message for the user. */
  readonly rescue: () => string | undefined;
  /** Ends the app in the normal way with this exit code. */
  readonly end: (code: number) => void;
}

export interface Guard {
  /** Suspends the process, as Ctrl-Z does in a shell. */
  readonly suspend: () => void;
  readonly release: () => void;
}

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** When the system does not stop the process (without a shell to resume it), the screen returns after this time. */
const RESUME_MS = 100;

/** Restores the terminal however the process ends or pauses. */
export function guardTerminal({ restore, resume, rescue, end }: GuardOptions): Guard {
  const handlers: [string, (...args: unknown[]) => void][] = [];
  const on = (name: string, handler: (...args: unknown[]) => void) => {
    handlers.push([name, handler]);
    process.on(name, handler);
  };
  let isSuspended = false;
  const suspend = () => {
    isSuspended = true;
    restore();
    process.off("SIGTSTP", suspend);
    // The whole process group, as the terminal does: a wrapper such as npm must stop too.
    process.kill(0, "SIGTSTP");
    // Runs after the process continues, or soon after the system ignored the signal.
    setTimeout(() => {
      if (isSuspended) continueAfterStop();
    }, RESUME_MS);
  };
  const continueAfterStop = () => {
    // Before anything else: a second stop must restore the terminal again.
    if (isSuspended) process.on("SIGTSTP", suspend);
    isSuspended = false;
    resume();
  };
  const crash = (error: unknown) => {
    restore();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const message = rescue();
    const note = message === undefined ? "" : `hewto: ${message}\n`;
    process.stderr.write(printable(`hewto: Internal error. Please report this.\n${text}\n${note}`));
    process.exit(1);
  };
  for (const [signal, code] of Object.entries(codes)) on(signal, () => end(code));
  process.on("SIGTSTP", suspend);
  // Also after SIGSTOP, which cannot be caught: undoes what the shell did to the screen and its modes.
  on("SIGCONT", continueAfterStop);
  on("uncaughtException", crash);
  on("unhandledRejection", crash);
  on("exit", restore);
  return {
    suspend,
    release: () => {
      process.off("SIGTSTP", suspend);
      for (const [name, handler] of handlers) process.off(name, handler);
    },
  };
}
