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
