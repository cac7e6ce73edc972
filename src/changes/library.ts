import type { Problem } from "../kernel/finding.ts";
import { byCodePoint } from "../kernel/order.ts";
import { fail, type Result } from "../kernel/result.ts";
import { readMarkdown } from "../markdown/document.ts";
import { readTasks, type TaskItem } from "../markdown/tasks.ts";
import { mayHoldDelta } from "../specs/head.ts";
import { findById, type Named, withIds } from "../specs/ids.ts";
import type { Layout } from "../specs/layouts.ts";
import { findSpecFiles, unreadableFile } from "../specs/library.ts";
import { deltaKind } from "../specs/outline.ts";
import { defaultVocabulary, type Vocabulary } from "../specs/vocabulary.ts";
import { type FolderEntry, listFolder, readText, type TextFile } from "../workspace/files/files.ts";
import { joinPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { type Delta, readDelta } from "./delta/delta.ts";
import { type ChangeMetadata, readMetadata, unknownMetadata } from "./metadata.ts";
import { trackedTasks } from "./schema/tracked.ts";
import { whyOf } from "./why.ts";

/** The folder of an active change. */
export interface ChangeEntry extends Named {
  readonly layout: Layout;
  readonly path: WorkspacePath;
}

/** A document of a change: not there, there but unreadable, or its text. */
export interface ChangeDocument {
  readonly path: WorkspacePath;
  readonly file: TextFile | undefined;
  /** Why a file that is there could not be read. */
  readonly problem: Problem | undefined;
}

export interface DeltaFile extends ChangeDocument {
  readonly capability: string;
  readonly delta: Delta;
}

export interface Change {
  readonly entry: ChangeEntry;
  readonly title: string;
  readonly proposal: ChangeDocument;
  readonly tasks: ChangeDocument & { readonly items: readonly TaskItem[] };
  readonly design: ChangeDocument;
  readonly verification: ChangeDocument;
  /** By capability. */
  readonly deltas: readonly DeltaFile[];
  /** Markdown in the change's `specs/` that is not a delta of any capability. */
  readonly misplacedDeltas: readonly WorkspacePath[];
  readonly metadata: ChangeMetadata;
}

/** Every active change of every layout, by id. An archive inside the changes folder does not count. */
export async function findChanges(workspace: Workspace, layouts: readonly Layout[]): Promise<ChangeEntry[]> {
  const found: Omit<ChangeEntry, "id">[] = [];
  for (const layout of layouts) {
    const entries = await listFolder(workspace, layout.changes);
    if (!entries.ok) continue;
    for (const entry of entries.value) {
      if (isChange(entry, layout)) found.push({ name: entry.name, path: entry.path, layout });
    }
  }
  return withIds(found);
}

/** Links with the name of a change. They do not count as changes, because archiving moves the folder of a change. */
export async function findLinkedChanges(
  workspace: Workspace,
  layouts: readonly Layout[],
): Promise<WorkspacePath[]> {
  const found: WorkspacePath[] = [];
  for (const layout of layouts) {
    const entries = await listFolder(workspace, layout.changes);
    const links = (entries.ok ? entries.value : []).filter(({ link, kind }) => link && kind !== "file");
    found.push(...links.filter((entry) => isChangeName(entry, layout)).map(({ path }) => path));
  }
  return found;
}

function isChange(entry: FolderEntry, layout: Layout): boolean {
  return entry.kind === "folder" && !entry.link && isChangeName(entry, layout);
}

function isChangeName(entry: FolderEntry, layout: Layout): boolean {
  if (entry.path === layout.archive) return false;
  return !entry.name.startsWith(".") && entry.name !== "archive" && entry.name !== "_archive";
}

export function findChange(entries: readonly ChangeEntry[], id: string): Result<ChangeEntry> {
  const suggest = { operation: "list_changes", to: "see the active changes" };
  return findById(entries, id, { noun: "change", code: "change_not_found", suggest });
}

export async function loadChange(
  workspace: Workspace,
  entry: ChangeEntry,
  vocabulary: Vocabulary = defaultVocabulary,
): Promise<Change> {
  const read = (name: string) => readDocument(workspace, entry, name);
  const proposal = await read("proposal.md");
  const metadata = await loadMetadata(await read(".openspec.yaml"));
  const tasks = await loadTasks(workspace, entry, metadata);
  const { deltas, misplacedDeltas } = await loadDeltas(workspace, entry, vocabulary);
  return {
    entry,
    title: titleOf(entry, proposal),
    proposal,
    tasks,
    design: await read("design.md"),
    verification: await read("verification.md"),
    deltas,
    misplacedDeltas,
    metadata,
  };
}

/** What a list of changes shows, without reading the deltas. */
export async function loadSummary(
  workspace: Workspace,
  entry: ChangeEntry,
): Promise<Pick<Change, "title" | "tasks"> & { readonly why: string; readonly hasProposal: boolean }> {
  const proposal = await readDocument(workspace, entry, "proposal.md");
  const why = proposal.file === undefined ? "" : whyOf(proposal.file.text);
  const metadata = await loadMetadata(await readDocument(workspace, entry, ".openspec.yaml"));
  const tasks = await loadTasks(workspace, entry, metadata);
  return { title: titleOf(entry, proposal), why, hasProposal: proposal.file !== undefined, tasks };
}

async function loadMetadata({ file, problem }: ChangeDocument): Promise<ChangeMetadata> {
  return problem === undefined ? readMetadata(file?.text) : unknownMetadata(problem);
}

async function loadTasks(
  workspace: Workspace,
  entry: ChangeEntry,
  metadata: ChangeMetadata,
): Promise<Change["tasks"]> {
  const tracked = await trackedTasks(workspace, entry, metadata);
  if (tracked !== undefined) return { ...tracked, problem: undefined };
  const document = await readDocument(workspace, entry, "tasks.md");
  const items = document.file === undefined ? [] : readTasks(readMarkdown(document.file.text));
  return { ...document, items };
}

async function readDocument(workspace: Workspace, entry: ChangeEntry, name: string): Promise<ChangeDocument> {
  const path = below(entry.path, name);
  const file = await readText(workspace, path, { lossy: true });
  if (file.ok) return { path, file: file.value, problem: undefined };
  const isAbsent = file.fault.code === "path_not_found";
  return { path, file: undefined, problem: isAbsent ? undefined : unreadableFile(file.fault) };
}

async function loadDeltas(
  workspace: Workspace,
  entry: ChangeEntry,
  vocabulary: Vocabulary,
): Promise<Pick<Change, "deltas" | "misplacedDeltas">> {
  const folder = below(entry.path, "specs");
  const found = await findSpecFiles(workspace, folder);
  const deltas: DeltaFile[] = [];
  for (const { name, path, obstacle } of found) {
    const file = obstacle ? fail(obstacle) : await readText(workspace, path, { lossy: true });
    const delta = readDelta(file.ok ? file.value.text : "", vocabulary);
    const loaded = file.ok
      ? { file: file.value, problem: undefined }
      : { file: undefined, problem: unreadableFile(file.fault) };
    deltas.push({ capability: name, path, delta, ...loaded });
  }
  deltas.sort((a, b) => byCodePoint(a.capability, b.capability));
  return {
    deltas,
    misplacedDeltas: await findMisplacedDeltas(workspace, folder, new Set(found.map(({ path }) => path))),
  };
}

/** Deltas that would never be applied: `specs/spec.md`, `specs/auth.md`, `specs/auth/delta.md`. */
async function findMisplacedDeltas(
  workspace: Workspace,
  folder: WorkspacePath,
  known: ReadonlySet<WorkspacePath>,
): Promise<WorkspacePath[]> {
  const misplacedDeltas: WorkspacePath[] = [];
  const ahead = [folder];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const entries = await listFolder(workspace, next);
    for (const entry of entries.ok ? entries.value : []) {
      if (entry.kind === "folder" && !entry.link && !entry.name.startsWith(".")) ahead.push(entry.path);
      if (entry.kind !== "file" || !entry.name.endsWith(".md") || known.has(entry.path)) continue;
      const file = await readText(workspace, entry.path, { lossy: true });
      if (file.ok && holdsDelta(file.value.text)) misplacedDeltas.push(entry.path);
    }
  }
  return misplacedDeltas.sort(byCodePoint);
}

/** A changelog's `## Removed` or an example in a fence is not a delta. */
function holdsDelta(text: string): boolean {
  return (
    mayHoldDelta(text) &&
    readMarkdown(text).headings.some((each) => each.level === 2 && deltaKind(each) !== undefined)
  );
}

/** The proposal's heading without a leading "Change:", else the id in words. OpenSpec's template says only "Proposal". */
function titleOf(entry: ChangeEntry, proposal: ChangeDocument): string {
  const headings = proposal.file === undefined ? [] : readMarkdown(proposal.file.text).headings;
  const title = headings
    .find((heading) => heading.level === 1)
    ?.text.replace(/^(?:change(?: proposal)?|proposal)\s*:\s*/i, "")
    .trim();
  const isGeneric = title === undefined || /^(?:(?:change )?proposal|change)?$/i.test(title);
  return isGeneric ? titleInWords(entry) : title;
}

/** The title of a change whose proposal has none. */
export function titleInWords({ name }: Pick<ChangeEntry, "name">): string {
  return name.replaceAll("-", " ");
}

/** Where the spec of a capability is, or would be, in the layout of a change. */
export function specPath(change: Pick<Change, "entry">, capability: string): WorkspacePath {
  return below(below(change.entry.layout.specs, capability), "spec.md");
}

/** Whether a title says no more than the id: `# Proposal: add-login` of the change `add-login`. */
export function repeatsId(title: string, id: string): boolean {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim();
  return plain(id).endsWith(plain(title));
}

/** A path whose parts are constants or come from a folder listing. */
export function below(folder: WorkspacePath, name: string): WorkspacePath {
  const path = joinPath(folder, name);
  if (!path.ok) throw new Error(path.fault.message);
  return path.value;
}
