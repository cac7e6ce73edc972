import { isTable, type Table } from "../../workspace/config/toml.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import type { SourceFacts } from "../sources/model.ts";
import { partTable, type RecordFile, type Records, recordAddress } from "./model.ts";
import { entryIn } from "./read.ts";
import { recordPath, renderRecord, withEntry } from "./write.ts";

/** All forms of an address, which might no longer exist: in full, without its format, without its spec. */
export function formsOfAddress(address: string): string[] {
  const [, rest = address] = address.split(/^[a-z]+:(.*)$/s);
  const slash = rest.split("#")[0]?.lastIndexOf("/") ?? -1;
  return [...new Set([address, rest, rest.slice(slash + 1)].map((form) => form.toLowerCase()))];
}

export interface TagRewrite {
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

/** How the tags of a file change when a requirement is called something else. Its parts keep their names. */
export function rewriteTags(
  { tags }: SourceFacts,
  graph: RequirementGraph,
  from: string,
  to: RequirementNode,
): TagRewrite[] {
  const forms = formsOfAddress(from);
  return tags.flatMap((tag) => {
    let after = tag.text;
    for (const reference of tag.references) {
      const [head = "", part] = reference.split("#");
      const isWhole = forms.includes(reference.toLowerCase());
      const isPart = part !== undefined && !from.includes("#") && forms.includes(head.toLowerCase());
      // A short form that still means something else is not about this requirement.
      if ((!isWhole && !isPart) || graph.resolve(reference).kind === "one") continue;
      const target = isWhole ? graph.short(to) : `${graph.short(to)}#${part}`;
      after = after.replace(reference, target);
    }
    return after === tag.text ? [] : [{ line: tag.line, before: tag.text, after }];
  });
}

/** A text with tags replaced, each on its line. */
export function withRewrites(text: string, rewrites: readonly TagRewrite[]): string {
  const lines = text.split("\n");
  for (const { line, before, after } of rewrites)
    lines[line - 1] = (lines[line - 1] ?? "").replace(before, () => after);
  return lines.join("\n");
}

export interface RecordRename {
  /** The address that the record has. */
  readonly from: string;
  /** The address to keep as an alias; default: `from`. */
  readonly was?: string;
  readonly to: RequirementNode;
}

/** A record file after renames; `after` is undefined for one that moved away. */
export interface RenamedRecord {
  readonly path: WorkspacePath;
  readonly file: RecordFile | undefined;
  readonly after: string | undefined;
}

/**
 * Records under their new addresses, with the old ones as aliases, so that old reports and other branches are still
 * understood. Where there is no record, one is made for the alias only if `isLinked` says that the name was in use.
 * A record that is already at the new address stays as it is.
 */
export function renamedRecords<R extends RecordRename>(
  records: Records,
  renames: readonly R[],
  isLinked: (rename: R) => boolean = () => false,
): RenamedRecord[] {
  const current = new Map<string, { readonly table: Table; readonly file: RecordFile | undefined }>();
  for (const rename of renames) {
    const { from, to } = rename;
    const [old, address] = [recordAddress({ address: from }), recordAddress(to)].map((each) =>
      each.toLowerCase(),
    );
    if (old === undefined || address === undefined) continue;
    const file = records.files.get(old);
    const record = current.get(old) ?? (file && { table: file.table, file });
    if (record === undefined && !isLinked(rename)) continue;
    if (old !== address && isTaken(records, recordAddress(to))) continue;
    current.delete(old);
    current.set(address, { file: record?.file, table: renamedTable(record?.table ?? {}, rename) });
  }
  return [...current].flatMap(([, { table, file }]): RenamedRecord[] => {
    const path = recordPath(records.folder, String(table["address"]));
    const after = renderRecord(table);
    if (file === undefined) return [{ path, file, after }];
    // A record whose name does not fit its address stays where it is if the address stays.
    if (String(table["address"]) === file.address) return [{ path: file.path, file, after }];
    const write = { path, file: path === file.path ? file : undefined, after };
    return path === file.path ? [write] : [write, { path: file.path, file, after: undefined }];
  });
}

/** Whether a record, readable or not, is where a renamed one would go. */
function isTaken({ files, problems, folder }: Records, address: string): boolean {
  const path = recordPath(folder, address);
  return files.has(address.toLowerCase()) || problems.some(({ file }) => file === path);
}

function renamedTable(table: Table, { from, was = from, to }: RecordRename): Table {
  const part = from.split("#")[1];
  if (part === undefined || to.part === undefined) {
    const aliases = [...(entryIn(table, { kind: "requirement" })?.aliases ?? []), was];
    return { ...table, address: recordAddress(to), aliases };
  }
  const name = partTable(to);
  const { [part]: moved, ...others } = isTable(table[name]) ? table[name] : {};
  const aliases = [...(entryIn(table, { kind: to.kind, part })?.aliases ?? []), was];
  return withEntry({ ...table, [name]: others }, to, { ...(isTable(moved) ? moved : {}), aliases });
}
