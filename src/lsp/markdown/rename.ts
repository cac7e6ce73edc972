import type { Position, Range, TextEdit } from "vscode-languageserver/node";
import { RequirementGraph } from "../../trace/model/graph.ts";
import type { RequirementNode } from "../../trace/model/node.ts";
import { addressSlug } from "../../trace/model/slug.ts";
import { placesAt } from "../../trace/read/places.ts";
import { nodesOfText } from "../../trace/read/requirements.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { renamedRecords, rewriteTags } from "../../trace/records/rename.ts";
import { readText } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Folder } from "../session/folder.ts";
import { linesOf, nameRange } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";
import {
  deltaKindOf,
  type Entry,
  entryAt,
  findTarget,
  readEntries,
  specKindOf,
  targetSpec,
} from "./entries.ts";
import { textDocument } from "./links.ts";
import { deltasOf } from "./touching.ts";

/** What a rename does to one file. `after` is its whole text; undefined for a record that moved away. */
export interface RenamedFile {
  readonly path: WorkspacePath;
  readonly edits?: readonly TextEdit[];
  readonly after?: string | undefined;
  readonly isNew?: boolean;
}

/** The name under the cursor, if it can be renamed. */
export async function renameRange(file: OpenFile, position: Position): Promise<Range | undefined> {
  const { vocabulary } = await file.folder.territory();
  if (deltaKindOf(file) === undefined && specKindOf(file) === undefined) return undefined;
  const entry = entryAt(file.text, vocabulary, position.line + 1);
  return entry === undefined ? undefined : nameRange(linesOf(file.text), entry.line, entry.name);
}

/**
 * A requirement or scenario under a new name: in its spec, in the deltas of open changes, in tags and in records. In a
 * delta that adds it, only the change and its tags are concerned.
 */
export async function planRename(
  session: Session,
  file: OpenFile,
  position: Position,
  newName: string,
): Promise<RenamedFile[] | string> {
  const name = newName.trim();
  if (name === "" || /[\r\n#`]/.test(name)) return "A name is one line without `#` and backticks.";
  const { vocabulary } = await file.folder.territory();
  const kind = specKindOf(file) ?? deltaKindOf(file);
  const entry = entryAt(file.text, vocabulary, position.line + 1);
  if (kind === undefined || entry === undefined) return "No requirement or scenario here.";
  const target = await targetSpec(session, file, kind);
  const found = target && findTarget(target, entry);
  const place = found && (entry.scenario === undefined ? found.requirement : found.scenario);
  const files: RenamedFile[] = [];
  if (target !== undefined && place !== undefined) {
    const taken =
      entry.scenario === undefined ? target.spec.requirements : (found?.requirement.scenarios ?? []);
    if (taken.some((each) => each !== place && each.name === name)) return `"${name}" exists already.`;
    files.push({ path: target.path, edits: [replaced(target.text, place.line, place.name, name)] });
  }
  for (const delta of await deltasOf(session, file, kind)) {
    const entries = readEntries(delta.text, vocabulary).filter((each) => isSame(each, entry));
    const edits = entries.flatMap((each) => renamedEntry(delta.text, each, name));
    if (edits.length > 0) files.push({ path: delta.path, edits });
  }
  const trace = await file.folder.retrace();
  if (trace === undefined || files.length === 0) return files;
  const line = place?.line ?? entry.line;
  const path = place === undefined ? file.path : (target?.path ?? file.path);
  return [...files, ...(await followers(file.folder, trace, { path, line, files, name }))];
}

function isSame(a: Entry, b: Entry): boolean {
  return a.requirement === b.requirement && a.scenario === b.scenario;
}

/** One mention in a delta. `Old → New` keeps its new name. */
function renamedEntry(text: string, { line, name }: Entry, newName: string): TextEdit[] {
  const written = linesOf(text)[line - 1] ?? "";
  const at = written.indexOf(name, written.search(/[:：]/) + 1);
  if (at < 0) return [];
  const range = nameRange([written.slice(0, at + name.length)], 1, name);
  const shifted = {
    start: { line: line - 1, character: range.start.character },
    end: { line: line - 1, character: range.end.character },
  };
  return [{ range: shifted, newText: newName }];
}

function replaced(text: string, line: number, name: string, newName: string): TextEdit {
  return { range: nameRange(linesOf(text), line, name), newText: newName };
}

interface Moved {
  readonly path: WorkspacePath;
  readonly line: number;
  readonly files: readonly RenamedFile[];
  readonly name: string;
}

/** Tags and records that name the old address. A name with the same slug keeps its address. */
async function followers(folder: Folder, trace: Trace, moved: Moved): Promise<RenamedFile[]> {
  const old = trace.graph.nodes.find((node) => node.file === moved.path && node.line === moved.line);
  if (old === undefined || addressSlug(moved.name) === (old.part ?? old.item)) return [];
  const graph = await graphAfter(folder, trace, moved.files);
  const now = graph.nodes.find((node) => node.file === moved.path && node.line === moved.line);
  if (now === undefined || now.address === old.address) return [];
  const files: RenamedFile[] = [];
  const from = withoutChange(old);
  for (const [path, facts] of trace.scan.files) {
    const rewrites = rewriteTags(facts, graph, from, now);
    const text =
      rewrites.length === 0 ? undefined : await folder.read(() => readText(folder.workspace, path));
    if (!text?.ok) continue;
    const lines = linesOf(text.value.text);
    const edits = rewrites.map(({ line, before, after }) => ({
      range: nameRange(lines, line, before),
      newText: after,
    }));
    files.push({ path, edits });
  }
  if (old.change !== undefined) return files;
  for (const { path, file, after } of renamedRecords(trace.records, [{ from, to: now }]))
    files.push({ path, after, isNew: file === undefined });
  return files;
}

function withoutChange({ address }: RequirementNode): string {
  return address.replace(/\?change=.*$/s, "");
}

/** The requirements once the names are changed. */
export async function graphAfter(
  folder: Folder,
  { graph, territory }: Trace,
  files: readonly RenamedFile[],
): Promise<RequirementGraph> {
  const paths = new Set<string>(files.map(({ path }) => path));
  const nodes = graph.nodes.filter(({ file }) => !paths.has(file));
  for (const { path, edits = [] } of files) {
    const text = await folder.read(() => readText(folder.workspace, path));
    if (!text.ok) continue;
    const after = applied(text.value.text, edits);
    for (const place of placesAt(path, territory))
      nodes.push(...nodesOfText(place, after, undefined, territory).nodes);
  }
  return new RequirementGraph(nodes, graph.unread);
}

function applied(text: string, edits: readonly TextEdit[]): string {
  const document = textDocument(text);
  const sorted = edits.toSorted(
    (a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start),
  );
  return sorted.reduce(
    (now, { range, newText }) =>
      now.slice(0, document.offsetAt(range.start)) + newText + now.slice(document.offsetAt(range.end)),
    text,
  );
}
