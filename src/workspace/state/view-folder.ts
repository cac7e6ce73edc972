import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { userCacheFolder } from "../config/user-folders.ts";

/** An empty folder in the user's cache that stands for a repository which a server has without a checkout. */
export function viewFolder(repository: string): string {
  const folder = join(userCacheFolder(), "team", sha256(repository).slice(0, 32));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
