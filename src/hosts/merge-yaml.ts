import { isMap, parseDocument } from "yaml";
import { isRecord } from "../kernel/json.ts";
import { ok, type Result } from "../kernel/result.ts";
import { broken, type Merge, notATable, sameEntry, unchanged } from "./entry.ts";

/** YAML through its document tree, which keeps comments and order. */
export function mergeYaml(text: string, { table, name, entry }: Merge): Result<string> {
  const document = parseDocument(text);
  const error = document.errors[0];
  if (error) return broken(error.message.split("\n")[0] ?? "no YAML");
  const data: unknown = document.toJS();
  if (data !== null && data !== undefined && !isRecord(data)) return broken("the top level is no mapping");
  const servers = isRecord(data) ? data[table] : undefined;
  if (servers !== undefined && servers !== null && !isMap(document.get(table))) return notATable(table);
  const present = isRecord(servers) ? servers[name] : undefined;
  if (sameEntry(present, entry)) return unchanged(text);
  if (entry === undefined) document.deleteIn([table, name]);
  else if (servers === null || servers === undefined)
    document.set(table, document.createNode({ [name]: entry }));
  else document.setIn([table, name], document.createNode(entry));
  return ok(document.toString({ lineWidth: 0 }));
}
