import { isAbsolute } from "node:path";
import { createStyle, type Style } from "../operations/style.ts";

/** The outside of a command: its streams, environment and place. A parameter, so that tests can be the terminal. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly isInteractive: boolean;
  readonly style: Style;
  readonly errStyle: Style;
}

const DEFAULT_WIDTH = 80;

export function processTerminal(noColor: boolean): Terminal {
  const { stdout, stderr, env } = process;
  const colour = (stream: NodeJS.WriteStream) => !noColor && wantsColour(env, stream.isTTY === true);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    env,
    cwd: currentFolder(env),
    isInteractive: stderr.isTTY === true,
    style: createStyle(colour(stdout), stdout.columns ?? DEFAULT_WIDTH),
    errStyle: createStyle(colour(stderr), stderr.columns ?? DEFAULT_WIDTH),
  };
}

/** A folder that was deleted under its shell has no path; what the shell still calls it is told as missing later. */
function currentFolder({ PWD = "" }: Terminal["env"]): string {
  try {
    return process.cwd();
  } catch {
    return isAbsolute(PWD) ? PWD : "/(the current folder, which was deleted)";
  }
}

function wantsColour(env: Terminal["env"], isTerminal: boolean): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR && env.FORCE_COLOR !== "0") return true;
  return isTerminal && env.TERM !== "dumb";
}

/** Whether a line on stderr can be drawn anew; a dumb terminal would show every state of it. */
export function canRedraw({ isInteractive, env }: Terminal): boolean {
  return isInteractive && env.TERM !== "dumb";
}
