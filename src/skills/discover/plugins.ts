import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { Fault } from "../../kernel/fault.ts";
import { insideWorkspace, isWithin, literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PlacedProblem, problem } from "../problem.ts";
import type { Memo } from "./memo.ts";
import {
  declaredSkills,
  type InstalledPlugin,
  readPluginManifest,
  readPluginSwitches,
} from "./plugin-manifest.ts";
import type { RootSpec } from "./roots.ts";

export interface PluginPlaces {
  readonly project: Workspace;
  readonly home: string;
  /** Absolute; `<home>/.claude/plugins/installed_plugins.json` unless told. */
  readonly pluginsFile: string;
  /** Whether the person named the file, who then expects it to be there. */
  readonly pluginsFileNamed: boolean;
  /** Absolute; relative install paths start here. */
  readonly pluginsRoot: string;
  readonly settingsFile: string;
}

export interface PluginRoots {
  readonly specs: readonly RootSpec[];
  readonly problems: readonly PlacedProblem[];
}

/** Where the enabled Claude plugins of this project keep their skills. */
export async function pluginRoots(memo: Memo, places: PluginPlaces): Promise<PluginRoots> {
  const manifest = await readJsonAt(memo, places.pluginsFile);
  if (manifest.problem) return { specs: [], problems: [manifest.problem] };
  if (manifest.value === undefined)
    return { specs: [], problems: places.pluginsFileNamed ? [absent(places)] : [] };
  const listed = readPluginManifest(manifest.value);
  const switches = await readSwitches(memo, places);
  const problems = [
    ...listed.problems.map((found) => ({ ...found, path: places.pluginsFile })),
    ...switches.problems,
  ];
  const specs: RootSpec[] = [];
  for (const plugin of listed.plugins) {
    if (!switches.isOn(plugin.key) || !(await isForHere(plugin, places.project))) continue;
    const found = await rootsOfPlugin(memo, plugin, places.pluginsRoot);
    specs.push(...found.specs);
    problems.push(...found.problems);
  }
  return { specs, problems };
}

function absent({ pluginsFile }: PluginPlaces): PlacedProblem {
  const missing = problem("warning", "missing-file", "This --plugins-file is not there.", "Check the path.");
  return { ...missing, path: pluginsFile };
}

async function rootsOfPlugin(memo: Memo, plugin: InstalledPlugin, pluginsRoot: string): Promise<PluginRoots> {
  const { name, marketplace, version } = plugin;
  const directory = isAbsolute(plugin.installPath)
    ? plugin.installPath
    : join(pluginsRoot, plugin.installPath);
  memo.watch(directory);
  const installed = await openWorkspace(directory);
  if (!installed.ok) {
    const message = `The plugin \`${plugin.key}\` is installed at a folder that is not there.`;
    const missing = problem("warning", "plugin-install-path-not-found", message, "Reinstall the plugin.");
    return { specs: [], problems: [{ ...missing, path: directory }] };
  }
  const spec = (at: string): RootSpec => ({
    directory: at,
    provider: "claude",
    location: "plugin",
    kind: "plugin",
    plugin: { name, marketplace, version },
    includeSelf: true,
  });
  const declared = await declaredFolders(memo, installed.value, name);
  return { specs: (declared ?? [installed.value.root]).map(spec), problems: [] };
}

/** The folders that the marketplace declares, those that really are inside the plugin. */
async function declaredFolders(
  memo: Memo,
  installed: Workspace,
  name: string,
): Promise<string[] | undefined> {
  for (const base of [installed.root, dirname(installed.root)]) {
    const read = await readJsonAt(memo, join(base, ".claude-plugin", "marketplace.json"));
    const declared = declaredSkills(read.value, name);
    if (!declared) continue;
    const starts = [installed.root, resolve(base, declared.source), base];
    const folders: string[] = [];
    for (const path of declared.skills) {
      for (const start of starts) {
        const folder = await folderInside(installed, resolve(start, path));
        if (!folder) continue;
        folders.push(folder);
        break;
      }
    }
    return folders;
  }
  return undefined;
}

async function folderInside(installed: Workspace, directory: string): Promise<string | undefined> {
  if (!isWithin(installed.root, directory)) return undefined;
  const checked = await insideWorkspace(installed, directory);
  const opened = checked.ok ? await openWorkspace(directory) : checked;
  return opened.ok ? opened.value.root : undefined;
}

async function isForHere({ projectPath }: InstalledPlugin, project: Workspace): Promise<boolean> {
  if (projectPath === undefined) return true;
  const opened = await openWorkspace(projectPath);
  return opened.ok && opened.value.root === project.root;
}

async function readSwitches(memo: Memo, { project, settingsFile }: PluginPlaces) {
  const files = [
    settingsFile,
    join(project.root, ".claude", "settings.json"),
    join(project.root, ".claude", "settings.local.json"),
  ];
  const read = await Promise.all(files.map((file) => readJsonAt(memo, file)));
  const { isOn, problems } = readPluginSwitches(
    read[0]?.value,
    read.slice(1).map(({ value }) => value),
  );
  const unreadable = read.flatMap((result) => (result.problem ? [result.problem] : []));
  const wrong = files.flatMap((path, index) => (problems[index] ?? []).map((found) => ({ ...found, path })));
  return { isOn, problems: [...unreadable, ...wrong] };
}

async function readJsonAt(
  memo: Memo,
  file: string,
): Promise<{ readonly value?: unknown; readonly problem?: PlacedProblem }> {
  memo.watch(file);
  const folder = await openWorkspace(dirname(file));
  if (!folder.ok)
    return folder.fault.code === "unreadable_file" ? { problem: unread(file, folder.fault) } : {};
  const read = await memo.json(folder.value, literalPath(basename(file)));
  if (read.ok) return read.value ? { value: read.value.value } : {};
  return { problem: unread(file, read.fault) };
}

function unread(path: string, { message, remedy }: Fault): PlacedProblem {
  return { ...problem("warning", "unreadable-manifest", message, remedy), path };
}
