import { isAbsolute } from "node:path";
import { createStyle, forTerminal, type Style } from "../../operation/style.ts";

/** The outside of a command: its streams, environment and place. A parameter, so that tests can be the terminal. */
export interface Terminal {
  /** Writes to stdout. Controls that no style added are made visible, in every format. */
  readonly out: (text: string) => void;
  /** The same for stderr. */
  readonly err: (text: string) => void;
  /** Replaces the current line of stderr; an empty text clears it. Only where `canRedraw`. */
  readonly redraw: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isInteractive: boolean;
  readonly style: Style;
  readonly errStyle: Style;
}

const DEFAULT_WIDTH = 80;

export function processTerminal(noColor: boolean): Terminal {
  const { stdout, stderr, env } = process;
  const color = (stream: NodeJS.WriteStream) => !noColor && wantsColor(env, stream.isTTY === true);
  return {
    ...writers(
      (text) => void stdout.write(text),
      (text) => void stderr.write(text),
    ),
    env,
    cwd: currentFolder(env),
    isInteractive: stderr.isTTY === true,
    style: createStyle(color(stdout), stdout.columns ?? DEFAULT_WIDTH),
    errStyle: createStyle(color(stderr), stderr.columns ?? DEFAULT_WIDTH),
  };
}

/** The three ways to say something, over two streams. The only place where text leaves for a terminal. */
export function writers(
  toOut: (text: string) => void,
  toErr: (text: string) => void,
): Pick<Terminal, "out" | "err" | "redraw"> {
  return {
    out: (text) => toOut(forTerminal(text)),
    err: (text) => toErr(forTerminal(text)),
    redraw: (line) => toErr(`\r\u001b[K${forTerminal(line)}`),
  };
}

/** A folder that was deleted under its shell has no path; the name that the shell has for it is reported as missing later. */
function currentFolder({ PWD = "" }: Terminal["env"]): string {
  try {
    return process.cwd();
  } catch {
    return isAbsolute(PWD) ? PWD : "/(the current folder, which was deleted)";
  }
}

function wantsColor(env: Terminal["env"], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== "0") return true;
  return isTerminal && env.TERM !== "dumb";
}

/** Whether a line on stderr can be redrawn; a dumb terminal would show every state of it. */
export function canRedraw({ isInteractive, env }: Terminal): boolean {
  return isInteractive && env.TERM !== "dumb";
}
