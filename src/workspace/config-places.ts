import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export const projectConfigFile = "hewto.toml";

/** Names that a program used before us, whose files and variables are still read. Ours outrank them. */
export interface OlderNames {
  /** The file at the root of a project. */
  readonly project: string;
  /** The folder beside ours in the user's configuration. */
  readonly user: string;
  /** `SPECK` for `SPECK_MCP_COMMAND` and `SPECK__MCP__COMMAND`. */
  readonly variables: string;
}

/** Where the user's own settings and decisions live. */
export function userConfigFolder(env: NodeJS.ProcessEnv = process.env, name = "hewto"): string {
  const home = env["HOME"] || homedir();
  if (process.platform === "win32") return join(env["APPDATA"] ?? join(home, "AppData/Roaming"), name);
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG standard says to disregard a relative path.
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), name);
}

/** Where things are kept that can be made anew. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = env["HOME"] || homedir();
  if (process.platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "hewto", "Cache");
  if (process.platform === "darwin") return join(home, "Library/Caches/hewto");
  const xdg = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(xdg) ? xdg : join(home, ".cache"), "hewto");
}
