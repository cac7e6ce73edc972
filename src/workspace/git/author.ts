import { userInfo } from "node:os";
import type { Workspace } from "../paths/root.ts";
import { configValue, gitConfig } from "./config.ts";
import { findRepository } from "./repository.ts";

/** The name that git would put on a commit here; without one, the name of the account. */
export async function authorName({ root }: Workspace, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const config = await gitConfig(findRepository(root) ?? "none", root, env);
  const name = env["GIT_AUTHOR_NAME"] ?? (config.ok ? configValue(config.value, "user.name") : undefined);
  return name?.trim() || accountName();
}

/** An account without an entry in the user database has no name. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}
