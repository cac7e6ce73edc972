import { basename, dirname, isAbsolute, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { git } from "../workspace/git/command.ts";
import { isLocalSource } from "../workspace/git/mirror.ts";
import { findRepository } from "../workspace/git/repository.ts";

/**
 * What all clones of a repository call it, however they reach it.
 *
 * @example repoNameOf("git@GitHub.com:acme/api.git", "/") // "github.com/acme/api"
 */
export function repoNameOf(source: string, folder: string): string {
  if (isLocalSource(source)) {
    const path = source.startsWith("file:") ? fileURLToPath(source) : source;
    return `file:${plain(isAbsolute(path) ? path : resolve(folder, path))}`;
  }
  const scp = /^(?:[\w.-]+@)([\w.-]+):(?!\/\/)(.+)$/.exec(source);
  if (scp) return `${(scp[1] ?? "").toLowerCase()}/${plain(scp[2] ?? "").replace(/^\/+/, "")}`;
  const { host, pathname } = new URL(source);
  return `${host.toLowerCase()}/${plain(decodeURI(pathname)).replace(/^\/+/, "")}`;
}

/** The name of the repository that a folder is a checkout of; undefined outside of a repository. */
export async function repoNameAt(folder: string): Promise<string | undefined> {
  const repository = findRepository(folder);
  if (!repository) return undefined;
  const origin = await git(["config", "--get", "remote.origin.url"], { cwd: folder });
  const url = origin.ok ? origin.value.stdout.trim() : "";
  const { commonDir, checkout } = repository;
  const own = basename(commonDir) === ".git" ? dirname(commonDir) : checkout;
  try {
    return url === "" ? `file:${own}` : repoNameOf(url, own);
  } catch {
    return `file:${own}`; // an address that nothing understands
  }
}

/** Without the slashes and the extension that some people write and others do not. */
function plain(path: string): string {
  return path
    .replace(/\/+$/, "")
    .replace(/\.git$/, "")
    .replace(/\/+$/, "");
}
