import { relative } from "node:path";
import { dotFolder } from "../../artifacts/locate/specman-workspace.ts";
import { kindFacts } from "../../artifacts/model/kinds.ts";
import { findChanges } from "../../changes/library.ts";
import { headlessAgents } from "../../client/drivers/agents.ts";
import { indexFolder } from "../../code/index/home.ts";
import { extensionOf, languageFor } from "../../code/languages/registry.ts";
import { hasManifest } from "../../code/store/manifest.ts";
import { type Connection, findConnections } from "../../hosts/connections.ts";
import { hostTable } from "../../hosts/host-table.ts";
import { isPresent } from "../../hosts/install.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { createSkillRegistry } from "../../skills/registry/registry.ts";
import { findLayouts, type Layout } from "../../specs/layouts.ts";
import { findSpecs } from "../../specs/library.ts";
import { kiroDocuments, kiroFolder } from "../../trace/read/places.ts";
import { featuresIn } from "../../workflow/feature.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import { exists, listFolder } from "../../workspace/files/files.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { enclosingProject } from "../../workspace/paths/enclosing-project.ts";
import { childPath, literalPath, rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import { stateFolder } from "../../workspace/state/folder.ts";
import { walkAll } from "../../workspace/walk/walk.ts";

/** What a folder contains before `hewto init` changes anything. */
export interface ProjectSurvey {
  /** Whether the folder has nothing but git's and Hewto's own folders. */
  readonly empty: boolean;
  readonly git: boolean;
  readonly branch?: string | undefined;
  /** The absolute path of the project that contains this folder. */
  readonly within?: string | undefined;
  readonly files: number;
  readonly layouts: readonly LayoutSummary[];
  /** The skills that the project brings. */
  readonly skills: number;
  /** Whether they are what the project is for, and not tools in a dot folder for those who work on it. */
  readonly is_skill_collection: boolean;
  /** Most files first. */
  readonly languages: readonly LanguageCount[];
  /** Agents whose program is on the PATH. */
  readonly agents: readonly string[];
  /** Hosts on this machine, and whether their configuration has Hewto. */
  readonly hosts: readonly HostSummary[];
  readonly index: boolean;
}

export interface LayoutSummary {
  readonly name: "spox" | "openspec" | "specs" | "spec-kit" | "specman" | "kiro";
  readonly path: string;
  /** The number of documents of each kind: `{ spec: 12, change: 3 }`. */
  readonly holds: Readonly<Record<string, number>>;
}

export interface LanguageCount {
  readonly language: string;
  readonly files: number;
  /** For a language without a parser: its files are searched as text. */
  readonly text_only?: true | undefined;
}

export interface HostSummary {
  readonly id: string;
  readonly title: string;
  readonly connected: boolean;
}

/** Looks at a folder and changes nothing. `home` is where hosts keep their configuration. */
export async function surveyProject(
  workspace: Workspace,
  home: Workspace | undefined,
  env: NodeJS.ProcessEnv,
): Promise<ProjectSurvey> {
  const entries = await listFolder(workspace, rootPath);
  const names = entries.ok ? entries.value.map(({ name }) => name) : [];
  const { repository, branch } = await gitStatus(workspace);
  const walked = await walkAll(workspace);
  const paths = walked.ok ? walked.value.map(({ path }) => path) : [];
  return {
    empty: names.every((name) => name === ".git" || name === stateFolder),
    git: repository,
    branch,
    within: enclosingProject(workspace),
    files: paths.length,
    layouts: await listLayouts(workspace),
    ...(await findProjectSkills(workspace, home)),
    languages: languagesOf(paths),
    agents: await agentsOnPath(env),
    hosts: await listHosts(workspace, home, env),
    index: hasManifest(indexFolder(workspace)),
  };
}

async function findProjectSkills(
  workspace: Workspace,
  home: Workspace | undefined,
): Promise<Pick<ProjectSurvey, "skills" | "is_skill_collection">> {
  const options = { project: workspace, home: home?.root, skipPlugins: true, autoRefresh: false };
  const registry = createSkillRegistry(options);
  if (!registry.ok) return { skills: 0, is_skill_collection: false };
  const { discovery } = await registry.value.snapshot();
  const skills = discovery.skills.filter(({ location }) => location === "project");
  const isCollection = skills.some(({ path }) => !relative(workspace.root, path).startsWith("."));
  return { skills: skills.length, is_skill_collection: isCollection };
}

export async function listLayouts(workspace: Workspace): Promise<LayoutSummary[]> {
  const layouts: LayoutSummary[] = [];
  for (const layout of await findLayouts(workspace)) layouts.push(await specLayout(workspace, layout));
  const features = (await featuresIn(workspace, await specsFolderOf(workspace))).length;
  const hasSpecify = await exists(workspace, literalPath(".specify"));
  if (hasSpecify || features > 0)
    layouts.push({ name: "spec-kit", path: hasSpecify ? ".specify" : "specs", holds: { feature: features } });
  const specman = await specmanLayout(workspace);
  if (specman) layouts.push(specman);
  const kiro = (await kiroDocuments(workspace)).length;
  if (kiro > 0) layouts.push({ name: "kiro", path: kiroFolder, holds: { "requirements document": kiro } });
  // A `specs/` with features only belongs to spec-kit; it is not a second layout.
  return layouts.filter(({ path, holds }) => !(path === "specs" && features > 0 && total(holds) === 0));
}

async function specLayout(workspace: Workspace, layout: Layout): Promise<LayoutSummary> {
  const spec = (await findSpecs(workspace, [layout])).length;
  const change = (await findChanges(workspace, [layout])).length;
  return { name: layout.name, path: layout.specs, holds: { spec, change } };
}

async function specmanLayout(workspace: Workspace): Promise<LayoutSummary | undefined> {
  const hasDotFolder = await exists(workspace, literalPath(dotFolder));
  const holds: Record<string, number> = {};
  for (const { folder, file, noun } of Object.values(kindFacts)) {
    const entries = await listFolder(workspace, literalPath(folder));
    const folders = entries.ok ? entries.value.filter(({ kind }) => kind === "folder") : [];
    const documents = await Promise.all(folders.map(({ path }) => exists(workspace, childPath(path, file))));
    holds[noun] = documents.filter(Boolean).length;
  }
  if (!hasDotFolder && total(holds) === 0) return undefined;
  return { name: "specman", path: hasDotFolder ? dotFolder : kindFacts.specification.folder, holds };
}

export function total(holds: Readonly<Record<string, number>>): number {
  return Object.values(holds).reduce((sum, number) => sum + number, 0);
}

/** Programming languages without a parser, by file extension. */
const unparsedLanguages: Readonly<Record<string, string>> = {
  clj: "clojure",
  cljs: "clojure",
  cr: "crystal",
  dart: "dart",
  elm: "elm",
  erl: "erlang",
  ex: "elixir",
  exs: "elixir",
  fs: "fsharp",
  fsi: "fsharp",
  fsx: "fsharp",
  gleam: "gleam",
  hs: "haskell",
  jl: "julia",
  lua: "lua",
  ml: "ocaml",
  mli: "ocaml",
  nim: "nim",
  pl: "perl",
  pm: "perl",
  r: "r",
  sol: "solidity",
  vb: "visual basic",
  zig: "zig",
};

function languagesOf(paths: readonly string[]): LanguageCount[] {
  const counts = new Map<string, LanguageCount>();
  for (const path of paths) {
    const parsed = languageFor(path)?.id;
    const language = parsed ?? unparsedLanguages[extensionOf(path)];
    if (language === undefined) continue;
    const files = (counts.get(language)?.files ?? 0) + 1;
    counts.set(language, { language, files, text_only: parsed === undefined ? true : undefined });
  }
  return [...counts.values()].sort((a, b) => b.files - a.files || byCodePoint(a.language, b.language));
}

async function agentsOnPath(env: NodeJS.ProcessEnv): Promise<string[]> {
  const ids = await Promise.all(
    headlessAgents.map(async ({ id, command }) => ((await isProgramOnPath(command, env)) ? [id] : [])),
  );
  return ids.flat();
}

async function listHosts(
  workspace: Workspace,
  home: Workspace | undefined,
  env: NodeJS.ProcessEnv,
): Promise<HostSummary[]> {
  const connections: Connection[] = [
    ...(await findConnections(workspace, "project", env)),
    ...(home ? await findConnections(home, "user", env) : []),
  ];
  const isConnected = (id: string) =>
    connections.some(({ host, problem }) => host === id && problem === undefined);
  const present = await Promise.all(
    hostTable.map(async (host) => (home ? isPresent(home, host, process.platform) : false)),
  );
  return hostTable
    .filter(({ id }, index) => present[index] || isConnected(id))
    .map(({ id, title }) => ({ id, title, connected: isConnected(id) }));
}
