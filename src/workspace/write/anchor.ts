import { dirname } from "node:path";
import { errnoOf } from "../paths/errno.ts";
import { type Disk, isNotFound, type OpenFolder } from "./disk.ts";
import { SwappedFolder } from "./errors.ts";

/**
 * Runs `work` with a disk on which the folders of `targets` cannot be swapped. Each folder is opened once, and must
 * really be at its path; on Linux every call then goes through the open folder, so that another process that replaces
 * folders by links cannot redirect a write out of the workspace. On other systems the location is checked before and
 * after each change. In a folder that does not exist, every path is absent.
 *
 * @example await inFolders([target], disk, (disk) => disk.unlink(target))
 */
export async function inFolders<T>(
  targets: readonly string[],
  disk: Disk,
  work: (disk: Disk) => Promise<T>,
): Promise<T> {
  const anchors: Anchor[] = [];
  try {
    for (const folder of new Set(targets.map((target) => dirname(target)))) {
      anchors.push(await anchorOf(folder, disk));
    }
    return await work(anchoredDisk(disk, anchors));
  } finally {
    for (const { open } of anchors) open?.close();
  }
}

interface Anchor {
  readonly folder: string;
  readonly base: string;
  readonly open?: OpenFolder;
}

/** A path that cannot exist: calls report that there is no such folder. */
const nowhere = "/dev/null/absent";

async function anchorOf(folder: string, disk: Disk): Promise<Anchor> {
  let open: OpenFolder;
  try {
    open = await disk.openFolder(folder);
  } catch (error) {
    // For a link in place of the folder Linux reports ENOTDIR, other systems ELOOP.
    if (!isNotFound(error) && errnoOf(error) !== "ELOOP") throw error;
    if (await isLink(folder, disk)) throw new SwappedFolder(folder);
    return { folder, base: nowhere };
  }
  if (open.path() === folder) return { folder, base: open.base, open };
  open.close();
  throw new SwappedFolder(folder);
}

async function isLink(path: string, disk: Disk): Promise<boolean> {
  return disk.lstat(path).then(
    (entry) => entry.isSymbolicLink(),
    () => false,
  );
}

function anchoredDisk(disk: Disk, anchors: readonly Anchor[]): Disk {
  const at = (path: string): string => {
    const anchor = anchorFor(path, anchors);
    if (anchor === undefined) return path;
    // In /proc the open folder itself is a link; its "." is not.
    return path === anchor.folder ? `${anchor.base}/.` : anchor.base + path.slice(anchor.folder.length);
  };
  const on = <T>(path: string, call: (path: string) => Promise<T>): Promise<T> =>
    call(at(path)).catch((error: unknown) => Promise.reject(withPath(error, path)));
  /** Where a folder cannot be held open, a change that landed elsewhere is reverted if possible. */
  const checked = async (
    to: string,
    change: () => Promise<void>,
    undo: () => Promise<void>,
  ): Promise<void> => {
    await change();
    const anchor = anchorFor(to, anchors);
    if (anchor?.open === undefined || anchor.base !== anchor.folder || anchor.open.path() === anchor.folder)
      return;
    await undo().catch(() => undefined);
    throw new SwappedFolder(to);
  };
  return {
    openFolder: (path) => disk.openFolder(path),
    open: (path, flags, mode) => on(path, (path) => disk.open(path, flags, mode)),
    readFile: (path) => on(path, (path) => disk.readFile(path)),
    readdir: (path) => on(path, (path) => disk.readdir(path)),
    lstat: (path) => on(path, (path) => disk.lstat(path)),
    realpath: (path) => on(path, (path) => disk.realpath(path)),
    readlink: (path) => on(path, (path) => disk.readlink(path)),
    symlink: (target, path) => on(path, (path) => disk.symlink(target, path)),
    mkdir: (path, mode) => on(path, (path) => disk.mkdir(path, mode)),
    rename: (from, to) =>
      checked(
        to,
        () => on(to, (path) => disk.rename(at(from), path)),
        () => disk.rename(to, from),
      ),
    link: (existing, path) =>
      checked(
        path,
        () => on(path, (path) => disk.link(at(existing), path)),
        () => disk.unlink(path),
      ),
    unlink: (path) => on(path, (path) => disk.unlink(path)),
    rmdir: (path) => on(path, (path) => disk.rmdir(path)),
    chmod: (path, mode) => on(path, (path) => disk.chmod(path, mode)),
    utimes: (path, atime, mtime) => on(path, (path) => disk.utimes(path, atime, mtime)),
  };
}

function anchorFor(path: string, anchors: readonly Anchor[]): Anchor | undefined {
  const parent = dirname(path);
  return (
    anchors.find(({ folder }) => folder === parent) ??
    anchors.find(({ folder }) => folder === path) ??
    anchors.find(({ folder }) => path.startsWith(`${folder}/`))
  );
}

/** The error names the path through /proc; messages need the original one. */
function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && "path" in error ? Object.assign(error, { path }) : error;
}
