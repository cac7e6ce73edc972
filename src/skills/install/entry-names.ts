import { fault } from "../../kernel/fault.ts";
import { type Failure, fail, ok, type Result } from "../../kernel/result.ts";
import { printableLine } from "../../kernel/text.ts";
import { joinPath, rootPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { fold, invisible } from "../names.ts";

/** Limits of one source, which may hold several skills. */
export const sourceLimits = {
  files: 2000,
  bytes: 64 * 1024 * 1024,
  levels: 32,
  pathBytes: 1024,
  nameBytes: 255,
} as const;

/** An entry name of an archive as a path; an unsafe name refuses the whole archive. */
export function entryPath(name: string): Result<WorkspacePath> {
  const problem = nameProblem(name);
  const path = problem === undefined ? joinPath(rootPath, partsOf(name).join("/")) : undefined;
  return path?.ok ? path : unsafe(name, problem ?? "it is outside the archive's folder");
}

/** Checks that names are safe on every system, and that no two files or folders differ only in case. */
export function checkNames(paths: readonly string[]): Result<unknown> {
  const seen = new Map<string, string>();
  for (const path of paths) {
    const problem = nameProblem(path);
    if (problem !== undefined) return unsafe(path, problem);
    for (const each of withParents(path)) {
      const other = seen.get(fold(each));
      if (other !== undefined && other !== each)
        return refused(
          `\`${printableLine(other)}\` and \`${printableLine(each)}\` are the same file on many systems`,
        );
      seen.set(fold(each), each);
    }
  }
  return ok(undefined);
}

export function refused(reason: string): Failure {
  const remedy = "Ask its author to fix it, or copy the files you trust to a folder and install that.";
  return fail(fault("skill_install_refused", `The source is refused: ${reason}.`, remedy));
}

/** `a`, `a/b`, `a/b/c`: the file and every folder above it. */
function withParents(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Why a name is refused, as the end of a sentence. */
function nameProblem(name: string): string | undefined {
  const { levels, pathBytes, nameBytes } = sourceLimits;
  if (Buffer.byteLength(name) > pathBytes) return `it is longer than ${pathBytes} bytes`;
  const parts = partsOf(name);
  if (parts.length > levels) return `it is more than ${levels} levels deep`;
  if (parts.some((part) => Buffer.byteLength(part) > nameBytes))
    return `a part of it is longer than ${nameBytes} bytes`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to refuse
  if (/[\u0000-\u001f\u007f-\u009f]/.test(name) || name.search(invisible) >= 0)
    return "it has invisible characters";
  if (parts.some(isReserved)) return "a part of it is reserved or not allowed on Windows";
  return parts.some(isGitFolder) ? "git would treat a part of it as a repository" : undefined;
}

function isReserved(part: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part) || /[:*?"<>|\\]|[. ]$/.test(part);
}

/** `.git` and its short names on Windows. */
function isGitFolder(part: string): boolean {
  return /^(?:\.git|git~\d+)$/.test(fold(part.normalize("NFKC")));
}

function partsOf(name: string): string[] {
  return (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
}

function unsafe(name: string, reason: string): Failure {
  return refused(`the name \`${printableLine(name.slice(0, 200))}\` is not safe: ${reason}`);
}
