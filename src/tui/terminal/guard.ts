import { printable } from "../../kernel/text.ts";

export interface GuardOptions {
  /** Gives the terminal back; must not throw and may be called twice. */
  readonly restore: () => void;
  /** Takes the terminal again after a pause. */
  readonly resume: () => void;
  /** Something broke: what can be kept without waiting is kept. Gives what the person should know of it. */
  readonly rescue: () => string | undefined;
  /** Ends the app in good order with this exit code. */
  readonly end: (code: number) => void;
}

export interface Guard {
  /** Goes into the background, as Ctrl-Z does in a shell. */
  readonly suspend: () => void;
  readonly release: () => void;
}

const codes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
/** When the system does not stop us (no shell would bring us back), the screen returns after this time. */
const RESUME_MS = 100;

/** However the process ends or pauses, the terminal is as it was before. */
export function guardTerminal({ restore, resume, rescue, end }: GuardOptions): Guard {
  const handlers: [string, (...args: unknown[]) => void][] = [];
  const on = (name: string, handler: (...args: unknown[]) => void) => {
    handlers.push([name, handler]);
    process.on(name, handler);
  };
  let isGiven = false;
  const suspend = () => {
    isGiven = true;
    restore();
    process.off("SIGTSTP", suspend);
    // The whole group, as the terminal itself would do it: a wrapper such as npm must stop too.
    process.kill(0, "SIGTSTP");
    // We come here when we go on, or at once where the system ignored the signal.
    setTimeout(() => {
      if (isGiven) goOn();
    }, RESUME_MS);
  };
  const goOn = () => {
    // At once: a second stop must find us ready to give the terminal back.
    if (isGiven) process.on("SIGTSTP", suspend);
    isGiven = false;
    resume();
  };
  const crash = (thrown: unknown) => {
    restore();
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    const kept = rescue();
    const note = kept === undefined ? "" : `hewto: ${kept}\n`;
    process.stderr.write(printable(`hewto: Internal error. Please report this.\n${text}\n${note}`));
    process.exit(1);
  };
  for (const [signal, code] of Object.entries(codes)) on(signal, () => end(code));
  process.on("SIGTSTP", suspend);
  // Also after a stop that nobody can catch: what the shell did to the screen and its modes is undone.
  on("SIGCONT", goOn);
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
