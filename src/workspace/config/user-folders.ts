import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

export const projectConfigFile = "hewto.toml";

/** Names that a program used before us, whose files and variables are still read. Ours outrank them. */
export interface LegacyNames {
  /** The file at the root of a project. */
  readonly project: string;
  /** The folder beside ours in the user's configuration. */
  readonly user: string;
  /** `SPECK` for `SPECK_MCP_COMMAND` and `SPECK__MCP__COMMAND`. */
  readonly variables: string;
}

/** The place that Unix systems give as the home of somebody who has none. It must never be made. */
const nowhere = "/nonexistent";

/**
 * The person's home: what the environment says, else what the system knows. A container may run as a user whom
 * the system does not know; then nothing is read from a home and nothing can be kept in one. A shared folder
 * such as /tmp would not do instead: whoever made it first could say there which commands are trusted.
 */
export function homeFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const said = env["HOME"] || env["USERPROFILE"] || "";
  // A relative name, or none, would put our files into whatever folder is the current one.
  if (isAbsolute(said)) return said;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : nowhere;
  } catch {
    return nowhere;
  }
}

/** Where the user's own settings and decisions live. */
export function userConfigFolder(env: NodeJS.ProcessEnv = process.env, name = "hewto"): string {
  const home = homeFolder(env);
  if (process.platform === "win32") return join(env["APPDATA"] ?? join(home, "AppData/Roaming"), name);
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG standard says to disregard a relative path.
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), name);
}

/** Where things are kept that can be made anew. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = homeFolder(env);
  if (process.platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "hewto", "Cache");
  if (process.platform === "darwin") return join(home, "Library/Caches/hewto");
  const xdg = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(xdg) ? xdg : join(home, ".cache"), "hewto");
}

/** A message about settings apart from the line of the project's file that it begins with; 1 where it names none. */
export function splitConfigMessage(message: string): { readonly line: number; readonly message: string } {
  const { 1: line = "1", 2: said = message } = /^hewto\.toml:(\d+)(?::\d+)?: (.*)$/s.exec(message) ?? [];
  return { line: Number(line), message: said.replace(/^this is not TOML/, "This is not TOML") };
}
