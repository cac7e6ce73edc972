import { dotFolder } from "../../artifacts/locate/home.ts";
import { kindFacts } from "../../artifacts/model/kinds.ts";
import { findChanges } from "../../changes/library.ts";
import { headlessAgents } from "../../client/drivers/agents.ts";
import { indexFolder } from "../../code/index/home.ts";
import { languageFor } from "../../code/languages/registry.ts";
import { hasManifest } from "../../code/store/manifest.ts";
import { type Connection, findConnections } from "../../hosts/connections.ts";
import { hostTable } from "../../hosts/host-table.ts";
import { isPresent } from "../../hosts/install.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { findLayouts, type Layout } from "../../specs/layouts.ts";
import { findSpecs } from "../../specs/library.ts";
import { featuresIn } from "../../workflow/feature.ts";
import { specsFolderOf } from "../../workflow/settings.ts";
import { childPath, exists, listFolder } from "../../workspace/files/files.ts";
import { gitStatus } from "../../workspace/git/queries.ts";
import { enclosingProject } from "../../workspace/paths/enclosing-project.ts";
import { literalPath, rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import { stateFolder } from "../../workspace/state/folder.ts";
import { walkAll } from "../../workspace/walk/walk.ts";

/** What is in a place before anything is made there. */
export interface Found {
  /** Nothing is there but what git and Hewto keep for themselves. */
  readonly empty: boolean;
  readonly git: boolean;
  readonly branch?: string;
  /** Absolute: the project that this folder is a part of. */
  readonly within?: string;
  readonly files: number;
  readonly layouts: readonly FoundLayout[];
  /** Languages with a parser, the most files first. */
  readonly languages: readonly { readonly language: string; readonly files: number }[];
  /** Agents whose program is on the PATH. */
  readonly agents: readonly string[];
  /** Hosts that are in use on this machine, and whether Hewto is in their configuration. */
  readonly hosts: readonly FoundHost[];
  readonly index: boolean;
}

export interface FoundLayout {
  readonly name: "spox" | "openspec" | "specs" | "spec-kit" | "specman";
  readonly path: string;
  /** In words: `12 specs, 3 changes`. */
  readonly holds: Readonly<Record<string, number>>;
}

export interface FoundHost {
  readonly id: string;
  readonly title: string;
  readonly connected: boolean;
}

/** Looks around; changes nothing. `home` is where the hosts keep their configuration. */
export async function lookAround(
  workspace: Workspace,
  home: Workspace | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Found> {
  const entries = await listFolder(workspace, rootPath);
  const names = entries.ok ? entries.value.map(({ name }) => name) : [];
  const { repository, branch } = await gitStatus(workspace);
  const within = enclosingProject(workspace);
  const walked = await walkAll(workspace);
  const paths = walked.ok ? walked.value.map(({ path }) => path) : [];
  return {
    empty: names.every((name) => name === ".git" || name === stateFolder),
    git: repository,
    ...(branch === undefined ? {} : { branch }),
    ...(within === undefined ? {} : { within }),
    files: paths.length,
    layouts: await layoutsHere(workspace),
    languages: languagesOf(paths),
    agents: await agentsOnPath(env),
    hosts: await hostsInUse(workspace, home, env),
    index: hasManifest(indexFolder(workspace)),
  };
}

export async function layoutsHere(workspace: Workspace): Promise<FoundLayout[]> {
  const found: FoundLayout[] = [];
  for (const layout of await findLayouts(workspace)) found.push(await specLayout(workspace, layout));
  const features = (await featuresIn(workspace, await specsFolderOf(workspace))).length;
  const hasSpecify = await exists(workspace, literalPath(".specify"));
  if (hasSpecify || features > 0)
    found.push({ name: "spec-kit", path: hasSpecify ? ".specify" : "specs", holds: { feature: features } });
  const specman = await specmanLayout(workspace);
  // A `specs/` that holds nothing but features is spec-kit's, not a second layout.
  return [...found, ...(specman ? [specman] : [])].filter(
    ({ path, holds }) => !(path === "specs" && features > 0 && total(holds) === 0),
  );
}

async function specLayout(workspace: Workspace, layout: Layout): Promise<FoundLayout> {
  const spec = (await findSpecs(workspace, [layout])).length;
  const change = (await findChanges(workspace, [layout])).length;
  return { name: layout.name, path: layout.specs, holds: { spec, change } };
}

async function specmanLayout(workspace: Workspace): Promise<FoundLayout | undefined> {
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

function languagesOf(paths: readonly string[]) {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const language = languageFor(path)?.id;
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .map(([language, files]) => ({ language, files }))
    .sort((a, b) => b.files - a.files || byCodePoint(a.language, b.language));
}

async function agentsOnPath(env: NodeJS.ProcessEnv): Promise<string[]> {
  const found = await Promise.all(
    headlessAgents.map(async ({ id, command }) => ((await isProgramOnPath(command, env)) ? [id] : [])),
  );
  return found.flat();
}

async function hostsInUse(
  workspace: Workspace,
  home: Workspace | undefined,
  env: NodeJS.ProcessEnv,
): Promise<FoundHost[]> {
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
    .filter(({ id }, at) => present[at] || isConnected(id))
    .map(({ id, title }) => ({ id, title, connected: isConnected(id) }));
}
