import type { FolderEntry } from "../../workspace/files/files.ts";
import { absolutePath, childOf, insideWorkspace, isWithin } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PlacedProblem, problem } from "../problem.ts";
import type { SkillFileName, SkillFolder } from "../skill.ts";
import type { Memo } from "./memo.ts";

const maxDepth = 8;
const maxFolders = 20_000;
/** What the standard gives a skill for its own files; an example in there is no skill. */
const ownFolders = new Set(["assets", "references", "scripts"]);
const never = new Set([".git", ".hg", ".svn", ".hewto", "node_modules", "__pycache__"]);

/** A folder that holds a SKILL.md, a disabled one, or both. */
export interface FoundFolder {
  readonly folder: SkillFolder;
  readonly files: readonly SkillFileName[];
  /** Whether a symbolic link led there. */
  readonly linked: boolean;
}

export interface Scan {
  readonly found: readonly FoundFolder[];
  readonly problems: readonly PlacedProblem[];
}

/** Where a scan begins. */
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
 * Looks for skill folders below a root, at any depth up to a bound. Links to folders are followed when they
 * end inside one of the `grounds`; each real folder is visited once, so a loop ends by itself.
 */
export async function scanRoot(
  memo: Memo,
  { folder: root, includeSelf, linked: rootLinked }: Start,
  grounds: readonly Workspace[],
): Promise<Scan> {
  const found: FoundFolder[] = [];
  const problems: PlacedProblem[] = [];
  const visited = new Set<string>();
  const ahead: Step[] = [{ folder: root, depth: 0, linked: rootLinked }];
  for (let step = ahead.pop(); step !== undefined; step = ahead.pop()) {
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
    const held = skillFiles(entries.value);
    const files = depth > 0 || includeSelf ? held : [];
    if (files.length > 0) found.push({ folder, files, linked });
    else if (held.length > 0) problems.push(placed(folder.absolute, inTheRoot()));
    else if (entries.value.some(isMisspelled)) problems.push(placed(folder.absolute, misspelled()));
    const inside =
      files.length > 0 ? entries.value.filter(({ name }) => !ownFolders.has(name)) : entries.value;
    const below = await foldersBelow(step, inside, grounds, problems);
    if (below.length > 0 && depth === maxDepth) problems.push(placed(folder.absolute, tooDeep()));
    else ahead.push(...below.reverse());
  }
  return { found, problems };
}

function skillFiles(entries: readonly FolderEntry[]): SkillFileName[] {
  const has = (name: string) => entries.some((entry) => entry.name === name);
  return (["SKILL.md", ".SKILL.md"] as const).filter(has);
}

function isMisspelled({ name, kind }: FolderEntry): boolean {
  return kind === "file" && /^skill\.md$/i.test(name);
}

async function foldersBelow(
  { folder, depth, linked }: Step,
  entries: readonly FolderEntry[],
  grounds: readonly Workspace[],
  problems: PlacedProblem[],
): Promise<Step[]> {
  const steps: Step[] = [];
  for (const entry of entries) {
    if (never.has(entry.name) || entry.kind === "file") continue;
    const absolute = childOf(folder.absolute, entry.name);
    if (!entry.link) {
      if (entry.kind !== "folder") continue;
      steps.push({ folder: { jail: folder.jail, path: entry.path, absolute }, depth: depth + 1, linked });
      continue;
    }
    const target = await followFolder(absolute, grounds);
    if (target === "outside") problems.push(placed(absolute, leadsOut()));
    else if (target === "nowhere") problems.push(placed(absolute, leadsNowhere()));
    else if (target) steps.push({ folder: target, depth: depth + 1, linked: true });
  }
  return steps;
}

/** Where a link to a folder ends; `undefined` when it leads to something else. */
async function followFolder(
  link: string,
  grounds: readonly Workspace[],
): Promise<SkillFolder | "outside" | "nowhere" | undefined> {
  const opened = await openWorkspace(link);
  if (!opened.ok) return opened.fault.code === "path_not_found" ? "nowhere" : undefined;
  return (await groundedFolder(opened.value.root, grounds)) ?? "outside";
}

/** A real folder as one inside a ground. */
export async function groundedFolder(
  real: string,
  grounds: readonly Workspace[],
): Promise<SkillFolder | undefined> {
  const jail = grounds.find((ground) => isWithin(ground.root, real));
  if (!jail) return undefined;
  const path = await insideWorkspace(jail, real);
  return path.ok ? { jail, path: path.value, absolute: absolutePath(jail, path.value) } : undefined;
}

function placed(path: string, what: ReturnType<typeof problem>): PlacedProblem {
  return { ...what, path };
}

function tooMany() {
  const message = `More than ${maxFolders} folders are below this root; the rest was not looked at.`;
  return problem(
    "warning",
    "too-many-folders",
    message,
    "Point --skill-dir at the folder that holds the skills.",
  );
}

function tooDeep() {
  const message = `Folders more than ${maxDepth} levels below the root are not looked at.`;
  return problem("warning", "too-deep", message, "Move the skill nearer to the root.");
}

function inTheRoot() {
  const message =
    "A `SKILL.md` lies here beside the folders of the skills, not in one of its own, so it is none.";
  return problem("warning", "skill-in-root", message, "Move it into a folder that bears its name.");
}

function misspelled() {
  const message = "The file here is not spelled `SKILL.md`, and only that name counts.";
  return problem("warning", "misspelled-name", message, "Rename it: SKILL in capitals, md in small letters.");
}

function leadsNowhere() {
  const message = "This link leads to nothing, or round to itself.";
  return problem("warning", "dangling-link", message, "Delete it, or install what it led to again.");
}

function leadsOut() {
  const message = "This link leads out of the workspace and of every skill root, so it is not followed.";
  return problem(
    "warning",
    "leads-outside",
    message,
    "Copy the folder here, or name its place with --skill-dir.",
  );
}
