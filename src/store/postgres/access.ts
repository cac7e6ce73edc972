import { isRecord } from "../../kernel/json.ts";
import type { AuditTable, GrantTable } from "../store.ts";
import { textOf, textsOf, timeOf } from "./rows.ts";
import type { Session } from "./session.ts";

export function grantTable(session: Session): GrantTable {
  return {
    replace: (seenAt, grants) =>
      session.transaction(async (db) => {
        const rows = grants.flatMap(({ to, repos }) => repos.map((each) => [to, each] as const));
        await db.query("delete from hewto.repo_grant");
        await db.query(
          `insert into hewto.repo_grant (tenant, principal, repos)
           select distinct hewto.current_tenant(), g.principal, g.repos
           from unnest($1::text[], $2::text[]) as g(principal, repos)`,
          [rows.map(([to]) => to), rows.map(([, repos]) => repos)],
        );
        await db.query(
          `insert into hewto.grants_seen (tenant, seen_at) values (hewto.current_tenant(), $1)
           on conflict (tenant) do update set seen_at = excluded.seen_at`,
          [seenAt],
        );
        return undefined;
      }),
    // One statement, so that rights and their age are of one moment.
    of: (principals) =>
      session.transaction(async (db) => {
        const [row = {}] = await db.query(
          `select (select seen_at from hewto.grants_seen) as seen_at,
                  array(select distinct repos from hewto.repo_grant where principal = any($1)) as repos`,
          [[...principals]],
        );
        const seenAt = row["seen_at"] === null ? undefined : timeOf(row["seen_at"]);
        return { seenAt, repos: textsOf(row["repos"]) };
      }),
  };
}

export function auditTable(session: Session): AuditTable {
  return {
    append: (entries) =>
      session.transaction(async (db) => {
        await db.query(
          `insert into hewto.audit (tenant, at, principal, line)
           select hewto.current_tenant(), a.at, a.principal, a.line::jsonb
           from unnest($1::timestamptz[], $2::text[], $3::text[]) as a(at, principal, line)`,
          [
            entries.map(({ at }) => at),
            entries.map(({ principal }) => withoutNul(principal)),
            entries.map(({ line }) => withoutNul(JSON.stringify(line))),
          ],
        );
        return undefined;
      }),
    read: ({ limit, principal = null, since = null }) =>
      session.transaction(async (db) =>
        (
          await db.query(
            `select at, principal, line from hewto.audit
             where ($1::text is null or principal = $1) and ($2::timestamptz is null or at >= $2)
             order by at desc, id desc limit $3`,
            [principal, since, limit],
          )
        ).map(({ at, principal: who, line }) => ({
          at: timeOf(at),
          principal: textOf(who),
          line: isRecord(line) ? line : {},
        })),
      ),
  };
}

/** PostgreSQL has no NUL in text, neither as a character nor as an escape in JSON. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replaceAll("\\u0000", "\\ufffd");
}
