import type { Edit } from "../../workspace/write/plan.ts";
import type { RequirementNode } from "../model/node.ts";
import { type RecordEntry, type Records, recordAddress } from "./model.ts";
import { isBlank, recordPath, renderRecord, withEntry } from "./write.ts";

/** What to write into the entry of a node; `undefined` removes a key. */
export interface EntryChange {
  readonly node: Pick<RequirementNode, "address" | "kind" | "part">;
  readonly changes: { readonly [Key in keyof RecordEntry]?: RecordEntry[Key] | undefined };
}

/** The edits that bring records up to date: a file for each requirement, and none for one without entries. */
export function planEntries(records: Records, changes: readonly EntryChange[]): Edit[] {
  const tables = new Map<string, { address: string; table: Parameters<typeof withEntry>[0] }>();
  for (const { node, changes: values } of changes) {
    const address = recordAddress(node);
    const key = address.toLowerCase();
    const table = tables.get(key)?.table ?? records.files.get(key)?.table ?? {};
    tables.set(key, { address, table: withEntry(table, node, values) });
  }
  return [...tables].flatMap(([key, { address, table }]): Edit[] => {
    const file = records.files.get(key);
    const path = file?.path ?? recordPath(records.folder, address);
    if (isBlank(table)) return file === undefined ? [] : [{ kind: "delete", path, expect: file.sha256 }];
    return [{ kind: "write", path, content: renderRecord(table), expect: file?.sha256 ?? "absent" }];
  });
}
