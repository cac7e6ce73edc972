import { basename, resolve } from "node:path";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { printable } from "../../kernel/text.ts";
import { isArchiveName } from "./archive.ts";

/** Where skills are installed from. */
export type Source =
  | { readonly kind: "git"; readonly url: string; readonly ref?: string; readonly path?: string }
  | { readonly kind: "archive"; readonly file: string; readonly path?: string }
  | { readonly kind: "folder"; readonly directory: string; readonly path?: string };

export interface SourceOptions {
  readonly cwd: string;
  readonly ref?: string | undefined;
  /** The folder in the source to search. */
  readonly path?: string | undefined;
}

const maxSourceLength = 4096;

/**
 * Parses a source from the command line. Anything that git could interpret as an option or as a helper program
 * is refused here, before git runs.
 */
export function parseSource(text: string, { cwd, ref, path }: SourceOptions): Result<Source> {
  if (text.length > maxSourceLength || text.trim() === "" || text.startsWith("-")) return unsafe(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to refuse
  if (/[\u0000-\u001f]/.test(text)) return unsafe(text);
  if (/^[a-z][a-z0-9+.-]*::/i.test(text)) return unsafe(text);
  if (ref !== undefined && !isRef(ref)) return unsafe(ref);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return webSource(text, ref, path);
  const scp = /^[^/\s]+@([^/:\s]+):(.+)$/.exec(text);
  if (scp)
    return isPlain(scp[1]) && isPlain(scp[2]) ? ok({ kind: "git", url: text, ref, path }) : unsafe(text);
  const file = resolve(cwd, text);
  if (isArchiveName(text)) return ok({ kind: "archive", file, path });
  if (basename(file).endsWith(".git") || ref !== undefined) return ok({ kind: "git", url: file, ref, path });
  return ok({ kind: "folder", directory: file, path });
}

/** A page such as `https://host/owner/repo/tree/branch/folder` is a repository, a ref and a path. */
function webSource(text: string, ref: string | undefined, path: string | undefined): Result<Source> {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return unsafe(text);
  }
  if (url.protocol === "http:" || url.protocol === "git:") return unencrypted(text);
  if (!["https:", "ssh:", "file:"].includes(url.protocol)) return unsafe(text);
  if (!isPlain(url.hostname || "x") || !isPlain(url.username || "x")) return unsafe(text);
  if (url.protocol === "https:" && isArchiveName(url.pathname)) return download(text);
  const page = /^(.*?)\/(?:-\/)?(?:tree|blob|src)\/([^/]+)(?:\/(.*?))?\/?$/.exec(url.pathname);
  if (url.protocol !== "https:" || !page) return ok({ kind: "git", url: text, ref, path });
  const [, repository = "", pageRef = "", below = ""] = page;
  const folder = decodeURIComponent(below).replace(/\/?SKILL\.md$/, "");
  if (!isRef(pageRef)) return unsafe(pageRef);
  return ok({
    kind: "git",
    url: `${url.origin}${repository}`,
    ref: ref ?? pageRef,
    path: path ?? (folder === "" ? undefined : folder),
  });
}

function isRef(ref: string): boolean {
  return /^[A-Za-z0-9][\w./-]*$/.test(ref) && !ref.includes("..");
}

/** Whether git, or ssh run by git, cannot interpret a part of a URL as an option. */
function isPlain(part: string | undefined): boolean {
  return part !== undefined && !part.startsWith("-");
}

function unsafe(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is not a valid source.`;
  const remedy =
    "Use a folder, an archive (.zip, .tar.gz), or a repository (https://…, ssh://…, user@host:path).";
  return fail(fault("skill_install_refused", message, remedy, { subject: { source: text.slice(0, 200) } }));
}

function unencrypted(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is not encrypted, so it could be changed in transit.`;
  return fail(fault("skill_install_refused", message, "Use https:// or ssh://."));
}

function download(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is a remote archive.`;
  return fail(fault("skill_install_refused", message, "Download it, review it, and install the file."));
}
