import type { Hover, Location, Position, Range } from "vscode-languageserver/node";
import type { RequirementNode } from "../../trace/model/node.ts";
import { listBelow, readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import { referencesTo } from "../code/references.ts";
import type { Folder } from "../session/folder.ts";
import { linesOf, nameRange, rangeOn, uriOf } from "../session/positions.ts";
import { code, quoted } from "../session/quote.ts";
import type { OpenFile } from "../session/session.ts";
import { stateText } from "./state-text.ts";

/** The id of a requirement under a cursor: `FR-002` in a feature, `concept-capacity.limit` in an artifact. */
export interface Identifier {
  readonly node: RequirementNode;
  readonly range: Range;
}

export const idForms = {
  fr: { pattern: /[A-Z]{2,}-\d+/g, whole: /^FR-\d+$/, rule: "An id of a requirement is like `FR-012`." },
  group: {
    pattern: /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    whole: /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u,
    rule: "A constraint group is named like `concept-capacity.limit`: words with dots between them.",
  },
} as const;

type IdKind = keyof typeof idForms;

const artifactFolders = [literalPath("spec"), literalPath("impl"), literalPath(".specman/scratchpad")];

export async function identifierAt(file: OpenFile, position: Position): Promise<Identifier | undefined> {
  const feature = file.kinds.find((kind) => kind.kind === "feature");
  const isArtifact = file.kinds.some((kind) => kind.kind === "artifact");
  if (feature === undefined && !isArtifact) return undefined;
  const kind: IdKind = feature === undefined ? "group" : "fr";
  const written = linesOf(file.text)[position.line] ?? "";
  for (const { 0: id, index } of written.matchAll(idForms[kind].pattern)) {
    if (position.character < index || position.character > index + id.length) continue;
    const { graph } = await file.folder.requirements();
    const own = feature === undefined ? undefined : `${feature.folder}/`;
    const meant = graph.nodes.filter(
      (node) => node.kind === kind && node.item === id && (own === undefined || node.file.startsWith(own)),
    );
    const node = meant.find((each) => each.file === file.path) ?? (meant.length === 1 ? meant[0] : undefined);
    if (node !== undefined) return { node, range: rangeOn(position.line, index, index + id.length) };
  }
  return undefined;
}

/** What the requirement says, and its state. */
export async function idHover(file: OpenFile, position: Position): Promise<Hover | undefined> {
  const found = await identifierAt(file, position);
  if (found === undefined) return undefined;
  const { node, range } = found;
  const value = `${code(node.item)} — ${code(`${node.file}:${node.line}`)}\n\n${quoted(node.text)}\n\n${stateText(file.folder, node)}`;
  return { contents: { kind: "markdown", value }, range };
}

/** Where the id is defined. */
export async function idDefinition(file: OpenFile, position: Position): Promise<Location[]> {
  const found = await identifierAt(file, position);
  if (found === undefined) return [];
  const { folder } = file;
  const { node } = found;
  const text = await folder.read(() => readText(folder.workspace, node.file));
  const range = nameRange(linesOf(text.ok ? text.value.text : ""), node.line, node.item);
  return [{ uri: uriOf(folder.workspace, node.file), range }];
}

/** Where the id is written in documents, then its tags and tests. */
export async function idReferences(file: OpenFile, position: Position): Promise<Location[]> {
  const found = await identifierAt(file, position);
  if (found === undefined) return [];
  const { folder } = file;
  const documents = await mentionsOf(file, found.node);
  const locations = documents.flatMap(({ path, ranges }) =>
    ranges.map((range) => ({ uri: uriOf(folder.workspace, path), range })),
  );
  return [...locations, ...(await referencesTo(folder, found.node))];
}

/** The documents of the feature, or the artifacts, that name an id. */
export async function mentionsOf(
  { folder, kinds }: OpenFile,
  { kind, item, file }: RequirementNode,
): Promise<{ readonly path: WorkspacePath; readonly ranges: readonly Range[] }[]> {
  const feature = kinds.find((each) => each.kind === "feature");
  const { graph } = await folder.requirements();
  const isUnique = graph.nodes.filter((node) => node.kind === kind && node.item === item).length === 1;
  // Another artifact may mean a group of its own by the same name.
  const paths =
    feature === undefined && !isUnique
      ? [file]
      : await documentsIn(folder, feature === undefined ? artifactFolders : [feature.folder]);
  const found = [];
  for (const path of paths) {
    const ranges = await rangesIn(folder, path, item);
    if (ranges.length > 0) found.push({ path, ranges });
  }
  return found;
}

async function documentsIn(folder: Folder, folders: readonly WorkspacePath[]): Promise<WorkspacePath[]> {
  const found: WorkspacePath[] = [];
  for (const start of folders) {
    const listed = await folder.read(() => listBelow(folder.workspace, start, ({ link }) => !link));
    for (const { entries } of listed)
      for (const { kind, path } of entries.ok ? entries.value : [])
        if (kind === "file" && path.endsWith(".md")) found.push(path);
  }
  return found;
}

/** Every place where an id is written as a word of its own. */
async function rangesIn(folder: Folder, path: WorkspacePath, id: string): Promise<Range[]> {
  const text = await folder.read(() => readText(folder.workspace, path));
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}.-])${id.replaceAll(".", "\\.")}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    "gu",
  );
  return linesOf(text.ok ? text.value.text : "").flatMap((line, at) =>
    [...line.matchAll(word)].map(({ index }) => rangeOn(at, index, index + id.length)),
  );
}
