import { spawn } from "node:child_process";
import { onTestFinished } from "vitest";
import { hewto } from "./bundle.ts";
import { needsProgram } from "./skip.ts";
import { temporaryFolder } from "./temporary.ts";

/** Runs a command on its own terminal; each prompt that matches the pattern gets the next answer. */
export async function onTerminal(
  cwd: string,
  words: readonly string[],
  prompt: RegExp,
  answers: readonly string[],
  more: Readonly<Record<string, string>> = {},
) {
  needsProgram("script", "stty");
  const line = [process.execPath, hewto, ...words].map((word) => `'${word}'`).join(" ");
  const home = await temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home, TERM: "xterm", ...more };
  const child = spawn("script", ["-qfec", `stty cols 80 rows 24; ${line}`, "/dev/null"], { cwd, env });
  onTestFinished(() => void child.kill("SIGKILL"));
  let seen = "";
  let read = 0;
  const left = [...answers];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    seen += text;
    const match = prompt.exec(seen.slice(read));
    if (!match || left.length === 0) return;
    read = seen.length;
    child.stdin.write(`${left.shift()}\r`);
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  return { code, seen, home };
}
