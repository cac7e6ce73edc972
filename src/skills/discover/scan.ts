import type { FolderEntry } from "../../workspace/files/files.ts";
import { absolutePath, insideWorkspace, isWithin, joinAbsolute } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PathProblem, problem } from "../finding.ts";
import type { SkillFileName, SkillFolder } from "../skill.ts";
import type { Memo } from "./memo.ts";

const maxDepth = 8;
const maxFolders = 20_000;
/** Folders that the standard reserves for a skill's own files; a SKILL.md in them is not a skill. */
const ownFolders = new Set(["assets", "references", "scripts"]);
const skippedFolders = new Set([".git", ".hg", ".svn", ".hewto", "node_modules", "__pycache__"]);

/** A folder that holds a SKILL.md, a disabled one, or both. */
export interface ScannedFolder {
  readonly folder: SkillFolder;
  readonly files: readonly SkillFileName[];
  /** Whether a symbolic link led there. */
  readonly linked: boolean;
}

export interface Scan {
  readonly folders: readonly ScannedFolder[];
  readonly problems: readonly PathProblem[];
}

/** Where a scan starts. */
interface Start {
  readonly folder: SkillFolder;
  /** Whether the folder itself may be a skill. */
  readonly includeSelf: boolean;
  readonly linked: boolean;
}

interface Step {
  readonly folder: SkillFolder;
  readonly depth: number;
  readonly linked: boolean;
}

/**
 * Finds skill folders below a root, down to a maximum depth. Links to folders are followed if they end inside
 * one of the `allowedRoots`. Each real folder is visited once, so a loop of links ends.
 */
export async function scanRoot(
  memo: Memo,
  { folder: root, includeSelf, linked: rootLinked }: Start,
  allowedRoots: readonly Workspace[],
): Promise<Scan> {
  const folders: ScannedFolder[] = [];
  const problems: PathProblem[] = [];
  const visited = new Set<string>();
  const pending: Step[] = [{ folder: root, depth: 0, linked: rootLinked }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const { folder, depth, linked } = step;
    if (visited.has(folder.absolute)) continue;
    if (visited.size >= maxFolders) {
      problems.push(placed(root.absolute, tooMany()));
      break;
    }
    visited.add(folder.absolute);
    const entries = await memo.list(folder.jail, folder.path);
    if (!entries.ok) {
      const { message, remedy } = entries.fault;
      problems.push(placed(folder.absolute, problem("warning", "unreadable-folder", message, remedy)));
      continue;
    }
    const skillFiles = skillFilesIn(entries.value);
    const files = depth > 0 || includeSelf ? skillFiles : [];
    if (files.length > 0) folders.push({ folder, files, linked });
    else if (skillFiles.length > 0) problems.push(placed(folder.absolute, inTheRoot()));
    else if (entries.value.some(isMisspelled)) problems.push(placed(folder.absolute, misspelled()));
    const inside =
      files.length > 0 ? entries.value.filter(({ name }) => !ownFolders.has(name)) : entries.value;
    const below = await foldersBelow(step, inside, allowedRoots, problems);
    if (below.length > 0 && depth === maxDepth) problems.push(placed(folder.absolute, tooDeep()));
    else pending.push(...below.reverse());
  }
  return { folders, problems };
}

function skillFilesIn(entries: readonly FolderEntry[]): SkillFileName[] {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  return (["SKILL.md", ".SKILL.md"] as const).filter(has);
}

function isMisspelled({ name, kind }: FolderEntry): boolean {
  return kind === "file" && /^skill\.md$/i.test(name);
}

async function foldersBelow(
  { folder, depth, linked }: Step,
  entries: readonly FolderEntry[],
  allowedRoots: readonly Workspace[],
  problems: PathProblem[],
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const entry of entries) {
    if (skippedFolders.has(entry.name) || entry.kind === "file") continue;
    const absolute = joinAbsolute(folder.absolute, entry.name);
    if (!entry.link) {
      if (entry.kind !== "folder") continue;
      steps.push({ folder: { jail: folder.jail, path: entry.path, absolute }, depth: depth + 1, linked });
      continue;
    }
    const target = await followFolder(absolute, allowedRoots);
    if (target === "outside") problems.push(placed(absolute, linkOutside()));
    else if (target === "missing") problems.push(placed(absolute, dangling()));
    else if (target) steps.push({ folder: target, depth: depth + 1, linked: true });
  }
  return steps;
}

/** The folder that a link points to; undefined when it points to something else. */
async function followFolder(
  link: string,
  allowedRoots: readonly Workspace[],
): Promise<SkillFolder | "outside" | "missing" | undefined> {
  const opened = await openWorkspace(link);
  if (!opened.ok) return opened.fault.code === "path_not_found" ? "missing" : undefined;
  return (await folderWithin(opened.value.root, allowedRoots)) ?? "outside";
}

/** A real path as a folder of the allowed root that contains it; undefined when none does. */
export async function folderWithin(
  real: string,
  allowedRoots: readonly Workspace[],
): Promise<SkillFolder | undefined> {
  const jail = allowedRoots.find(({ root }) => isWithin(root, real));
  if (!jail) return undefined;
  const path = await insideWorkspace(jail, real);
  return path.ok ? { jail, path: path.value, absolute: absolutePath(jail, path.value) } : undefined;
}

function placed(path: string, what: ReturnType<typeof problem>): PathProblem {
  return { ...what, path };
}

function tooMany() {
  const message = `This root contains more than ${maxFolders} folders; the rest were not searched.`;
  return problem(
    "warning",
    "too-many-folders",
    message,
    "Point --skill-dir at the folder that holds the skills.",
  );
}

function tooDeep() {
  const message = `Folders more than ${maxDepth} levels below the root are not searched.`;
  return problem("warning", "too-deep", message, "Move the skill closer to the root.");
}

function inTheRoot() {
  const message = "This `SKILL.md` is not in a folder of its own, so it is ignored.";
  return problem("warning", "skill-in-root", message, "Move it into a folder with the skill's name.");
}

function misspelled() {
  const message = "The file is not named exactly `SKILL.md`, so it is ignored.";
  return problem(
    "warning",
    "misspelled-name",
    message,
    "Rename it to SKILL.md (SKILL in upper case, md in lower case).",
  );
}

function dangling() {
  const message = "The target of this link does not exist, or the link points to itself.";
  return problem("warning", "dangling-link", message, "Delete the link, or restore its target.");
}

function linkOutside() {
  const message = "This link points outside the workspace and all skill roots, so it is not followed.";
  return problem(
    "warning",
    "leads-outside",
    message,
    "Copy the folder here, or pass its target with --skill-dir.",
  );
}
