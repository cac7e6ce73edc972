import type { DocumentLink, Location } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readMarkdown } from "../../markdown/document.ts";
import { type Link, readLinks } from "../../markdown/inline/links.ts";
import { githubSlug } from "../../markdown/slug.ts";
import { exists } from "../../workspace/files/files.ts";
import { insideWorkspace, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { isMarkdown } from "../session/documents.ts";
import { isInside, lineRange, linesOf, uriOf } from "../session/positions.ts";
import type { OpenFile, Place, Session } from "../session/session.ts";

/** Where a link of a document leads: a file of the workspace, and a heading in it. */
export interface LinkTarget {
  readonly path: WorkspacePath;
  readonly fragment: string;
}

const handle = /^(spec|impl|scratch):\/\/([\p{L}\p{N}._-]+)$/u;

/** The target of a link in a file; undefined for other schemes, and for what leads outside the workspace. */
export async function resolveLink(place: Place, target: string): Promise<LinkTarget | undefined> {
  const [, kind, name] = handle.exec(target) ?? [];
  if (kind !== undefined) {
    const file = kind === "scratch" ? `.specman/scratchpad/${name}/scratch.md` : `${kind}/${name}/${kind}.md`;
    return inside(place, file, "");
  }
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(target)) return undefined;
  const [path = "", fragment = ""] = target.split("#");
  if (path === "") return { path: place.path, fragment: decoded(fragment) };
  const from = parentPath(place.path);
  const joined = path.startsWith("/")
    ? path.slice(1)
    : from === ""
      ? decoded(path)
      : `${from}/${decoded(path)}`;
  return inside(place, normalized(joined), decoded(fragment));
}

async function inside(
  { folder }: Place,
  path: string | undefined,
  fragment: string,
): Promise<LinkTarget | undefined> {
  if (path === undefined || path === "") return undefined;
  const found = await insideWorkspace(folder.workspace, path);
  return found.ok ? { path: found.value, fragment } : undefined;
}

/** `a/../b` as `b`; undefined for a path that leaves the root. */
function normalized(path: string): string | undefined {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Links to files of the workspace. Editors find addresses of the web by themselves. */
export async function documentLinks(file: OpenFile): Promise<DocumentLink[]> {
  const { folder } = file;
  const document = textDocument(file.text);
  const found: DocumentLink[] = [];
  for (const link of readLinks(readMarkdown(file.text))) {
    const target = link.target === undefined ? undefined : await resolveLink(file, link.target);
    if (target === undefined || !(await folder.read(() => exists(folder.workspace, target.path)))) continue;
    const fragment = target.fragment === "" ? "" : `#${encodeURIComponent(target.fragment)}`;
    found.push({
      range: { start: document.positionAt(link.offset), end: document.positionAt(link.end) },
      target: `${uriOf(folder.workspace, target.path)}${fragment}`,
    });
  }
  return found;
}

/** The link at a position of a text. */
export function linkAt(text: string, position: { line: number; character: number }): Link | undefined {
  const document = textDocument(text);
  return readLinks(readMarkdown(text)).find((link) =>
    isInside({ start: document.positionAt(link.offset), end: document.positionAt(link.end) }, position),
  );
}

/** The heading or the file that the link at a position leads to. */
export async function linkDefinition(
  session: Session,
  file: OpenFile,
  position: { line: number; character: number },
): Promise<Location | undefined> {
  const target = linkAt(file.text, position)?.target;
  const resolved = target === undefined ? undefined : await resolveLink(file, target);
  if (resolved === undefined) return undefined;
  const text = await session.textAt({ folder: file.folder, path: resolved.path });
  if (text === undefined) return undefined;
  const line = isMarkdown(resolved.path) ? headingLine(text, resolved.fragment) : 1;
  return { uri: uriOf(file.folder.workspace, resolved.path), range: lineRange(linesOf(text), line) };
}

/** The line of the heading that a fragment names, by either rule for slugs; 1 without one. */
export function headingLine(text: string, fragment: string): number {
  if (fragment === "") return 1;
  const wanted = fragment.toLowerCase();
  const { headings } = readMarkdown(text);
  return headings.find(({ slug, title }) => slug === wanted || githubSlug(title) === wanted)?.line ?? 1;
}

export function textDocument(text: string): TextDocument {
  return TextDocument.create("", "markdown", 0, text);
}
