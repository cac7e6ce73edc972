import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, type Result } from "../kernel/result.ts";

/** Sets `table.name` to `entry` in a configuration text, or deletes it when `entry` is undefined. */
export interface Merge {
  readonly table: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

export function broken(reason: string): Result<never> {
  return fail(fault("host_config_invalid", `The file cannot be parsed: ${reason}.`, "Fix it by hand first."));
}

export function notATable(name: string): Result<never> {
  return fail(
    fault("host_config_invalid", `\`${name}\` is not a table of servers.`, "Fix it by hand first."),
  );
}

/** Whether two entries are equal, regardless of the order of their keys. */
export function sameEntry(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, index) => sameEntry(part, b[index]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameEntry(a[key], b[key]));
}
