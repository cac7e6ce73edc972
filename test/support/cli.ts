import { runCli } from "../../src/cli/main.ts";
import { createStyle } from "../../src/operations/style.ts";

/** Runs a command line in this process, which saves the start of another; shaped like `run`. */
export async function cli(
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) {
  let output = "";
  let errors = "";
  const code = await runCli(words, {
    out: (text) => {
      output += text;
    },
    err: (text) => {
      errors += text;
    },
    env,
    cwd,
    isInteractive: false,
    style: createStyle(false, 80),
    errStyle: createStyle(false, 80),
  });
  return { code, output, errors };
}
