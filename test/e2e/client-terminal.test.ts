import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hewto } from "../support/bundle.ts";
import { run } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";

/** Runs a command on a terminal of its own; each prompt that the pattern shows gets the next answer. */
async function onTerminal(cwd: string, words: readonly string[], prompt: RegExp, answers: readonly string[]) {
  const line = [process.execPath, hewto, ...words].map((word) => `'${word}'`).join(" ");
  const home = await temporaryFolder();
  const env = { PATH: process.env.PATH, HOME: home, TERM: "xterm" };
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

test("clarify asks at the terminal, writes the answer, and a full stop ends the questions", async () => {
  const root = await temporaryTree({ "a.md": "" });
  await run(hewto, ["run", "specify", "--description", "Booking must be fast"], { cwd: root });
  const { code, seen } = await onTerminal(root, ["run", "clarify", "1"], /Answer: /, ["two seconds", "."]);
  expect(code).toBe(0);
  expect(seen).toContain("how long may it take at most?");
  const spec = await readFile(join(root, "specs/001-booking-fast/spec.md"), "utf8");
  expect(spec).toContain("→ A: two seconds");
  expect(spec).not.toContain("[NEEDS CLARIFICATION");
});

test("a command of the project's file is asked about once and the yes is remembered in the person's folder", async () => {
  const root = await temporaryTree({
    "specs/001-x/spec.md": "x",
    "hewto.toml": '[mcp]\ncommand = "true"\nargs = ["--mcp"]\n',
  });
  const refused = await onTerminal(root, ["run", "plan", "1"], /\[y\/N\] /, ["n"]);
  expect(refused.seen).toContain("wants to start:");
  expect(refused.seen).toContain("true --mcp");
  const { seen, home } = await onTerminal(root, ["run", "plan", "1"], /\[y\/N\] /, ["y"]);
  expect(seen).toContain("exit code 0");
  const kept = JSON.parse(await readFile(join(home, ".config/hewto/trusted-commands.json"), "utf8"));
  expect(kept.trusted).toMatchObject([{ project: root, line: ["true", "--mcp"] }]);
});
