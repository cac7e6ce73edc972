import { join, resolve } from "node:path";
import { homeFolder } from "../config/user-folders.ts";
import { configValue, gitConfig } from "./config.ts";
import type { GitRepository } from "./repository.ts";

/** The settings of git that decide what is ignored. */
export interface IgnoreSettings {
  readonly excludesFile: string;
  readonly ignoreCase: boolean;
}

/** What git's configuration says about ignoring, for a folder that may be in no repository. */
export async function ignoreSettings(
  repository: GitRepository | undefined,
  folder: string,
  env: NodeJS.ProcessEnv,
): Promise<IgnoreSettings> {
  const home = homeFolder(env);
  // Without git there is nothing to ask, and its defaults hold.
  const config = await gitConfig(repository ?? "none", folder, env);
  const settingOf = (key: string) => (config.ok ? configValue(config.value, key) : undefined);
  const excludes = settingOf("core.excludesfile");
  const userFolder = join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "git");
  return {
    excludesFile:
      excludes === undefined
        ? join(userFolder, "ignore")
        : resolve(repository?.checkout ?? folder, excludes.replace(/^~(?=\/)/, home)),
    ignoreCase: /^(true|yes|on|[1-9]\d*)$/i.test(settingOf("core.ignorecase") ?? ""),
  };
}
