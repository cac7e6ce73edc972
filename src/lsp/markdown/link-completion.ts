import { type CompletionItem, CompletionItemKind, type Position } from "vscode-languageserver/node";
import { readMarkdown } from "../../markdown/document.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { insideWorkspace, parentPath } from "../../workspace/paths/paths.ts";
import { isMarkdown } from "../session/documents.ts";
import { rangeOn } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { resolveLink } from "./links.ts";

const maxItems = 200;

/** Inside the parentheses of a link: files of the workspace, and headings behind a `#`. Undefined elsewhere. */
export async function linkItems(
  session: Session,
  file: OpenFile,
  before: string,
  position: Position,
): Promise<CompletionItem[] | undefined> {
  const typed = /\]\(([^()\s]*)$/.exec(before)?.[1];
  if (typed === undefined) return undefined;
  const hash = typed.indexOf("#");
  if (hash >= 0) return headingItems(session, file, typed.slice(0, hash), typed.slice(hash + 1), position);
  if (/^[a-z][a-z0-9+.-]*:/i.test(typed)) return [];
  return fileItems(file, typed, position);
}

async function headingItems(
  session: Session,
  file: OpenFile,
  path: string,
  typed: string,
  position: Position,
): Promise<CompletionItem[]> {
  const target = await resolveLink(file, path === "" ? "#" : path);
  const text =
    target?.path === file.path
      ? file.text
      : target && (await session.textAt({ folder: file.folder, path: target.path }));
  if (text === undefined) return [];
  const range = rangeOn(position.line, position.character - typed.length, position.character);
  return readMarkdown(text)
    .headings.filter(({ slug }) => slug !== "")
    .slice(0, maxItems)
    .map(({ slug, text: title }) => ({
      label: slug,
      detail: title,
      kind: CompletionItemKind.Reference,
      textEdit: { range, newText: slug },
    }));
}

/** The entries of the folder that was typed so far. */
async function fileItems(file: OpenFile, typed: string, position: Position): Promise<CompletionItem[]> {
  const { folder, path } = file;
  const slash = typed.lastIndexOf("/");
  const below = slash < 0 ? "" : typed.slice(0, slash);
  const start = parentPath(path);
  const target = below === "" ? { path: start } : await resolveLink(file, below);
  const inside = target && (await insideWorkspace(folder.workspace, target.path === "" ? "." : target.path));
  if (!inside?.ok) return [];
  const listed = await folder.read(() => listFolder(folder.workspace, inside.value));
  const range = rangeOn(position.line, position.character - (typed.length - slash - 1), position.character);
  const entries = (listed.ok ? listed.value : []).filter(
    ({ kind, name }) => !name.startsWith(".") && (kind === "folder" || kind === "file"),
  );
  const items = entries.slice(0, maxItems).map(({ name, kind }): CompletionItem => {
    const isFolder = kind === "folder";
    return {
      label: isFolder ? `${name}/` : name,
      kind: isFolder ? CompletionItemKind.Folder : CompletionItemKind.File,
      sortText: `${isMarkdown(name) ? 0 : isFolder ? 1 : 2}${name}`,
      textEdit: { range, newText: encodeURI(name) + (isFolder ? "/" : "") },
    };
  });
  const up: CompletionItem = {
    label: "../",
    kind: CompletionItemKind.Folder,
    sortText: "3",
    textEdit: { range, newText: "../" },
  };
  return inside.value === "" ? items : [...items, up];
}
