import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { splitLines } from "../../markdown/blocks/lines.ts";
import { toggleTask } from "../../markdown/tasks.ts";
import { listFolder, readBytes, statPath } from "../../workspace/files/files.ts";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { FilePlace } from "../state/model.ts";
import { decodeBytes, encodeText } from "./byte-text.ts";

export interface ReadFile {
  readonly text: string;
  readonly sha256: string;
}

const attempts = 5;

export async function openPlace(
  place: FilePlace,
): Promise<Result<{ workspace: Workspace; path: WorkspacePath }>> {
  const workspace = await openWorkspace(place.root);
  if (!workspace.ok) return workspace;
  const path = await insideWorkspace(workspace.value, place.path);
  return path.ok ? ok({ workspace: workspace.value, path: path.value }) : path;
}

export async function readPlace(place: FilePlace): Promise<Result<ReadFile>> {
  const opened = await openPlace(place);
  if (!opened.ok) return opened;
  const file = await readBytes(opened.value.workspace, opened.value.path);
  return file.ok ? ok({ text: decodeBytes(file.value.content), sha256: file.value.sha256 }) : file;
}

/** Writes a text over what was read; a file that changed meanwhile stays as it is (`write_conflict`). */
export async function savePlace(place: FilePlace, text: string, expect: string): Promise<Result<string>> {
  const opened = await openPlace(place);
  if (!opened.ok) return opened;
  const { workspace, path } = opened.value;
  const found = await statPath(workspace, path);
  if (found.ok && found.value?.readOnly) return readOnly(path);
  const edits = [{ kind: "write" as const, path, content: encodeText(text), expect }];
  const written = await commit(workspace, { label: `edit ${path}`, edits }, { tool: "tui" });
  if (!written.ok) return written;
  const file = await readBytes(workspace, path);
  return file.ok ? ok(file.value.sha256) : file;
}

let lastToggle: Promise<unknown> = Promise.resolve();

/** Ticks come one after another: the second knows what the first has written. */
export function toggleLine(...toggle: Parameters<typeof toggleNow>): Promise<Result<undefined>> {
  const turn = lastToggle.then(() => toggleNow(...toggle));
  lastToggle = turn;
  return turn;
}

/**
 * Ticks or unticks the task on a line, if the line still reads as it did on the screen. Only the box changes;
 * what others write elsewhere in the file at the same time is kept.
 */
async function toggleNow(
  place: FilePlace,
  line: number,
  shown: string,
  done: boolean,
): Promise<Result<undefined>> {
  for (let attempt = 1; ; attempt++) {
    const file = await readPlace(place);
    if (!file.ok) return file;
    const now = splitLines(file.value.text)[line - 1]?.text;
    if (now !== shown) return changed(place, line, now);
    const toggled = toggleTask(file.value.text, line, done);
    if (!toggled.ok) return toggled;
    const saved = await savePlace(place, toggled.value, file.value.sha256);
    if (saved.ok) return ok(undefined);
    if (saved.fault.code !== "write_conflict" || attempt === attempts) return saved;
  }
}

/** The files of a folder as they would lie in another checkout; nothing is overwritten there. */
export async function copyFolder(from: FilePlace, target: Workspace): Promise<Result<number>> {
  const opened = await openPlace(from);
  if (!opened.ok) return opened;
  const paths = await filesBelow(opened.value.workspace, opened.value.path);
  const edits = [];
  for (const path of paths) {
    const file = await readBytes(opened.value.workspace, path);
    if (!file.ok) return file;
    edits.push({
      kind: "write" as const,
      path,
      content: file.value.content,
      expect: "absent" as const,
    });
  }
  const written = await commit(target, { label: `copy ${from.path}`, edits }, { tool: "tui" });
  return written.ok ? ok(edits.length) : written;
}

async function filesBelow(workspace: Workspace, folder: WorkspacePath): Promise<WorkspacePath[]> {
  const listed = await listFolder(workspace, folder);
  const found: WorkspacePath[] = [];
  for (const entry of listed.ok ? listed.value : []) {
    if (entry.kind === "file") found.push(entry.path);
    if (entry.kind === "folder" && !entry.link) found.push(...(await filesBelow(workspace, entry.path)));
  }
  return found;
}

function readOnly(path: WorkspacePath): Result<never> {
  const message = `\`${path}\` is read-only; nothing was written.`;
  return fail(fault("write_failed", message, "Make it writable (`chmod u+w`), then try again.", { path }));
}

function changed({ path }: FilePlace, line: number, now: string | undefined): Result<never> {
  const there = now === undefined ? "The line is gone." : `It now reads: ${now.trim()}`;
  const message = `Line ${line} of ${path} changed on disk, so the task was not ticked. ${there}`;
  return fail(
    fault("write_conflict", message, "The page has been read again; look at the task and try again.", {
      path,
    }),
  );
}
