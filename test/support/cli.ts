import { runCli } from "../../src/cli/main.ts";
import { type Terminal, writers } from "../../src/cli/terminal/terminal.ts";
import { createStyle } from "../../src/operation/style.ts";

/** A non-interactive terminal, and what was written to it. */
export function testTerminal({ cwd, env = {} }: Partial<Pick<Terminal, "cwd" | "env">> = {}) {
  const said = { out: "", err: "" };
  const style = createStyle(false, 80);
  const terminal: Terminal = {
    ...writers(
      (text) => {
        said.out += text;
      },
      (text) => {
        said.err += text;
      },
    ),
    env,
    cwd: cwd ?? "/",
    isInteractive: false,
    style,
    errStyle: style,
  };
  return { terminal, said };
}

/** Runs a command line in this process, which saves the start of another; shaped like `run`. */
export async function cli(
  words: readonly string[],
  place: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) {
  const { terminal, said } = testTerminal(place);
  const code = await runCli(words, terminal);
  return { code, output: said.out, errors: said.err };
}

let isBusy = false;

/**
 * `run(hewto, words, options)` without the cost of a process, for tests of what a command does. Commands see the folder
 * and the variables as their own, so a test runs one at a time; tests of signals, streams and starts use a process.
 */
export async function runHere(
  words: readonly string[],
  { cwd = process.cwd(), env = {} }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
) {
  if (isBusy) throw new Error("Two commands at once need a process each.");
  isBusy = true;
  const before = { cwd: process.cwd(), env: { ...process.env } };
  process.chdir(cwd);
  Object.assign(process.env, { NO_COLOR: "1" }, env);
  try {
    const { terminal, said } = testTerminal({ cwd: process.cwd(), env: process.env });
    const code: number | string = await runCli(words, terminal);
    return { code, output: said.out, errors: said.err };
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before.env)) delete process.env[name];
    Object.assign(process.env, before.env);
    process.chdir(before.cwd);
    isBusy = false;
  }
}
