import { forTerminal } from "../../operation/style.ts";
import type { Terminal } from "./terminal.ts";

/** Whether somebody can be asked: both what they see and what they type is a terminal. */
export function canAsk(terminal: Terminal): boolean {
  return process.stdin.isTTY === true && terminal.isInteractive;
}

/** One line from the terminal; undefined when it was closed or the question withdrawn. */
export async function askLine(
  terminal: Terminal,
  question: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  // Loaded here: the server imports this file and never asks.
  const { createInterface } = await import("node:readline/promises");
  const reader = createInterface({ input: process.stdin, output: process.stderr, terminal: true });
  // In raw mode Ctrl-C is a key and no signal: hand it on, so that it cancels the run as ever.
  reader.on("SIGINT", () => process.emit("SIGINT"));
  try {
    const closed = new Promise<undefined>((resolve) => reader.once("close", () => resolve(undefined)));
    return await Promise.race([reader.question(forTerminal(question), { signal }), closed]);
  } catch {
    terminal.err("\n");
    return undefined;
  } finally {
    reader.close();
  }
}
