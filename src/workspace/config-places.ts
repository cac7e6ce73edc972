import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

export const projectConfigFile = "hewto.toml";

/** Where the user's own settings and decisions live. */
export function userConfigFolder(env: NodeJS.ProcessEnv = process.env): string {
  const home = env["HOME"] || homedir();
  if (process.platform === "win32") return join(env["APPDATA"] ?? join(home, "AppData/Roaming"), "hewto");
  const xdg = env["XDG_CONFIG_HOME"] ?? "";
  // The XDG standard says to disregard a relative path.
  return join(isAbsolute(xdg) ? xdg : join(home, ".config"), "hewto");
}
