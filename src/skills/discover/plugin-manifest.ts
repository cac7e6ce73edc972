import { isRecord } from "../../kernel/json.ts";
import { problem, type SkillProblem } from "../finding.ts";
import { oneLine } from "../names.ts";
import type { PluginRef } from "../skill.ts";

/** An installed plugin as Claude Code records it. */
export interface InstalledPlugin extends PluginRef {
  /** `name@marketplace`, the key that enables and disables it in settings. */
  readonly key: string;
  readonly installPath: string;
  /** Set when the plugin is installed for one project only. */
  readonly projectPath?: string;
}

export interface PluginList {
  readonly plugins: readonly InstalledPlugin[];
  readonly problems: readonly SkillProblem[];
}

/** Reads `installed_plugins.json`, where a key has one entry or a list. A bad entry does not affect the others. */
export function readPluginManifest(value: unknown): PluginList {
  if (!isRecord(value) || !isRecord(value["plugins"])) {
    return { plugins: [], problems: [bad("invalid-installed-plugins", "The file has no `plugins` object.")] };
  }
  const plugins: InstalledPlugin[] = [];
  const problems: SkillProblem[] = [];
  for (const [key, entries] of Object.entries(value["plugins"])) {
    for (const entry of Array.isArray(entries) ? entries : [entries]) {
      const plugin = readEntry(key, entry);
      if ("rule" in plugin) problems.push(plugin);
      else plugins.push(plugin);
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
    projectPath: isForProject ? projectPath : undefined,
  };
}

/** Which plugins the settings files enable; later files override earlier ones. */
export interface PluginSwitches {
  readonly isEnabled: (key: string) => boolean;
  /** One list per file, in the given order. */
  readonly problems: readonly (readonly SkillProblem[])[];
}

/**
 * The user's `enabledPlugins` map, if present, lists every enabled plugin; the project's files only change
 * individual plugins. Without the user's map, a plugin is enabled unless a file disables it.
 */
export function readPluginSwitches(user: unknown, project: readonly unknown[]): PluginSwitches {
  const read = [user, ...project].map(switchesOf);
  const merged = new Map(read.flatMap(({ switches }) => [...(switches ?? [])]));
  const isListed = read[0]?.switches !== undefined;
  return { isEnabled: (key) => merged.get(key) ?? !isListed, problems: read.map(({ problems }) => problems) };
}

function switchesOf(settings: unknown): {
  readonly switches?: ReadonlyMap<string, boolean>;
  readonly problems: readonly SkillProblem[];
} {
  const map = isRecord(settings) ? settings["enabledPlugins"] : undefined;
  if (!isRecord(map)) return { problems: [] };
  const switches = new Map<string, boolean>();
  const problems: SkillProblem[] = [];
  for (const [key, enabled] of Object.entries(map)) {
    if (typeof enabled === "boolean") switches.set(key, enabled);
    else problems.push(notBoolean(key));
  }
  return { switches, problems };
}

function notBoolean(key: string): SkillProblem {
  const message = `The value of \`${key}\` in \`enabledPlugins\` is not true or false.`;
  return problem("warning", "invalid-claude-settings", message, "Set it to true or false.");
}

/** The skill folders that a marketplace declares for a plugin; undefined when it declares none. */
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
  return problem("warning", rule, message, "Reinstall the plugin with Claude Code, or fix the file.");
}
