import { join, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { homeFolder } from "../../workspace/config/user-folders.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { SearchPaths } from "../discover/discover.ts";
import type { CustomDirectory } from "../discover/roots.ts";
import { type Filters, parseFilters } from "./filter.ts";

/** How a registry finds skills. Only `project` is required. */
export interface SkillRegistryOptions {
  readonly project: Workspace;
  /** Skill folders in addition to the default ones; `path?scope=name` prefixes their names with `name:`. */
  readonly skillDirs?: readonly string[];
  /** The provider of those folders; default: `file`. */
  readonly customProvider?: string;
  readonly skipPlugins?: boolean;
  readonly pluginsFile?: string | undefined;
  readonly pluginsRoot?: string | undefined;
  readonly settingsFile?: string | undefined;
  readonly scanDefaultDirs?: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly autoRefresh?: boolean;
  /** Milliseconds; default: 30,000. */
  readonly refreshInterval?: number | undefined;
  /** The maximum length of the `<available_skills>` block in characters; default: no limit. */
  readonly catalogBudget?: number | undefined;
  /** Default: the home directory of the current user. */
  readonly home?: string | undefined;
  /** The base of relative paths; default: the working directory. */
  readonly cwd?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** The options with defaults filled in. */
export interface ResolvedOptions {
  readonly paths: SearchPaths;
  readonly filters: Filters;
  readonly autoRefresh: boolean;
  readonly refreshInterval: number;
  readonly catalogBudget: number | undefined;
  readonly now: () => number;
}

const defaultInterval = 30_000;
/** The maximum delay of a timer, nearly 25 days; Node treats a longer one as 1 ms. */
const maxInterval = 2 ** 31 - 1;

export function resolveOptions(options: SkillRegistryOptions): Result<ResolvedOptions> {
  const { refreshInterval = defaultInterval, catalogBudget } = options;
  if (!Number.isSafeInteger(refreshInterval) || refreshInterval < 1 || refreshInterval > maxInterval) {
    const rule = `must be a number of milliseconds from 1 to ${maxInterval}; use --no-refresh to turn it off`;
    return invalid("--refresh-interval", rule);
  }
  if (catalogBudget !== undefined && (!Number.isSafeInteger(catalogBudget) || catalogBudget < 1)) {
    return invalid("--catalog-budget", "must be a number of characters greater than 0");
  }
  const filters = parseFilters(options.include ?? [], options.exclude ?? []);
  if (!filters.ok) return filters;
  const paths = searchPaths(options);
  if (!paths.ok) return paths;
  return ok({
    paths: paths.value,
    filters: filters.value,
    autoRefresh: options.autoRefresh ?? true,
    refreshInterval,
    catalogBudget,
    now: options.now ?? Date.now,
  });
}

function searchPaths(options: SkillRegistryOptions): Result<SearchPaths> {
  const home = options.home ?? homeFolder();
  const absolute = (path: string) =>
    resolve(options.cwd ?? process.cwd(), path.replace(/^~(?=$|[/\\])/, home.replaceAll("$", "$$$$")));
  const customDirs: CustomDirectory[] = [];
  for (const value of options.skillDirs ?? []) {
    const match = /^(.*?)(?:\?scope=([\w.-]+))?$/s.exec(value);
    const [, path = "", scope] = match ?? [];
    if (path === "" || path.includes("\0")) return invalid("--skill-dir", "must be a folder");
    customDirs.push({ directory: absolute(path), scope });
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
    pluginsFileRequired: options.pluginsFile !== undefined,
    settingsFile: absolute(options.settingsFile ?? join(home, ".claude", "settings.json")),
  });
}

function invalid(flag: string, rule: string): Result<never> {
  return fail(fault("invalid_argument", `${flag} ${rule}.`, "", { subject: { argument: flag } }));
}
