import type { RequirementNode } from "../../trace/model/node.ts";
import type { Trace } from "../../trace/read/trace.ts";
import { renamedRecords } from "../../trace/records/rename.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Folder } from "../session/folder.ts";
import { linesOf, rangeOn } from "../session/positions.ts";
import type { OpenFile } from "../session/session.ts";
import { type Identifier, idForms, mentionsOf } from "./ids.ts";
import { graphAfter, type RenamedFile } from "./rename.ts";

/** An id under a new name: where it is written in the documents of its feature or in artifacts, in tags, in records. */
export async function planIdRename(
  file: OpenFile,
  { node }: Identifier,
  newId: string,
): Promise<RenamedFile[] | string> {
  const { folder } = file;
  const { whole, rule } = idForms[node.kind === "fr" ? "fr" : "group"];
  if (!whole.test(newId)) return rule;
  const trace = await folder.retrace();
  const old = trace?.graph.get(node.address);
  if (trace === undefined || old === undefined) return "The requirements could not be read.";
  if (newId === old.item) return [];
  const isTaken = trace.graph.nodes.some((each) => each.file === old.file && each.item === newId);
  if (isTaken) return `"${newId}" exists already.`;
  const documents = await mentionsOf(file, old);
  const files = documents.map(({ path, ranges }) => ({
    path,
    edits: ranges.map((range) => ({ range, newText: newId })),
  }));
  const graph = await graphAfter(folder, trace, files);
  const now = graph.nodes.find(
    (each) => each.file === old.file && each.line === old.line && each.item === newId,
  );
  if (now === undefined) return rule;
  const records = renamedRecords(trace.records, [{ from: old.address, to: now }]);
  return [
    ...files,
    ...(await taggedFiles(folder, trace, old, newId)),
    ...records.map(({ path, after, ...record }) => ({ path, after, isNew: record.file === undefined })),
  ];
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
