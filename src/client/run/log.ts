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

/** The file of one run: a header, then every line with its time and kind. */
export interface RunLog {
  /** Absolute path; empty when the folder cannot be written. */
  readonly path: string;
  readonly add: (kind: LogKind, text: string) => void;
  readonly close: () => Promise<void>;
  /** Why lines are lost, once that is so. */
  readonly problem: () => string | undefined;
}

const MOST_FILES = 100;
const MOST_BYTES = 50 * 1024 * 1024;
const MOST_CHARS = 4 * 1024 * 1024;

/** Opens the log of a run under `.hewto/logs/`. Without a place to write the run goes on all the same. */
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
    // Read-only project: the run matters more than its log.
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
      for (const line of clipText(text, MOST_CHARS, "the rest was not logged").split(/\r?\n/)) {
        log?.write(`${time} [${kind}] ${printable(line)}`);
      }
    },
    close: async () => log?.close(),
    problem: () => problem ?? log?.problem(),
  };
}

/** The newest files stay, up to a number and a size. Names sort by time within a feature, so times are read. */
async function prune(workspace: Workspace, folder: string): Promise<void> {
  const files: { name: string; size: number; mtimeMs: number }[] = [];
  for (const name of listStateFiles(folder).filter((each) => each.endsWith(".log") && !/[\\]/.test(each))) {
    const found =
      workspace.state === undefined
        ? await statPath(workspace, literalPath(`${stateFolder}/logs/${name}`))
        : undefined;
    if (found?.ok && found.value) files.push({ name, size: found.value.size, mtimeMs: found.value.mtimeMs });
  }
  files.sort((a, b) => b.mtimeMs - a.mtimeMs);
  let total = 0;
  for (const [index, { name, size }] of files.entries()) {
    total += size;
    if (index >= MOST_FILES - 1 || (total > MOST_BYTES && index > 0)) deleteStateFile(folder, name);
  }
}

function freeName(folder: string, stem: string): string {
  const taken = new Set(listStateFiles(folder));
  let name = `${stem}.log`;
  for (let again = 2; taken.has(name); again++) name = `${stem}-${again}.log`;
  return name;
}

function stampOf(date: Date): string {
  return date.toISOString().replace(/[-:]/g, "").replace(/\..*$/, "");
}
