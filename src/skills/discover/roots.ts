import { join } from "node:path";
import type { Fault } from "../../kernel/fault.ts";
import { sortedBy } from "../../kernel/order.ts";
import { rootPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PlacedProblem, problem } from "../problem.ts";
import type { SkillFolder, SkillSource } from "../skill.ts";
import type { Memo } from "./memo.ts";
import { groundedFolder } from "./scan.ts";

/** A place to look, before anyone has looked whether it is there. */
export interface RootSpec extends Omit<SkillSource, "order"> {
  /** Absolute. */
  readonly directory: string;
  /** Whether the folder itself may be a skill. */
  readonly includeSelf?: boolean;
}

/** A place that is there. */
export interface Root extends SkillSource {
  readonly folder: SkillFolder;
  readonly includeSelf: boolean;
  /** Whether the root itself is a link to another place. */
  readonly linked: boolean;
}

export interface CustomDirectory {
  /** Absolute. */
  readonly directory: string;
  readonly scope?: string;
}

const agents = ["claude", "codex", "gemini", "openclaw"];

/** Folders whose skills have a provider of another name, or which hold no agent's skills. */
const notDynamic = new Set([
  ".agent",
  ".agents",
  ".git",
  ".hg",
  ".svn",
  ".hewto",
  ...agents.map((name) => `.${name}`),
]);

/** Where agents keep skills of a user deeper than `~/.name/skills`. */
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
    ...(scope === undefined ? {} : { scope }),
  }));
}

/** The project's and the user's own places, in the order of their rank. */
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

/** `.x/skills` of an agent that we do not know by name; one level only, and only a real folder. */
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
  /** Everything that skills may be read from: the workspace and each root. */
  readonly grounds: readonly Workspace[];
  readonly problems: readonly PlacedProblem[];
}

/**
 * Opens what is there of the specs; of two that are the same place of the same provider, the first. A root of the project that is
 * a link must end in the workspace or in a root that the person has anyway: a cloned repository chooses
 * neither what is read nor from where.
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
  const grounds = [project, ...own];
  const roots: Root[] = [];
  const problems: PlacedProblem[] = [];
  const seen = new Set<string>();
  for (const [index, spec] of specs.entries()) {
    const place = opened[index];
    if (!place?.ok) {
      const isShut = place?.fault.code === "unreadable_file";
      if (isShut) problems.push({ ...shut(place.fault), path: spec.directory });
      else if (spec.kind === "custom") problems.push({ ...missing(), path: spec.directory });
      continue;
    }
    const { root } = place.value;
    const key = JSON.stringify([spec.provider, spec.plugin?.name, root]);
    if (seen.has(key)) continue;
    const folder = await folderOf(spec, place.value, grounds);
    if (!folder) {
      problems.push({ ...leadsOut(), path: spec.directory });
      continue;
    }
    seen.add(key);
    const { directory, includeSelf = false, ...source } = spec;
    const linked = spec.kind !== "custom" && directory !== root;
    roots.push({ ...source, order: index, folder, includeSelf, linked });
  }
  return { roots, grounds, problems };
}

function folderOf(
  spec: RootSpec,
  place: Workspace,
  grounds: readonly Workspace[],
): Promise<SkillFolder | undefined> | SkillFolder {
  if (spec.location === "project") return groundedFolder(place.root, grounds);
  return { jail: place, path: rootPath, absolute: place.root };
}

function shut({ message, remedy }: Fault) {
  return problem("warning", "unreadable-folder", message, remedy);
}

function missing() {
  return problem("warning", "missing-folder", "This --skill-dir is not there.", "Check the path.");
}

function leadsOut() {
  const message = "This folder is a link that leads out of the workspace, so it is not followed.";
  return problem("warning", "leads-outside", message, "Name its place with --skill-dir if you trust it.");
}
