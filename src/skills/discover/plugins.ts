import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import { at } from "../../kernel/array.ts";
import type { Fault } from "../../kernel/fault.ts";
import { insideWorkspace, isWithin, literalPath } from "../../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { type PathProblem, problem } from "../finding.ts";
import type { Memo } from "./memo.ts";
import {
  declaredSkills,
  type InstalledPlugin,
  readPluginManifest,
  readPluginSwitches,
} from "./plugin-manifest.ts";
import type { RootSpec } from "./roots.ts";

export interface PluginPaths {
  readonly project: Workspace;
  readonly home: string;
  /** Absolute; default: `<home>/.claude/plugins/installed_plugins.json`. */
  readonly pluginsFile: string;
  /** Whether the user passed --plugins-file; then a missing file is a problem. */
  readonly pluginsFileRequired: boolean;
  /** Absolute; the base of relative install paths. */
  readonly pluginsRoot: string;
  readonly settingsFile: string;
}

export interface PluginRoots {
  readonly specs: readonly RootSpec[];
  readonly problems: readonly PathProblem[];
}

/** The skill folders of the Claude plugins that are enabled for this project. */
export async function pluginRoots(memo: Memo, paths: PluginPaths): Promise<PluginRoots> {
  const { pluginsFile, pluginsFileRequired } = paths;
  const manifest = await readJsonAt(memo, pluginsFile);
  if (manifest.problem) return { specs: [], problems: [manifest.problem] };
  if (manifest.value === undefined)
    return { specs: [], problems: pluginsFileRequired ? [missingFile(pluginsFile)] : [] };
  const list = readPluginManifest(manifest.value);
  const switches = await readSwitches(memo, paths);
  const problems = [...list.problems.map((each) => ({ ...each, path: pluginsFile })), ...switches.problems];
  const specs: RootSpec[] = [];
  for (const plugin of list.plugins) {
    if (!switches.isEnabled(plugin.key) || !(await isForProject(plugin, paths.project))) continue;
    const roots = await rootsOfPlugin(memo, plugin, paths.pluginsRoot);
    specs.push(...roots.specs);
    problems.push(...roots.problems);
  }
  return { specs, problems };
}

function missingFile(path: string): PathProblem {
  return {
    ...problem("warning", "missing-file", "The --plugins-file does not exist.", "Check the path."),
    path,
  };
}

async function rootsOfPlugin(memo: Memo, plugin: InstalledPlugin, pluginsRoot: string): Promise<PluginRoots> {
  const { name, marketplace, version } = plugin;
  const directory = isAbsolute(plugin.installPath)
    ? plugin.installPath
    : join(pluginsRoot, plugin.installPath);
  memo.watch(directory);
  const installed = await openWorkspace(directory);
  if (!installed.ok) {
    const message = `The install folder of the plugin \`${plugin.key}\` does not exist.`;
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

/** The folders that the marketplace declares, without those outside the plugin. */
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

async function isForProject({ projectPath }: InstalledPlugin, project: Workspace): Promise<boolean> {
  if (projectPath === undefined) return true;
  const opened = await openWorkspace(projectPath);
  return opened.ok && opened.value.root === project.root;
}

async function readSwitches(memo: Memo, { project, settingsFile }: PluginPaths) {
  const files = [
    settingsFile,
    join(project.root, ".claude", "settings.json"),
    join(project.root, ".claude", "settings.local.json"),
  ];
  const settings = await Promise.all(files.map((file) => readJsonAt(memo, file)));
  const [user, ...ofProject] = settings.map(({ value }) => value);
  const { isEnabled, problems } = readPluginSwitches(user, ofProject);
  const unreadable = settings.flatMap((each) => (each.problem ? [each.problem] : []));
  const invalid = files.flatMap((path, index) => at(problems, index).map((each) => ({ ...each, path })));
  return { isEnabled, problems: [...unreadable, ...invalid] };
}

async function readJsonAt(
  memo: Memo,
  file: string,
): Promise<{ readonly value?: unknown; readonly problem?: PathProblem }> {
  memo.watch(file);
  const folder = await openWorkspace(dirname(file));
  if (!folder.ok)
    return folder.fault.code === "unreadable_file" ? { problem: unreadable(file, folder.fault) } : {};
  const read = await memo.json(folder.value, literalPath(basename(file)));
  if (read.ok) return read.value ? { value: read.value.value } : {};
  return { problem: unreadable(file, read.fault) };
}

function unreadable(path: string, { message, remedy }: Fault): PathProblem {
  return { ...problem("warning", "unreadable-manifest", message, remedy), path };
}
