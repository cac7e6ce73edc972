import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { splitLines } from "../../markdown/blocks/lines.ts";
import { toggleTask } from "../../markdown/tasks.ts";
import { listFolder, readBytes, statPath } from "../../workspace/files/files.ts";
import { insideWorkspace, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import type { FileLocation } from "../state/model.ts";
import { decodeBytes, encodeText } from "./byte-text.ts";

export interface FileText {
  readonly text: string;
  readonly sha256: string;
}

const maxAttempts = 5;

export async function openFile(
  location: FileLocation,
): Promise<Result<{ workspace: Workspace; path: WorkspacePath }>> {
  const workspace = await openWorkspace(location.root);
  if (!workspace.ok) return workspace;
  const path = await insideWorkspace(workspace.value, location.path);
  return path.ok ? ok({ workspace: workspace.value, path: path.value }) : path;
}

export async function readFile(location: FileLocation): Promise<Result<FileText>> {
  const opened = await openFile(location);
  if (!opened.ok) return opened;
  const file = await readBytes(opened.value.workspace, opened.value.path);
  return file.ok ? ok({ text: decodeBytes(file.value.content), sha256: file.value.sha256 }) : file;
}

/** Replaces the text of a file; one that changed since it was read stays as it is (`write_conflict`). */
export async function saveFile(
  location: FileLocation,
  text: string,
  expect: string,
): Promise<Result<string>> {
  const opened = await openFile(location);
  if (!opened.ok) return opened;
  const { workspace, path } = opened.value;
  const stat = await statPath(workspace, path);
  if (stat.ok && stat.value?.readOnly) return readOnly(path);
  const edits = [{ kind: "write" as const, path, content: encodeText(text), expect }];
  const written = await commit(workspace, { label: `edit ${path}`, edits }, { tool: "tui" });
  if (!written.ok) return written;
  const file = await readBytes(workspace, path);
  return file.ok ? ok(file.value.sha256) : file;
}

let lastToggle: Promise<unknown> = Promise.resolve();

/** Runs one toggle after another, so that the second one reads what the first one wrote. */
export function toggleLine(...toggle: Parameters<typeof toggleNow>): Promise<Result<undefined>> {
  const turn = lastToggle.then(() => toggleNow(...toggle));
  lastToggle = turn;
  return turn;
}

/**
 * Ticks or unticks the task on a line, if the line is still the one on the screen. Only the check box changes;
 * concurrent changes elsewhere in the file are kept.
 */
async function toggleNow(
  location: FileLocation,
  line: number,
  expected: string,
  done: boolean,
): Promise<Result<undefined>> {
  for (let attempt = 1; ; attempt++) {
    const file = await readFile(location);
    if (!file.ok) return file;
    const now = splitLines(file.value.text)[line - 1]?.text;
    if (now !== expected) return changed(location, line, now);
    const toggled = toggleTask(file.value.text, line, done);
    if (!toggled.ok) return toggled;
    const saved = await saveFile(location, toggled.value, file.value.sha256);
    if (saved.ok) return ok(undefined);
    if (saved.fault.code !== "write_conflict" || attempt === maxAttempts) return saved;
  }
}

/** Copies a folder to the same path of another checkout, without overwriting anything. */
export async function copyFolder(from: FileLocation, target: Workspace): Promise<Result<number>> {
  const opened = await openFile(from);
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

const maxTexts = 300;

/** The texts of a folder by their path in it; large files and those beyond the first few hundred are left out. */
export async function textsBelow({
  workspace,
  path: folder,
}: {
  readonly workspace: Workspace;
  readonly path: WorkspacePath;
}): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of (await filesBelow(workspace, folder)).slice(0, maxTexts)) {
    const file = await readBytes(workspace, path);
    if (file.ok) texts.set(path.slice(folder.length + 1), decodeBytes(file.value.content));
  }
  return texts;
}

async function filesBelow(workspace: Workspace, folder: WorkspacePath): Promise<WorkspacePath[]> {
  const listed = await listFolder(workspace, folder);
  const files: WorkspacePath[] = [];
  for (const entry of listed.ok ? listed.value : []) {
    if (entry.kind === "file") files.push(entry.path);
    if (entry.kind === "folder" && !entry.link) files.push(...(await filesBelow(workspace, entry.path)));
  }
  return files;
}

function readOnly(path: WorkspacePath): Result<never> {
  const message = `\`${path}\` is read-only; nothing was written.`;
  return fail(fault("write_failed", message, "Make it writable (`chmod u+w`), then try again.", { path }));
}

function changed({ path }: FileLocation, line: number, now: string | undefined): Result<never> {
  const current = now === undefined ? "The line no longer exists." : `It is now: ${now.trim()}`;
  const message = `Line ${line} of ${path} changed on disk, so the task was not ticked. ${current}`;
  return fail(
    fault("write_conflict", message, "The page was reloaded. Check the task and try again.", {
      path,
    }),
  );
}
