import { appendFile } from "node:fs/promises";

/** Adds one line to a log. `O_APPEND` keeps lines of several processes whole. */
export async function appendLine(file: string, line: string): Promise<void> {
  await appendFile(file, `${line}\n`, { flag: "a" });
}
