import { join } from "node:path";
import type { Fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PathProblem, problem } from "../finding.ts";
import type { SkillFolder, SkillSource } from "../skill.ts";
import type { Memo } from "./memo.ts";
import { folderWithin } from "./scan.ts";

/** A folder to search, which might not exist. */
export interface RootSpec extends Omit<SkillSource, "order"> {
  /** Absolute. */
  readonly directory: string;
  /** Whether the folder itself may be a skill. */
  readonly includeSelf?: boolean;
}

/** A folder to search that exists. */
export interface Root extends SkillSource {
  readonly folder: SkillFolder;
  readonly includeSelf: boolean;
  /** Whether the root itself is a symbolic link. */
  readonly linked: boolean;
}

export interface CustomDirectory {
  /** Absolute. */
  readonly directory: string;
  readonly scope?: string;
}

const agents = ["claude", "codex", "gemini", "openclaw"];

/** Dot folders that do not name a provider: their provider has another name, or they hold no skills. */
const notDynamic = new Set([
  ".agent",
  ".agents",
  ".git",
  ".hg",
  ".svn",
  ".hewto",
  ...agents.map((name) => `.${name}`),
]);

/** User-level skill folders of agents that are deeper than `~/.name/skills`. */
const nestedUserRoots: readonly (readonly [folder: string, provider: string])[] = [
  [".config/agents/skills", "agents"],
  [".config/crush/skills", "crush"],
  [".config/goose/skills", "goose"],
  [".config/opencode/skills", "opencode"],
  [".codeium/windsurf/skills", "windsurf"],
  [".gemini/antigravity/skills", "antigravity"],
  [".pi/agent/skills", "pi"],
];

export function customRoots(directories: readonly CustomDirectory[], provider = "file"): RootSpec[] {
  return directories.map(({ directory, scope }) => ({
    directory,
    provider,
    location: "custom",
    kind: "custom",
    includeSelf: true,
    scope,
  }));
}

/** The default folders of the project and the user, highest rank first. */
export async function defaultRoots(memo: Memo, project: Workspace, home: string): Promise<RootSpec[]> {
  const opened = await openWorkspace(home);
  const user = opened.ok ? opened.value : undefined;
  const inProject = project.root;
  const shared = { provider: "agents", location: "project" } as const;
  return [
    ...agents.map((name) => agentRoot(inProject, name, "project")),
    ...(await dynamicRoots(memo, project, "project")),
    { directory: join(inProject, "skills"), ...shared, kind: "workspace-root" },
    { directory: join(inProject, ".agents", "skills"), ...shared, kind: "workspace-shared" },
    { directory: join(inProject, ".agent", "skills"), ...shared, kind: "workspace-shared" },
    ...(user ? await userRoots(memo, user) : []),
  ];
}

async function userRoots(memo: Memo, user: Workspace): Promise<RootSpec[]> {
  const shared = { provider: "agents", location: "user", kind: "user-shared" } as const;
  return [
    ...agents.map((name) => agentRoot(user.root, name, "user")),
    ...(await dynamicRoots(memo, user, "user")),
    ...nestedUserRoots.map(([folder, provider]): RootSpec => {
      const directory = join(user.root, ...folder.split("/"));
      return provider === "agents"
        ? { directory, ...shared }
        : { directory, provider, location: "user", kind: "user-agent" };
    }),
    { directory: join(user.root, ".agents", "skills"), ...shared },
    { directory: join(user.root, ".agent", "skills"), ...shared },
  ];
}

function agentRoot(base: string, name: string, location: "project" | "user"): RootSpec {
  const kind = location === "project" ? "workspace-agent" : "user-agent";
  return { directory: join(base, `.${name}`, "skills"), provider: name, location, kind };
}

/** `.x/skills` of agents not listed above: one level deep, and symbolic links do not count. */
async function dynamicRoots(memo: Memo, base: Workspace, location: "project" | "user"): Promise<RootSpec[]> {
  const entries = await memo.list(base, rootPath);
  if (!entries.ok) return [];
  const names = entries.value
    .filter(({ name, kind, link }) => kind === "folder" && !link && /^\.[a-z][\w-]*$/i.test(name))
    .map(({ name }) => name)
    .filter((name) => !notDynamic.has(name.toLowerCase()));
  return sortedBy(names, (name) => name.toLowerCase()).map((name) => ({
    ...agentRoot(base.root, name.slice(1), location),
    provider: name.slice(1).toLowerCase(),
  }));
}

export interface OpenedRoots {
  readonly roots: readonly Root[];
  /** The folders that skills may be read from: the workspace and each root. */
  readonly allowedRoots: readonly Workspace[];
  readonly problems: readonly PathProblem[];
}

/**
 * Opens the folders that exist. Of two specs for the same folder and provider the first wins. A project root
 * that is a symbolic link must end inside the workspace or inside one of the user's roots: a cloned repository
 * must not decide which other folders are read.
 */
export async function openRoots(
  memo: Memo,
  specs: readonly RootSpec[],
  project: Workspace,
): Promise<OpenedRoots> {
  for (const { directory } of specs) memo.watch(directory);
  const opened = await Promise.all(specs.map(({ directory }) => openWorkspace(directory)));
  const own = opened.flatMap((result, index) =>
    result.ok && specs[index]?.location !== "project" ? [result.value] : [],
  );
  const allowedRoots = [project, ...own];
  const roots: Root[] = [];
  const problems: PathProblem[] = [];
  const seen = new Set<string>();
  for (const [index, spec] of specs.entries()) {
    const result = opened[index];
    if (!result?.ok) {
      if (result?.fault.code === "unreadable_file")
        problems.push({ ...unreadable(result.fault), path: spec.directory });
      else if (spec.kind === "custom") problems.push({ ...missing(), path: spec.directory });
      continue;
    }
    const { root } = result.value;
    const key = JSON.stringify([spec.provider, spec.plugin?.name, root]);
    if (seen.has(key)) continue;
    const folder = await folderOf(spec, result.value, allowedRoots);
    if (!folder) {
      problems.push({ ...leadsOut(), path: spec.directory });
      continue;
    }
    seen.add(key);
    const { directory, includeSelf = false, ...source } = spec;
    const linked = spec.kind !== "custom" && directory !== root;
    roots.push({ ...source, order: index, folder, includeSelf, linked });
  }
  return { roots, allowedRoots, problems };
}

function folderOf(
  spec: RootSpec,
  opened: Workspace,
  allowedRoots: readonly Workspace[],
): Promise<SkillFolder | undefined> | SkillFolder {
  if (spec.location === "project") return folderWithin(opened.root, allowedRoots);
  return { jail: opened, path: rootPath, absolute: opened.root };
}

function unreadable({ message, remedy }: Fault) {
  return problem("warning", "unreadable-folder", message, remedy);
}

function missing() {
  return problem("warning", "missing-folder", "The --skill-dir does not exist.", "Check the path.");
}

function leadsOut() {
  const message = "This folder is a symbolic link to outside the workspace, so it is not followed.";
  return problem("warning", "leads-outside", message, "If you trust its target, pass that with --skill-dir.");
}
