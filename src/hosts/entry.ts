import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";

/** Puts `table.name = entry` into a configuration text, or takes it out when `entry` is undefined. */
export interface Merge {
  readonly table: string;
  readonly name: string;
  readonly entry: Readonly<Record<string, unknown>> | undefined;
}

export function broken(reason: string): Result<never> {
  return fail(fault("host_config_invalid", `The file cannot be read: ${reason}.`, "Mend it by hand first."));
}

export function notATable(name: string): Result<never> {
  return fail(
    fault(
      "host_config_invalid",
      `\`${name}\` is there but is no table of servers.`,
      "Mend it by hand first.",
    ),
  );
}

/** Whether two entries say the same, whatever the order of their keys. */
export function sameEntry(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((part, at) => sameEntry(part, b[at]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => sameEntry(a[key], b[key]));
}

export function unchanged(text: string): Result<string> {
  return ok(text);
}
