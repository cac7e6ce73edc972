import { mkdirSync } from "node:fs";
import * as z from "zod";
import { version } from "../../kernel/version.ts";
import { userCacheFolder } from "../config/user-folders.ts";
import { isUserFolder } from "../paths/ownership.ts";
import { readStateFile, writeStateFile } from "./files.ts";

const fileName = "bugs.json";
const maxBugs = 10;
const maxStackLength = 4000;
const maxFileBytes = 1024 * 1024;

const Bug = z.object({ at: z.string(), version: z.string(), stack: z.string() });
export type Bug = Readonly<z.infer<typeof Bug>>;

/**
 * Keeps the stacks of the last bugs in the user's cache folder, where `hewto doctor --report` finds them. Never
 * throws: the bug itself is what matters.
 */
export function recordBug(thrown: unknown, env: NodeJS.ProcessEnv = process.env): void {
  try {
    const folder = userCacheFolder(env);
    if (!isUserFolder(folder)) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const bug: Bug = { at: new Date().toISOString(), version, stack: stackOf(thrown) };
    writeStateFile(folder, fileName, JSON.stringify([...readBugs(env), bug].slice(-maxBugs)));
  } catch {
    // A full or read-only disk.
  }
}

/** The last bugs, oldest first. */
export function readBugs(env: NodeJS.ProcessEnv = process.env): Bug[] {
  const bytes = readStateFile(userCacheFolder(env), fileName, maxFileBytes);
  if (bytes === undefined) return [];
  try {
    return z.array(Bug).safeParse(JSON.parse(new TextDecoder().decode(bytes))).data ?? [];
  } catch {
    return [];
  }
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown).slice(0, maxStackLength);
  const cause = thrown.cause === undefined ? "" : `\nCaused by: ${stackOf(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`.slice(0, maxStackLength);
}
