import { join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Places } from "../discover/discover.ts";
import type { CustomDirectory } from "../discover/roots.ts";
import { type Filters, parseFilters } from "./filter.ts";

/** How a registry looks for skills. Every field but `project` may be left out. */
export interface SkillRegistryOptions {
  readonly project: Workspace;
  /** Folders of skills beside the usual ones; `path?scope=name` puts `name:` before their names. */
  readonly skillDirs?: readonly string[];
  /** The provider of those folders: `file` unless told. */
  readonly customProvider?: string;
  readonly skipPlugins?: boolean;
  readonly pluginsFile?: string | undefined;
  readonly pluginsRoot?: string | undefined;
  readonly settingsFile?: string | undefined;
  readonly scanDefaultDirs?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly autoRefresh?: boolean;
  /** Milliseconds; 30,000 unless told. */
  readonly refreshInterval?: number | undefined;
  /** The most characters of the `<available_skills>` block; no limit unless told. */
  readonly catalogBudget?: number | undefined;
  /** The user's home; the system's unless told. */
  readonly home?: string | undefined;
  /** Where relative paths start; the current folder unless told. */
  readonly cwd?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface CheckedOptions {
  readonly places: Places;
  readonly filters: Filters;
  readonly autoRefresh: boolean;
  readonly refreshInterval: number;
  readonly catalogBudget: number | undefined;
  readonly now: () => number;
}

const defaultInterval = 30_000;
/** What a timer can count to, nearly 25 days; it would take a longer one for 1 ms. */
const longestInterval = 2 ** 31 - 1;

export function checkOptions(options: SkillRegistryOptions): Result<CheckedOptions> {
  const { refreshInterval = defaultInterval, catalogBudget } = options;
  if (!Number.isSafeInteger(refreshInterval) || refreshInterval < 1 || refreshInterval > longestInterval) {
    const rule = `must be a number of milliseconds from 1 to ${longestInterval}; --no-refresh turns it off`;
    return wrong("--refresh-interval", rule);
  }
  if (catalogBudget !== undefined && (!Number.isSafeInteger(catalogBudget) || catalogBudget < 1)) {
    return wrong("--catalog-budget", "must be a number of characters above 0");
  }
  const filters = parseFilters(options.include ?? [], options.exclude ?? []);
  if (!filters.ok) return filters;
  const places = placesOf(options);
  if (!places.ok) return places;
  return ok({
    places: places.value,
    filters: filters.value,
    autoRefresh: options.autoRefresh ?? true,
    refreshInterval,
    catalogBudget,
    now: options.now ?? Date.now,
  });
}

function placesOf(options: SkillRegistryOptions): Result<Places> {
  const home = options.home ?? homeFolder();
  const absolute = (path: string) =>
    resolve(options.cwd ?? process.cwd(), path.replace(/^~(?=$|[/\\])/, home.replaceAll("$", "$$$$")));
  const customDirs: CustomDirectory[] = [];
  for (const given of options.skillDirs ?? []) {
    const match = /^(.*?)(?:\?scope=([\w.-]+))?$/s.exec(given);
    const [, path = "", scope] = match ?? [];
    if (path === "" || path.includes("\0")) return wrong("--skill-dir", "must be a folder");
    customDirs.push({ directory: absolute(path), ...(scope === undefined ? {} : { scope }) });
  }
  const pluginsRoot = absolute(options.pluginsRoot ?? join(home, ".claude", "plugins"));
  return ok({
    project: options.project,
    home,
    customDirs,
    customProvider: options.customProvider ?? "file",
    scanDefaultDirs: options.scanDefaultDirs ?? true,
    skipPlugins: options.skipPlugins ?? false,
    pluginsRoot,
    pluginsFile: absolute(options.pluginsFile ?? join(pluginsRoot, "installed_plugins.json")),
    pluginsFileNamed: options.pluginsFile !== undefined,
    settingsFile: absolute(options.settingsFile ?? join(home, ".claude", "settings.json")),
  });
}

function wrong(flag: string, rule: string): Result<never> {
  return fail(fault("invalid_argument", `${flag} ${rule}.`, "", { subject: { argument: flag } }));
}
