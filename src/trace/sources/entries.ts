import { byCodePoint } from "../../kernel/order.ts";
import { isRacy, isSameStamp } from "../../workspace/files/stamp.ts";
import type { WalkEntry } from "../../workspace/walk/walk.ts";
import type { ScanChanges, SourceScan } from "./model.ts";

let looks = 0;

/** Compares two lists of files, both sorted by path. */
export function changesSince(
  last: Pick<SourceScan, "entries" | "changes"> | undefined,
  entries: readonly WalkEntry[],
  startedAt: number,
): ScanChanges {
  const changed: WalkEntry[] = [];
  const gone: string[] = [];
  let hasOtherPaths = last === undefined;
  let at = 0;
  const before = last?.entries ?? [];
  for (const entry of entries) {
    let old = before[at];
    while (old !== undefined && old.path !== entry.path && byCodePoint(old.path, entry.path) < 0) {
      gone.push(old.path);
      old = before[++at];
    }
    if (old?.path !== entry.path) {
      hasOtherPaths = true;
      changed.push(entry);
      continue;
    }
    at++;
    if (!isSameStamp(old, entry) || last?.changes.young.has(entry.path) === true) changed.push(entry);
  }
  for (const { path } of before.slice(at)) gone.push(path);
  return {
    id: ++looks,
    since: last?.changes.id,
    entries: changed,
    paths: new Set([...changed.map(({ path }) => path), ...gone]),
    hasOtherPaths: hasOtherPaths || gone.length > 0,
    young: new Set(changed.filter((entry) => isRacy(entry, startedAt)).map(({ path }) => path)),
  };
}

/** The entry of a path; the list is sorted by path. */
export function findEntry(entries: readonly WalkEntry[], path: string): WalkEntry | undefined {
  let [from, to] = [0, entries.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = byCodePoint(entries[middle]?.path ?? "", path);
    if (order === 0) return entries[middle];
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return undefined;
}
