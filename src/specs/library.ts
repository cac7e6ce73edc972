import { clipText } from "../kernel/clip.ts";
import { type Fault, fault } from "../kernel/fault.ts";
import type { Problem } from "../kernel/finding.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import {
  type FolderEntry,
  listBelow,
  listFolder,
  readText,
  readTextSync,
  readUtf8Sync,
  type TextFile,
} from "../workspace/files/files.ts";
import { childPath, parentPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { yieldIfDue } from "../workspace/process/event-loop.ts";
import { mayHoldDelta, readHead, type SpecHead } from "./head.ts";
import { findById, type Named, withIds } from "./ids.ts";
import type { Layout } from "./layouts.ts";
import type { Spec, SpecSection } from "./model.ts";
import { isDelta, readSpec } from "./read.ts";
import { mayHoldBlock, unclosedProblems } from "./unclosed.ts";
import { defaultVocabulary, type Vocabulary } from "./vocabulary.ts";

/** A spec file that was found; `name` is its folder below the layout's specs, with slashes. */
export interface SpecEntry extends Named {
  readonly layout: Layout;
  readonly path: WorkspacePath;
  /** Why it is not read, though it looks like a spec. */
  readonly obstacle?: Fault;
}

/** A spec with its text. One that cannot be read is here too, empty and with the reason. */
export interface LoadedSpec {
  readonly entry: SpecEntry;
  readonly spec: Spec;
  readonly file: TextFile | undefined;
  /** Why the file could not be read. */
  readonly fault?: Fault;
  readonly problems: readonly Problem[];
}

const specFile = "spec.md";
const deepest = 16;

/** Every spec of every layout, by id. */
export async function findSpecs(workspace: Workspace, layouts: readonly Layout[]): Promise<SpecEntry[]> {
  const found: Omit<SpecEntry, "id">[] = [];
  for (const layout of layouts) {
    const kept = (entry: FolderEntry) => isCapabilityFolder(entry, layout);
    const files = await findSpecFiles(workspace, layout.specs, kept);
    found.push(...files.map((file) => ({ ...file, layout })));
  }
  return withIds(found);
}

export interface FoundFile {
  /** The folders between the start and the file, joined with "/". */
  readonly name: string;
  readonly path: WorkspacePath;
  readonly obstacle?: Fault;
}

/**
 * `spec.md` files below a folder, at any depth but not in the folder itself. What only looks like one is found too,
 * with the reason why it is not read: nothing is dropped in silence.
 */
export async function findSpecFiles(
  workspace: Workspace,
  start: WorkspacePath,
  isKept: (entry: FolderEntry) => boolean = () => true,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const isEntered = (entry: FolderEntry, depth: number) =>
    !entry.name.startsWith(".") && depth < deepest && (depth > 0 || isKept(entry));
  for (const { path, depth, entries } of await listBelow(workspace, start, isEntered)) {
    const name =
      depth === 0 ? (path.split("/").at(-1) ?? "") : path.slice(start === "" ? 0 : start.length + 1);
    if (!entries.ok && entries.fault.code === "unreadable_file")
      found.push({ name, path: childPath(path, specFile) });
    if (!entries.ok) continue;
    for (const entry of entries.value) {
      if (!isLostFolder(entry) || !isEntered(entry, depth)) continue;
      const inner = depth === 0 ? entry.name : `${name}/${entry.name}`;
      found.push({ name: inner, path: entry.path, obstacle: linkLeadsAway(entry.path) });
    }
    if (depth > 0) found.push(...specAmong(entries.value, name));
  }
  return found;
}

function specAmong(entries: readonly FolderEntry[], name: string): FoundFile[] {
  const files = entries.filter((entry) => entry.kind !== "folder");
  const spec = files.find((entry) => entry.name === specFile);
  if (spec) return [{ name, path: spec.path }];
  const nearly = files.find((entry) => entry.name.toLowerCase() === specFile);
  return nearly ? [{ name, path: nearly.path, obstacle: misnamed(nearly.path) }] : [];
}

/** The text of a spec. A file whose name differs only in case is an error: a second file next to it would hide it. */
export async function readSpecFile(workspace: Workspace, path: WorkspacePath): Promise<Result<TextFile>> {
  const file = await readText(workspace, path);
  if (file.ok || file.fault.code !== "path_not_found") return file;
  const entries = await listFolder(workspace, parentPath(path));
  const [found] = entries.ok ? specAmong(entries.value, "") : [];
  return found?.obstacle ? fail(found.obstacle) : file;
}

/** A link that leads nowhere or out of the root, by the name of a folder. */
function isLostFolder({ kind, link, name }: FolderEntry): boolean {
  return link && kind === "other" && !/\.\w+$/.test(name);
}

function linkLeadsAway(path: WorkspacePath): Fault {
  const message = `\`${path}\` is a link that leads nowhere or outside the workspace, so no spec is read there.`;
  return fault(
    "unreadable_file",
    message,
    "Let it lead to a folder inside, or put the folder itself there.",
    {
      path,
    },
  );
}

function misnamed(path: WorkspacePath): Fault {
  const message = `\`${path}\` is not read: the file of a spec is called \`${specFile}\`, in small letters.`;
  return fault("unreadable_file", message, `Rename it to \`${specFile}\`.`, { path });
}

/**
 * `_changes`, `_archive` and the like are not capabilities, and under `specs/` neither are spec-kit's numbered
 * feature folders. OpenSpec has no such folders, so there every name is one.
 */
function isCapabilityFolder(
  { name, path }: { readonly name: string; readonly path: string },
  layout: Layout,
): boolean {
  if (path === layout.changes || path === layout.archive) return false;
  if (layout.name === "openspec") return true;
  return !name.startsWith("_") && !/^\d{3,}-/.test(name);
}

/** Whether a file at this path would be a spec, existing or not. */
export function isSpecPath(layouts: readonly Layout[], path: string): boolean {
  return layouts.some((layout) => {
    const start = layout.specs === "" ? "" : `${layout.specs}/`;
    if (!path.startsWith(start) || !path.endsWith(`/${specFile}`)) return false;
    const folders = path.slice(start.length).split("/").slice(0, -1);
    const [name = ""] = folders;
    const isHidden = folders.some((folder) => folder.startsWith("."));
    return name !== "" && !isHidden && isCapabilityFolder({ name, path: start + name }, layout);
  });
}

/** By id, or by the path of its file or folder from the root. */
export function findSpec(entries: readonly SpecEntry[], id: string): Result<SpecEntry> {
  const path = id.replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "");
  const named = entries.find((entry) => entry.path === path || parentPath(entry.path) === path);
  const isPath = named !== undefined && !entries.some((entry) => entry.id === id);
  if (isPath) return ok(named);
  const suggest = { operation: "list_specs", to: "see all specs" };
  return findById(entries, id, { noun: "spec", code: "spec_not_found", suggest });
}

/** Reads one spec. Whatever is wrong with the file becomes a problem of that spec and of no other. */
export async function loadSpec(
  workspace: Workspace,
  entry: SpecEntry,
  vocabulary: Vocabulary = defaultVocabulary,
): Promise<LoadedSpec> {
  await yieldIfDue();
  return loadSpecNow(workspace, entry, vocabulary);
}

/** Like `loadSpec`, for a loop over many specs that takes turns itself. */
export function loadSpecNow(workspace: Workspace, entry: SpecEntry, vocabulary: Vocabulary): LoadedSpec {
  const file = entry.obstacle ? fail(entry.obstacle) : readTextSync(workspace, entry.path, { lossy: true });
  const spec = readSpec(file.ok ? file.value.text : "", vocabulary);
  if (!file.ok) {
    const { fault } = file;
    return { entry, spec, file: undefined, fault, problems: [unreadableFile(fault)] };
  }
  return { entry, spec, file: file.value, problems: problemsOf(file.value, spec) };
}

export async function loadSpecs(
  workspace: Workspace,
  entries: readonly SpecEntry[],
  vocabulary: Vocabulary = defaultVocabulary,
): Promise<LoadedSpec[]> {
  const loaded: LoadedSpec[] = [];
  for (const entry of entries) loaded.push(await loadSpec(workspace, entry, vocabulary));
  return loaded;
}

export function unreadableFile({ message, remedy }: Fault): Problem {
  return { rule: "unreadable-file", line: 1, message, fix: remedy };
}

/** Whether the file holds text at all: of UTF-16 or an image nothing can be said but that. */
export function isText(file: TextFile): boolean {
  return file.problems.every((problem) => problem.isText);
}

/** What keeps a reader from seeing the spec as its author meant it. The rules say the rest. */
function problemsOf(file: TextFile, { title, purpose, sections, document }: Spec): Problem[] {
  return [
    ...fileProblems(file),
    ...(isText(file) ? headProblems({ title, purpose }) : []),
    ...sections.filter(isDelta).slice(0, 1).map(deltaProblem),
    ...(isText(file) ? unclosedProblems(document) : []),
  ];
}

function fileProblems(file: TextFile): Problem[] {
  return file.problems.map(({ message, fix, line }) => ({ rule: "invalid-utf8", line, message, fix }));
}

function headProblems({ title, purpose }: SpecHead): Problem[] {
  const problems: Problem[] = [];
  const add = (rule: string, message: string) => problems.push({ rule, line: 1, message });
  if (title === undefined) add("title-missing", "There is no `# Title`; the id stands in for it.");
  if (purpose === "") add("purpose-missing", "There is no text under `## Purpose`.");
  return problems;
}

function deltaProblem({ title, line }: SpecSection): Problem {
  return { rule: "delta-in-spec", line, message: `\`## ${title}\` belongs in a change, not in a spec.` };
}

/** What a list of specs shows of one. Reads the whole file only where its top does not tell. */
export function describeSpec(
  workspace: Workspace,
  entry: SpecEntry,
  vocabulary: Vocabulary,
): { title: string; purpose: string; problems: readonly Problem[] } {
  // Not hashed: only the top of most files is read. Files that are not UTF-8 are read as a whole.
  const file = entry.obstacle ? undefined : readUtf8Sync(workspace, entry.path);
  const text = file?.ok ? file.value.content.toString("utf8") : undefined;
  if (text === undefined || mayHoldDelta(text) || mayHoldBlock(text)) {
    const loaded = loadSpecNow(workspace, entry, vocabulary);
    return { title: titleOf(loaded), purpose: shortPurpose(loaded.spec), problems: loaded.problems };
  }
  const head = readHead(text, vocabulary);
  return { title: head.title ?? entry.name, purpose: shortPurpose(head), problems: headProblems(head) };
}

const maxPurposeLength = 2_000;

export function titleOf({ entry, spec }: LoadedSpec): string {
  return spec.title ?? entry.name;
}

export function shortPurpose({ purpose }: Pick<Spec, "purpose">): string {
  return clipText(purpose, maxPurposeLength);
}
