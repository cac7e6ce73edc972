import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printableLine } from "../../kernel/text.ts";
import { joinPath, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { fold, invisible } from "../names.ts";

/** What one source may hold; it may hold several skills. */
export const sourceLimits = {
  files: 2000,
  bytes: 64 * 1024 * 1024,
  levels: 32,
  pathBytes: 1024,
  nameBytes: 255,
} as const;

/** A name from an archive as a path, or a refusal of the whole archive. */
export function entryPath(name: string): Result<WorkspacePath> {
  const trouble = nameTrouble(name);
  const path = trouble === undefined ? joinPath(rootPath, trimmedParts(name).join("/")) : undefined;
  return path?.ok ? path : unsafe(name, trouble ?? "it leads outside");
}

/** Names that are safe on every system, and no two that differ only in case, folders included. */
export function checkNames(paths: readonly string[]): Result<unknown> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const trouble = nameTrouble(path);
    if (trouble !== undefined) return unsafe(path, trouble);
    for (const place of placesOf(path)) {
      const before = seen.get(fold(place));
      if (before !== undefined && before !== place)
        return refused(
          `\`${printableLine(before)}\` and \`${printableLine(place)}\` are one on many systems`,
        );
      seen.set(fold(place), place);
    }
  }
  return ok(undefined);
}

export function refused(why: string): Failure {
  const remedy = "Ask its author for a plain one, or copy what you trust into a folder and install that.";
  return fail(fault("skill_install_refused", `The source is refused: ${why}.`, remedy));
}

/** `a`, `a/b`, `a/b/c`: the file and every folder above it. */
function placesOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Why a name is not taken, as the end of a sentence. */
function nameTrouble(name: string): string | undefined {
  const { levels, pathBytes, nameBytes } = sourceLimits;
  if (Buffer.byteLength(name) > pathBytes) return `it is longer than ${pathBytes} bytes`;
  const parts = trimmedParts(name);
  if (parts.length > levels) return `it is more than ${levels} levels deep`;
  if (parts.some((part) => Buffer.byteLength(part) > nameBytes))
    return `a part of it is longer than ${nameBytes} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name) || name.search(invisible) >= 0)
    return "it holds characters that nobody can see";
  if (parts.some(isDevice)) return "a part of it means something else on some system";
  return parts.some(isGitFolder) ? "git would take a part of it for a repository" : undefined;
}

function isDevice(part: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) || /[:*?"<>|\\]|[. ]$/.test(part);
}

/** `.git` and the short name that Windows gives it. */
function isGitFolder(part: string): boolean {
  return /^(?:\.git|git~\d+)$/.test(fold(part.normalize("NFKC")));
}

function trimmedParts(name: string): string[] {
  return (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
}

function unsafe(name: string, why: string): Failure {
  return refused(`the name \`${printableLine(name.slice(0, 200))}\` is not safe, because ${why}`);
}
