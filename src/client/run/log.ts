import { join } from "node:path";
import { clipText } from "../../kernel/clip.ts";
import { printable } from "../../kernel/text.ts";
import { statPath } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { deleteStateFile, listStateFiles } from "../../workspace/state/files.ts";
import { stateDirectory, stateFolder } from "../../workspace/state/folder.ts";
import { type LineLog, openLineLog } from "../../workspace/write/log.ts";

export type LogKind = "OUT" | "ERR" | "PROG" | "RPC" | "SYS";

/** The log file of one run: a header, then every line with its time and kind. */
export interface RunLog {
  /** Absolute path; empty if the folder cannot be written. */
  readonly path: string;
  readonly add: (kind: LogKind, text: string) => void;
  readonly close: () => Promise<void>;
  /** Why lines were lost, if any were. */
  readonly problem: () => string | undefined;
}

const maxFiles = 100;
const maxTotalBytes = 50 * 1024 * 1024;
const maxEntryChars = 4 * 1024 * 1024;

/** Opens the log of a run in `.hewto/logs/`. If that is not possible, the run continues without a log. */
export async function openRunLog(
  workspace: Workspace,
  name: string,
  header: Readonly<Record<string, string>>,
  clock: () => Date,
): Promise<RunLog> {
  let log: LineLog | undefined;
  let path = "";
  let problem: string | undefined;
  try {
    const folder = await stateDirectory(workspace, "logs");
    await prune(workspace, folder);
    path = join(folder, freeName(folder, `${name}-${stampOf(clock())}-${process.pid}`));
    log = openLineLog(path);
  } catch (error) {
    // A read-only project: the run matters more than its log.
    path = "";
    problem = error instanceof Error ? error.message : String(error);
  }
  for (const [key, value] of Object.entries(header))
    log?.write(`${key}: ${printable(value).replaceAll("\n", " ")}`);
  log?.write("");
  return {
    path,
    add: (kind, text) => {
      const time = clock().toISOString();
      for (const line of clipText(text, maxEntryChars, "the rest was not logged").split(/\r?\n/)) {
        log?.write(`${time} [${kind}] ${printable(line)}`);
      }
    },
    close: async () => log?.close(),
    problem: () => problem ?? log?.problem(),
  };
}

/** Keeps the newest files, up to a number and a total size. */
async function prune(workspace: Workspace, folder: string): Promise<void> {
  const files: { name: string; size: number; mtimeMs: number }[] = [];
  for (const name of listStateFiles(folder).filter((each) => each.endsWith(".log") && !/[\\]/.test(each))) {
    const file =
      workspace.state === undefined
        ? await statPath(workspace, literalPath(`${stateFolder}/logs/${name}`))
        : undefined;
    if (file?.ok && file.value) files.push({ name, size: file.value.size, mtimeMs: file.value.mtimeMs });
  }
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let total = 0;
  for (const [index, { name, size }] of files.entries()) {
    total += size;
    if (index >= maxFiles - 1 || (total > maxTotalBytes && index > 0)) deleteStateFile(folder, name);
  }
}

function freeName(folder: string, stem: string): string {
  const names = new Set(listStateFiles(folder));
  let name = `${stem}.log`;
  for (let again = 2; names.has(name); again++) name = `${stem}-${again}.log`;
  return name;
}

function stampOf(date: Date): string {
  return date.toISOString().replace(/[-:]/g, "").replace(/\..*$/, "");
}
