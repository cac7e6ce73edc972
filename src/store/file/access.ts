import * as z from "zod";
import type { AuditEntry, AuditTable, GrantTable } from "../store.ts";
import type { StoreFolder } from "./folder.ts";

const Grants = z.object({
  seenAt: z.string(),
  grants: z.array(z.object({ to: z.string(), repos: z.array(z.string()) })),
});
const Entry = z.object({ at: z.string(), principal: z.string(), line: z.record(z.string(), z.unknown()) });

const grantsFile = "grants.json";
const maxAuditBytes = 256 * 1024 * 1024;

export function grantTable(folder: StoreFolder): GrantTable {
  return {
    replace: (seenAt, grants) =>
      folder.change(() => {
        folder.files.write(grantsFile, JSON.stringify({ seenAt, grants }));
        return undefined;
      }),
    of: (principals) =>
      folder.read(() => {
        const stored = folder.json(grantsFile, Grants);
        const own = stored?.grants.filter(({ to }) => principals.includes(to)) ?? [];
        return { seenAt: stored?.seenAt, repos: [...new Set(own.flatMap(({ repos }) => repos))] };
      }),
  };
}

/** A file for each batch, by day: nothing that was written is touched again. */
export function auditTable(folder: StoreFolder): AuditTable {
  return {
    append: (entries) =>
      folder.change(() => {
        const day = `audit/${new Date(folder.now()).toISOString().slice(0, 10)}`;
        const number = String(folder.files.list(day).length).padStart(8, "0");
        folder.files.write(`${day}/${number}.json`, JSON.stringify(entries));
        return undefined;
      }),
    read: ({ limit, principal, since }) => folder.read(() => newest(folder, limit, principal, since)),
  };
}

function newest(
  folder: StoreFolder,
  limit: number,
  principal: string | undefined,
  since: string | undefined,
): AuditEntry[] {
  const found: AuditEntry[] = [];
  for (const day of folder.files.list("audit").reverse())
    for (const name of folder.files.list(`audit/${day}`).reverse()) {
      const bytes = folder.files.read(`audit/${day}/${name}`, maxAuditBytes);
      const entries = bytes ? z.array(Entry).parse(JSON.parse(new TextDecoder().decode(bytes))) : [];
      for (const entry of entries.reverse()) {
        const isWanted =
          (principal === undefined || entry.principal === principal) &&
          (since === undefined || entry.at >= since);
        if (isWanted) found.push(entry);
        if (found.length === limit) return found;
      }
    }
  return found;
}
