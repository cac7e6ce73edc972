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
  /** The folder inside the source to look in. */
  readonly path?: string | undefined;
}

/** No path and no address is longer. */
const longestSource = 4096;

/**
 * Reads a source from a command line. Everything that git could take for an option or for a helper program
 * is refused here, before git is started.
 */
export function parseSource(text: string, { cwd, ref, path }: SourceOptions): Result<Source> {
  if (text.length > longestSource || text.trim() === "" || text.startsWith("-")) return unsafe(text);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\u0000-\u001f]/.test(text)) return unsafe(text);
  if (/^[a-z][a-z0-9+.-]*::/i.test(text)) return unsafe(text);
  if (ref !== undefined && !isRef(ref)) return unsafe(ref);
  const inside = path === undefined ? {} : { path };
  const at = ref === undefined ? {} : { ref };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return webSource(text, at, inside);
  const scp = /^[^/\s]+@([^/:\s]+):(.+)$/.exec(text);
  if (scp)
    return isPlain(scp[1]) && isPlain(scp[2])
      ? ok({ kind: "git", url: text, ...at, ...inside })
      : unsafe(text);
  const place = resolve(cwd, text);
  if (isArchiveName(text)) return ok({ kind: "archive", file: place, ...inside });
  if (basename(place).endsWith(".git") || ref !== undefined)
    return ok({ kind: "git", url: place, ...at, ...inside });
  return ok({ kind: "folder", directory: place, ...inside });
}

/** `https://host/owner/repo/tree/branch/folder`, as a browser shows it, is a repository, a ref and a path. */
function webSource(text: string, at: { ref?: string }, inside: { path?: string }): Result<Source> {
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
  if (url.protocol !== "https:" || !page) return ok({ kind: "git", url: text, ...at, ...inside });
  const [, repository = "", ref = "", below = ""] = page;
  const folder = decodeURIComponent(below).replace(/\/?SKILL\.md$/, "");
  if (!isRef(ref)) return unsafe(ref);
  const path = folder === "" ? inside : { path: folder, ...inside };
  return ok({ kind: "git", url: `${url.origin}${repository}`, ref, ...at, ...path });
}

function isRef(ref: string): boolean {
  return /^[A-Za-z0-9][\w./-]*$/.test(ref) && !ref.includes("..");
}

/** Not to be taken for an option by git or by ssh behind it. */
function isPlain(part: string | undefined): boolean {
  return part !== undefined && !part.startsWith("-");
}

function unsafe(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is no source of skills.`;
  const remedy =
    "Name a folder, an archive (.zip, .tar.gz), or a repository (https://…, ssh://…, user@host:path).";
  return fail(fault("skill_install_refused", message, remedy, { subject: { source: text.slice(0, 200) } }));
}

function unencrypted(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is not encrypted, so anyone on the way could change what is installed.`;
  return fail(fault("skill_install_refused", message, "Use https:// or ssh://."));
}

function download(text: string): Result<never> {
  const message = `\`${printable(text.slice(0, 200))}\` is an archive on the network.`;
  return fail(fault("skill_install_refused", message, "Download it, look at it, and install the file."));
}
