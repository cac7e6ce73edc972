import { posix } from "node:path";
import { type CompletionItem, CompletionItemKind, type Position } from "vscode-languageserver/node";
import { takeInventory } from "../../artifacts/locate/inventory.ts";
import { handleOf } from "../../artifacts/model/kinds.ts";
import { sessionAt } from "../../artifacts/operations/open-session.ts";
import { takeSnapshot } from "../../artifacts/session.ts";
import { ok } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { withRegistry } from "../../skills/operations/registry-of.ts";
import { childPath, parentPath } from "../../workspace/paths/paths.ts";
import { linesOf, rangeOn } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";

/** Names that a document can mention: tasks, stories and requirements of its work, artifacts, skills. */
export async function nameItems(
  session: Session,
  file: OpenFile,
  before: string,
  position: Position,
): Promise<CompletionItem[]> {
  const field = frontMatterField(file, position);
  if (field !== undefined) return fieldItems(file, field, before, position);
  return [
    ...(await taskItems(session, file, before, position)),
    ...(await skillItems(file, before, position, /\bskills?\b[^`]{0,20}`([\w:-]*)$/i)),
  ];
}

/** The field of the front matter that a line belongs to: its own, or the one whose list it continues. */
function frontMatterField({ text }: OpenFile, { line }: Position): string | undefined {
  const { frontMatter } = readMarkdown(text);
  if (!frontMatter.present || line + 1 <= frontMatter.startLine || line + 1 >= frontMatter.endLine)
    return undefined;
  const lines = linesOf(text);
  for (let at = line; at >= frontMatter.startLine; at--) {
    const key = /^([\w-]+)\s*:/.exec(lines[at] ?? "")?.[1];
    if (key !== undefined) return key;
    if (!/^\s*(?:-|$)/.test(lines[at] ?? "")) return undefined;
  }
  return undefined;
}

const value = /(?:^|[\s[,])["']?([^\s"'[\],]*)$/;

async function fieldItems(
  file: OpenFile,
  field: string,
  before: string,
  position: Position,
): Promise<CompletionItem[]> {
  const { kinds, path } = file;
  if (kinds.some(({ kind }) => kind === "artifact") && /^(?:dependencies|spec|target|ref)$/.test(field))
    return locatorItems(file, field, before, position);
  if (field === "skills") return skillItems(file, before, position, value);
  if (field === "name" && kinds.some(({ kind }) => kind === "skill")) {
    const folder = posix.basename(parentPath(path));
    return folder === "" ? [] : [item(folder, before, position, value, "the skill's folder")];
  }
  return [];
}

/** Artifacts as `dependencies` name them: a path from the document, or a handle where it is typed as one. */
async function locatorItems(
  file: OpenFile,
  field: string,
  before: string,
  position: Position,
): Promise<CompletionItem[]> {
  const { folder, path } = file;
  const context = folder.context();
  const inventory = await folder.read(() =>
    takeInventory(takeSnapshot(sessionAt(context, folder.workspace, "complete")), [
      "specification",
      "implementation",
    ]),
  );
  const others = inventory.artifacts.filter((artifact) => artifact.path !== path);
  const wanted = field === "spec" ? others.filter(({ ref }) => ref.kind === "specification") : others;
  return wanted.map(({ ref, path: target }) =>
    item(posix.relative(parentPath(path), target), before, position, value, handleOf(ref)),
  );
}

async function skillItems(
  file: OpenFile,
  before: string,
  position: Position,
  pattern: RegExp,
): Promise<CompletionItem[]> {
  if (!pattern.test(before)) return [];
  const { folder } = file;
  const skills = await folder.read(() =>
    withRegistry(folder.context(), async (registry) => ok((await registry.snapshot()).discovery.skills)),
  );
  return (skills.ok ? skills.value : []).map(({ name, description }) =>
    item(name, before, position, pattern, description),
  );
}

const reference = /(?:^|[\s([,])((?:T|US|FR-|SC-|CHK)\d*(?:\.\d*)?|\d+\.\d*)$/;

/** `T012`, `1.2`, `US1`, `FR-002`: what the documents next to this one define. */
async function taskItems(
  session: Session,
  file: OpenFile,
  before: string,
  position: Position,
): Promise<CompletionItem[]> {
  const typed = reference.exec(before)?.[1];
  const work = file.kinds.find(({ kind }) => kind === "feature" || kind === "change");
  if (typed === undefined || work === undefined) return [];
  const ids = new Map<string, string>();
  const { folder } = file;
  const root = work.kind === "feature" ? work.folder : changeFolder(file);
  for (const name of ["tasks.md", "spec.md"]) {
    const path = childPath(root, name);
    const text = path === file.path ? file.text : await session.textAt({ folder, path });
    if (text === undefined) continue;
    if (name === "tasks.md")
      for (const { id, description } of readTasks(readMarkdown(text)))
        if (id !== undefined) ids.set(id, description);
    for (const match of text.matchAll(/\*\*((?:FR|SC)-\d{3})\*\*:?\s*(.*)/g))
      ids.set(match[1] ?? "", match[2] ?? "");
    for (const match of text.matchAll(/^### User Story (\d+)\s*-?\s*(.*)$/gm))
      ids.set(`US${match[1]}`, match[2] ?? "");
  }
  return [...ids]
    .filter(([id]) => id.toLowerCase().startsWith(typed.toLowerCase()) && id !== typed)
    .map(([id, detail]) => item(id, before, position, reference, detail));
}

/** The folder of the change that a file is in. */
function changeFolder({ path, kinds }: OpenFile) {
  const change = kinds.find((kind) => kind.kind === "change");
  return change === undefined ? parentPath(path) : childPath(change.layout.changes, change.change);
}

function item(
  label: string,
  before: string,
  { line, character }: Position,
  pattern: RegExp,
  detail: string,
): CompletionItem {
  const typed = pattern.exec(before)?.[1] ?? "";
  const range = rangeOn(line, character - typed.length, character);
  return { label, detail, kind: CompletionItemKind.Reference, textEdit: { range, newText: label } };
}
