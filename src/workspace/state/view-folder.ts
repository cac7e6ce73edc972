import { existsSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../../kernel/hash.ts";
import { userCacheFolder } from "../config/user-folders.ts";
import { fillScratch } from "../files/scratch.ts";
import { listedPath } from "../paths/paths.ts";
import { temporaryIn } from "../write/atomic.ts";

/** An empty folder in the user's cache that stands for a repository which a server has without a checkout. */
export function viewFolder(repository: string): string {
  const folder = join(userCacheFolder(), "team", sha256(repository).slice(0, 32));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

export interface ViewFile {
  readonly path: string;
  readonly text: () => string;
}

/** Folders of a repository that were not used for this time are removed, apart from the newest ones. */
const unusedMs = 60 * 60_000;
const maxFolders = 8;

/**
 * The files of one commit as its checkout would have them, without git. A commit never changes, so its folder is
 * written once, whole or not at all.
 */
export async function filledViewFolder(
  repository: string,
  commit: string,
  files: readonly ViewFile[],
): Promise<string> {
  const parent = viewFolder(`${repository}\0files`);
  const folder = join(parent, sha256(commit).slice(0, 32));
  if (!existsSync(folder)) {
    const temporary = temporaryIn(parent);
    mkdirSync(temporary, { mode: 0o700 });
    try {
      const encoder = new TextEncoder();
      for (let at = 0; at < files.length; at += 256)
        await fillScratch(
          temporary,
          files.slice(at, at + 256).flatMap(({ path, text }) => {
            const safe = safePath(path);
            return safe === undefined
              ? []
              : [{ path: safe, content: encoder.encode(text()), executable: false }];
          }),
        );
      renameSync(temporary, folder);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      // Another server of this user was faster.
      if (!existsSync(folder)) throw error;
    }
    removeUnused(parent);
  }
  utimesSync(folder, new Date(), new Date());
  return folder;
}

/** Segments are written by workers, who could be wrong: nothing outside the folder, and nothing that git would obey. */
function safePath(path: string) {
  return path.split("/").some((name) => name.toLowerCase() === ".git") ? undefined : listedPath(path);
}

function removeUnused(parent: string): void {
  const folders = readdirSync(parent)
    .map((name) => ({ name, usedAt: lstatSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((a, b) => b.usedAt - a.usedAt);
  for (const { name, usedAt } of folders.slice(maxFolders))
    if (Date.now() - usedAt > unusedMs) rmSync(join(parent, name), { recursive: true, force: true });
}
