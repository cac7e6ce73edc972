import type { Position, Range, TextEdit } from "vscode-languageserver/node";
import type { RequirementNode } from "../../trace/model/node.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { renamedRecords } from "../../trace/records/rename.ts";
import { listBelow, readText } from "../../workspace/files/files.ts";
import { literalPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { linesOf, rangeOn } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { graphAfter, type RenamedFile } from "./rename.ts";

/** The id of a requirement under a cursor: `FR-002` in a feature, `concept-capacity.limit` in an artifact. */
interface Identifier {
  readonly node: RequirementNode;
  readonly range: Range;
}

const forms = {
  fr: { pattern: /[A-Z]{2,}-\d+/g, whole: /^FR-\d+$/, rule: "An id of a requirement is like `FR-012`." },
  group: {
    pattern: /[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu,
    whole: /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u,
    rule: "A constraint group is named like `concept-capacity.limit`: words with dots between them.",
  },
} as const;

type IdKind = keyof typeof forms;

const artifactFolders = [literalPath("spec"), literalPath("impl"), literalPath(".specman/scratchpad")];

export async function identifierAt(file: OpenFile, position: Position): Promise<Identifier | undefined> {
  const feature = file.kinds.find((kind) => kind.kind === "feature");
  const isArtifact = file.kinds.some((kind) => kind.kind === "artifact");
  if (feature === undefined && !isArtifact) return undefined;
  const kind: IdKind = feature === undefined ? "group" : "fr";
  const written = linesOf(file.text)[position.line] ?? "";
  for (const { 0: id, index } of written.matchAll(forms[kind].pattern)) {
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

/** An id under a new name: where it is written in the documents of its feature or in artifacts, in tags, in records. */
export async function planIdRename(
  { folder, kinds }: OpenFile,
  { node }: Identifier,
  newId: string,
): Promise<RenamedFile[] | string> {
  const { whole, rule } = forms[node.kind === "fr" ? "fr" : "group"];
  if (!whole.test(newId)) return rule;
  const trace = await folder.retrace();
  const old = trace?.graph.get(node.address);
  if (trace === undefined || old === undefined) return "The requirements could not be read.";
  if (newId === old.item) return [];
  const isTaken = trace.graph.nodes.some(({ file, item }) => file === old.file && item === newId);
  if (isTaken) return `"${newId}" exists already.`;
  const feature = kinds.find((kind) => kind.kind === "feature");
  const isUnique =
    trace.graph.nodes.filter(({ kind, item }) => kind === old.kind && item === old.item).length === 1;
  // Another artifact may mean a group of its own by the same name.
  const paths =
    feature === undefined && !isUnique
      ? [old.file]
      : await documentsIn(folder, feature === undefined ? artifactFolders : [feature.folder]);
  const files: RenamedFile[] = [];
  for (const path of paths) {
    const edits = await mentions(folder, path, old.item, newId);
    if (edits.length > 0) files.push({ path, edits });
  }
  const graph = await graphAfter(folder, trace, files);
  const now = graph.nodes.find(
    ({ file, line, item }) => file === old.file && line === old.line && item === newId,
  );
  if (now === undefined) return rule;
  const records = renamedRecords(trace.records, [{ from: old.address, to: now }]);
  return [
    ...files,
    ...(await taggedFiles(folder, trace, old, newId)),
    ...records.map(({ path, file, after }) => ({ path, after, isNew: file === undefined })),
  ];
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

/** Every place where the id is written as a word of its own. */
async function mentions(folder: Folder, path: WorkspacePath, id: string, newId: string): Promise<TextEdit[]> {
  const text = await folder.read(() => readText(folder.workspace, path));
  const word = new RegExp(
    `(?<![\\p{L}\\p{N}.-])${id.replaceAll(".", "\\.")}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`,
    "gu",
  );
  return linesOf(text.ok ? text.value.text : "").flatMap((line, at) =>
    [...line.matchAll(word)].map(({ index }) => ({
      range: rangeOn(at, index, index + id.length),
      newText: newId,
    })),
  );
}

/** Tags keep their form: `FR-002`, `001/FR-002` and `speckit:001/FR-002` each get the new id. */
async function taggedFiles(
  folder: Folder,
  trace: Trace,
  old: RequirementNode,
  newId: string,
): Promise<RenamedFile[]> {
  const files: RenamedFile[] = [];
  for (const [path, { tags }] of trace.scan.files) {
    const own = tags.filter(({ references }) => references.some((each) => means(trace, each, old)));
    if (own.length === 0) continue;
    const text = await folder.read(() => readText(folder.workspace, path));
    const lines = linesOf(text.ok ? text.value.text : "");
    const edits = own.flatMap(({ line, references }) =>
      references.flatMap((reference) => {
        const start = means(trace, reference, old) ? (lines[line - 1] ?? "").indexOf(reference) : -1;
        const at = reference.toLowerCase().lastIndexOf(old.item.toLowerCase());
        if (start < 0 || at < 0) return [];
        return [{ range: rangeOn(line - 1, start + at, start + at + old.item.length), newText: newId }];
      }),
    );
    files.push({ path, edits });
  }
  return files;
}

function means({ graph }: Trace, reference: string, { address }: RequirementNode): boolean {
  const meant = graph.resolve(reference);
  return meant.kind === "one" && (meant.node.address === address || meant.node.parent === address);
}
