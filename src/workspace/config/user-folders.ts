import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

export const projectConfigFile = "hewto.toml";

/** Names of an earlier program whose files and variables are still read. Ours override them. */
export interface LegacyNames {
  /** The file at the root of a project. */
  readonly project: string;
  /** Its folder in the user's configuration folder. */
  readonly user: string;
  /** `SPECK` for `SPECK_MCP_COMMAND` and `SPECK__MCP__COMMAND`. */
  readonly variables: string;
}

/** What Unix systems use as the home of a user without one. It must never be created. */
const nowhere = "/nonexistent";

/**
 * The user's home: from the environment, else from the system. A container can run as a user that the system does not
 * know; such a user has no home, and nothing is read or stored there. A shared folder such as /tmp is not a
 * substitute: another user could create it first and list trusted commands there.
 */
export function homeFolder(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const home = env["HOME"] || env["USERPROFILE"] || "";
  // A relative path, or none, would put our files into the current folder.
  if (isAbsolute(home)) return home;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : nowhere;
  } catch {
    return nowhere;
  }
}

/** The folder of the user's own settings and decisions. */
export function userConfigFolder(env: NodeJS.ProcessEnv = process.env, name = "hewto"): string {
  const home = homeFolder(env);
  if (process.platform === "win32") return join(env["APPDATA"] ?? join(home, "AppData/Roaming"), name);
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG standard says to ignore a relative path.
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), name);
}

/** The folder where another program keeps the user's data. */
export function userDataFolder(env: NodeJS.ProcessEnv, name: string): string {
  const home = homeFolder(env);
  const xdg = env["XDG_DATA_HOME"] ?? "";
  if (isAbsolute(xdg)) return join(xdg, name);
  if (process.platform === "win32") return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), name);
  return join(home, ".local/share", name);
}

/** The folder of everything that can be built again. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = homeFolder(env);
  if (process.platform === "win32")
    return join(env["LOCALAPPDATA"] ?? join(home, "AppData/Local"), "hewto", "Cache");
  if (process.platform === "darwin") return join(home, "Library/Caches/hewto");
  const xdg = env["XDG_CACHE_HOME"] ?? "";
  return join(isAbsolute(xdg) ? xdg : join(home, ".cache"), "hewto");
}

/** Splits the line number of the project's file off a message about settings; 1 when the message names none. */
export function splitConfigMessage(message: string): { readonly line: number; readonly message: string } {
  const { 1: line = "1", 2: rest = message } = /^hewto\.toml:(\d+)(?::\d+)?: (.*)$/s.exec(message) ?? [];
  return { line: Number(line), message: rest.replace(/^not valid TOML/, "Not valid TOML") };
}
