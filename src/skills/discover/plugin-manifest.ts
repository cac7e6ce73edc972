import { isRecord } from "../../kernel/json.ts";
import { oneLine } from "../names.ts";
import { problem, type SkillProblem } from "../problem.ts";
import type { PluginRef } from "../skill.ts";

/** One installed plugin as Claude Code records it. */
export interface InstalledPlugin extends PluginRef {
  /** `name@marketplace`, the key under which settings switch it on and off. */
  readonly key: string;
  readonly installPath: string;
  /** Set when the plugin is for one project only. */
  readonly projectPath?: string;
}

export interface PluginList {
  readonly plugins: readonly InstalledPlugin[];
  readonly problems: readonly SkillProblem[];
}

/** Reads `installed_plugins.json` with one entry or a list of them for each key. A bad entry costs only itself. */
export function readPluginManifest(value: unknown): PluginList {
  if (!isRecord(value) || !isRecord(value["plugins"])) {
    return { plugins: [], problems: [bad("invalid-installed-plugins", "The file has no `plugins` object.")] };
  }
  const plugins: InstalledPlugin[] = [];
  const problems: SkillProblem[] = [];
  for (const [key, held] of Object.entries(value["plugins"])) {
    for (const entry of Array.isArray(held) ? held : [held]) {
      const read = readEntry(key, entry);
      if ("rule" in read) problems.push(read);
      else plugins.push(read);
    }
  }
  return { plugins, problems };
}

function readEntry(key: string, entry: unknown): InstalledPlugin | SkillProblem {
  const at = key.lastIndexOf("@");
  if (at <= 0 || oneLine(key.slice(0, at)) === "")
    return bad("invalid-plugin-key", `The key \`${key}\` is not \`name@marketplace\`.`);
  if (!isRecord(entry)) return bad("invalid-plugin-entry", `The entry of \`${key}\` is not an object.`);
  const { installPath, version, scope, projectPath } = entry;
  if (typeof installPath !== "string" || installPath === "") {
    return bad("missing-plugin-install-path", `The entry of \`${key}\` has no \`installPath\`.`);
  }
  const isForProject = (scope === "project" || scope === "local") && typeof projectPath === "string";
  return {
    key,
    name: oneLine(key.slice(0, at)),
    marketplace: oneLine(key.slice(at + 1)),
    version: typeof version === "string" ? version : "unknown",
    installPath,
    ...(isForProject ? { projectPath } : {}),
  };
}

/** What the settings files say about plugins, the later file over the earlier. */
export interface PluginSwitches {
  readonly isOn: (key: string) => boolean;
  /** Of each file, in the order given. */
  readonly problems: readonly (readonly SkillProblem[])[];
}

/**
 * The user's `enabledPlugins`, when there is one, lists all that are on; the project's files only change
 * single plugins. Without the user's map every plugin is on that is not switched off.
 */
export function readPluginSwitches(user: unknown, project: readonly unknown[]): PluginSwitches {
  const read = [user, ...project].map(switchesOf);
  const merged = new Map(read.flatMap(({ switches }) => [...(switches ?? [])]));
  const isListed = read[0]?.switches !== undefined;
  return { isOn: (key) => merged.get(key) ?? !isListed, problems: read.map(({ problems }) => problems) };
}

function switchesOf(settings: unknown): {
  readonly switches?: ReadonlyMap<string, boolean>;
  readonly problems: readonly SkillProblem[];
} {
  const held = isRecord(settings) ? settings["enabledPlugins"] : undefined;
  if (!isRecord(held)) return { problems: [] };
  const switches = new Map<string, boolean>();
  const problems: SkillProblem[] = [];
  for (const [key, on] of Object.entries(held)) {
    if (typeof on === "boolean") switches.set(key, on);
    else problems.push(notSwitched(key));
  }
  return { switches, problems };
}

function notSwitched(key: string): SkillProblem {
  const message = `\`enabledPlugins\` has no true or false for \`${key}\`.`;
  return problem("warning", "invalid-claude-settings", message, "Write true or false there.");
}

/** The folders that a marketplace lists as the skills of a plugin; `undefined` when it does not say. */
export function declaredSkills(
  marketplace: unknown,
  plugin: string,
): { readonly source: string; readonly skills: readonly string[] } | undefined {
  const plugins =
    isRecord(marketplace) && Array.isArray(marketplace["plugins"]) ? marketplace["plugins"] : [];
  const entry = plugins.find((candidate) => isRecord(candidate) && candidate["name"] === plugin);
  const skills: unknown = isRecord(entry) ? entry["skills"] : undefined;
  if (!isRecord(entry) || !Array.isArray(skills)) return undefined;
  const paths = skills.filter((path) => typeof path === "string");
  return { source: typeof entry["source"] === "string" ? entry["source"] : ".", skills: paths };
}

function bad(rule: string, message: string): SkillProblem {
  return problem("warning", rule, message, "Reinstall the plugin with Claude Code, or correct the file.");
}
