import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { errnoOf } from "../paths/errno.ts";
import { locate, locateOpen } from "../paths/location.ts";
import { absolutePath, isWithin, type WorkspacePath } from "../paths/paths.ts";
import type { Workspace } from "../paths/root.ts";
import { overlaidFile } from "./overlay.ts";

export interface RawFile {
  readonly content: Buffer;
  readonly mtimeMs: number;
}

const defaultMaxBytes = 16 * 1024 * 1024;

// Without O_NONBLOCK, opening a named pipe without a writer waits forever. Windows has no such flag.
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** The bytes of a regular file inside the root. The checks and the read use the same descriptor. */
export function readRaw(
  workspace: Workspace,
  path: WorkspacePath,
  maxBytes = defaultMaxBytes,
): Result<RawFile> {
  const overlaid = overlaidFile(absolutePath(workspace, path));
  if (overlaid !== undefined) {
    const { content, stamp } = overlaid;
    return content.length > maxBytes
      ? tooLarge(path, content.length, maxBytes)
      : ok({ content, mtimeMs: stamp.mtimeMs });
  }
  let fd: number | undefined;
  try {
    fd = openSync(absolutePath(workspace, path), openFlags);
    return readOpen(workspace, path, fd, maxBytes);
  } catch (error) {
    return readingFailed(workspace, path, errnoOf(error) ?? String(error));
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

function readOpen(workspace: Workspace, path: WorkspacePath, fd: number, maxBytes: number): Result<RawFile> {
  const stats = fstatSync(fd);
  const location = locateOpen(workspace, fd, stats, absolutePath(workspace, path));
  if (location.kind !== "inside") return leadsOutside(workspace, path);
  if (!stats.isFile()) return notAFile(path);
  if (stats.size > maxBytes) return tooLarge(path, stats.size, maxBytes);
  const content = readToEnd(fd, stats.size, maxBytes);
  return content ? ok({ content, mtimeMs: stats.mtimeMs }) : tooLarge(path, maxBytes + 1, maxBytes);
}

/** Reads to the end, which can differ from the size while another process writes. */
function readToEnd(fd: number, size: number, maxBytes: number): Buffer | undefined {
  let buffer = Buffer.allocUnsafe(size + 1);
  let filled = 0;
  for (;;) {
    const read = readSync(fd, buffer, filled, buffer.length - filled, null);
    if (read === 0) return buffer.subarray(0, filled);
    filled += read;
    if (filled > maxBytes) return undefined;
    if (filled === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2 + 1024);
  }
}

export function leadsOutside(workspace: Workspace, path: WorkspacePath): Failure {
  const message = `Path \`${path}\` leads outside the workspace. The workspace is ${workspace.root}.`;
  const remedy = "Name a path inside the workspace, relative to its root.";
  return fail(fault("path_escape", message, remedy, { path, subject: { root: workspace.root } }));
}

export function unreadable(path: WorkspacePath, errno: string): Failure {
  if (errno === "ELOOP") {
    const message = `\`${path || "."}\` cannot be read: its symbolic links form a loop.`;
    return fail(fault("unreadable_file", message, "Fix the link.", { path, details: { errno } }));
  }
  const isForbidden = errno === "EACCES" || errno === "EPERM";
  const reason = isForbidden ? `permission denied (${errno})` : errno;
  const message = `\`${path || "."}\` cannot be read: ${reason}.`;
  return fail(fault("unreadable_file", message, "Check its permissions.", { path, details: { errno } }));
}

function readingFailed(workspace: Workspace, path: WorkspacePath, errno: string): Failure {
  if (errno === "ENOENT" || errno === "ENOTDIR") return absent(workspace, path);
  // A socket cannot be opened at all, and a device without a driver fails in the same way.
  if (errno === "ENXIO" || errno === "EISDIR" || errno === "ENODEV") return notAFile(path);
  return unreadable(path, errno);
}

/** Whether a file outside the workspace exists is not revealed; a dangling link is reported as one. */
function absent(workspace: Workspace, path: WorkspacePath): Failure {
  const absolute = absolutePath(workspace, path);
  const folder = dirname(absolute);
  const target = linkTarget(absolute);
  const leadsOut = target !== undefined && !isWithin(workspace.root, resolve(folder, target));
  if (leadsOut || locate(workspace, folder).kind === "outside") return leadsOutside(workspace, path);
  if (target === undefined)
    return fail(fault("path_not_found", `There is no file at \`${path}\`.`, "Check the path.", { path }));
  const message = `\`${path}\` is a link to \`${target}\`, which does not exist.`;
  return fail(
    fault("path_not_found", message, "Fix the link, or create that file.", {
      path,
      details: { link: target },
    }),
  );
}

function linkTarget(absolute: string): string | undefined {
  try {
    return readlinkSync(absolute);
  } catch {
    return undefined;
  }
}

function notAFile(path: WorkspacePath): Failure {
  const message = `\`${path || "."}\` is not a regular file.`;
  return fail(fault("not_a_file", message, "Replace it with a file, or name another.", { path }));
}

function tooLarge(path: WorkspacePath, size: number, maxBytes: number): Failure {
  const message = `\`${path}\` has ${size} bytes; the limit is ${maxBytes}.`;
  return fail(
    fault("file_too_large", message, "Split the file, or exclude it.", { path, details: { size } }),
  );
}
