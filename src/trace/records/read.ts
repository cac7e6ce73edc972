import type { Finding } from "../../kernel/finding.ts";
import { isTable, parseToml, type Table } from "../../workspace/config/toml.ts";
import { listBelow, readText, type TextFile } from "../../workspace/files/files.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { RequirementNode } from "../model/node.ts";
import { partTable, partTables, RecordEntry, type RecordFile, type Records, recordAddress } from "./model.ts";

/** What people have written down. A file that cannot be read is a finding, and its requirement is judged without it. */
export async function readRecords(workspace: Workspace, folder: WorkspacePath): Promise<Records> {
  const files = new Map<string, RecordFile>();
  const problems: Finding[] = [];
  for (const { entries } of await listBelow(workspace, folder, () => true)) {
    for (const entry of entries.ok ? entries.value : []) {
      if (entry.kind !== "file" || !entry.name.endsWith(".toml")) continue;
      const file = await readText(workspace, entry.path, { maxBytes: 1_000_000 });
      const read = file.ok ? recordOf(file.value) : unreadable(entry.path, 1, file.fault.message);
      if (isFinding(read)) problems.push(read);
      else if (files.has(read.address.toLowerCase())) problems.push(repeated(read));
      else files.set(read.address.toLowerCase(), read);
    }
  }
  return { folder, files, problems };
}

/** The record in a text, or why there is none. */
export function recordOf({
  path,
  text,
  sha256,
}: Pick<TextFile, "path" | "text" | "sha256">): RecordFile | Finding {
  const conflict = text.split(/\r?\n/).findIndex((line) => /^(?:<{7}|={7}|>{7})(?: |$)/.test(line));
  if (conflict >= 0) return unreadable(path, conflict + 1, "It has conflict markers of a merge.");
  const table = parseToml(text, path);
  if (!table.ok) return unreadable(path, Number(table.fault.details?.["line"] ?? 1), table.fault.message);
  const { address } = table.value;
  if (typeof address !== "string") return unreadable(path, 1, "It has no `address`.");
  const wrong = wrongEntry(table.value);
  return wrong === undefined ? { path, sha256, address, table: table.value } : unreadable(path, 1, wrong);
}

function isFinding(read: RecordFile | Finding): read is Finding {
  return "rule" in read;
}

function wrongEntry(table: Table): string | undefined {
  const entries = partTables.flatMap((name) => (isTable(table[name]) ? Object.values(table[name]) : []));
  for (const entry of [table, ...entries]) {
    const read = RecordEntry.safeParse(entry);
    const issue = read.error?.issues[0];
    if (issue !== undefined) return `\`${issue.path.join(".")}\`: ${issue.message}.`;
  }
  return undefined;
}

/** The entry of a node; undefined if there is none. */
export function entryOf({ files }: Records, node: RequirementNode): RecordEntry | undefined {
  const file = files.get(recordAddress(node).toLowerCase());
  return file === undefined ? undefined : entryIn(file.table, node);
}

export function entryIn(table: Table, node: Pick<RequirementNode, "kind" | "part">): RecordEntry | undefined {
  if (node.part === undefined) return parsedEntry(table);
  const parts = table[partTable(node)];
  const entry = isTable(parts) ? parts[node.part] : undefined;
  return isTable(entry) ? parsedEntry(entry) : undefined;
}

/** Tables are never changed in place, so each is checked once. */
const entries = new WeakMap<Table, RecordEntry>();

function parsedEntry(table: Table): RecordEntry | undefined {
  const known = entries.get(table) ?? RecordEntry.safeParse(table).data;
  if (known !== undefined) entries.set(table, known);
  return known;
}

function unreadable(path: WorkspacePath, line: number, reason: string): Finding {
  const message = `The record cannot be read: ${reason.replace(/\.?$/, ".")}`;
  return { rule: "record-unreadable", severity: "error", file: path, line, message };
}

function repeated({ path, address }: RecordFile): Finding {
  const message = `Another record is for ${address} too; this one does not count.`;
  return { rule: "record-unreadable", severity: "error", file: path, line: 1, message };
}
