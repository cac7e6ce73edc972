import type { Queries, Row } from "../../workspace/network/postgres.ts";
import type { Repo, RepoTable } from "../store.ts";
import { textOf, textsOf } from "./rows.ts";
import type { Session } from "./session.ts";

const columns = "id, name, source, refs";

export function repoTable(session: Session): RepoTable {
  return {
    list: () =>
      session.transaction(async (db) =>
        (await db.query(`select ${columns} from hewto.repo order by name`)).map(repoOf),
      ),
    find: (name) =>
      session.transaction(async (db) =>
        (await db.query(`select ${columns} from hewto.repo where name = $1`, [name])).map(repoOf).at(0),
      ),
    add: ({ name, source, refs }, was) =>
      session.transaction(async (db) => {
        if (was !== undefined && was !== name)
          await db.query("update hewto.repo set name = $2 where name = $1", [was, name]);
        const [row = {}] = await db.query(
          `insert into hewto.repo (tenant, name, source, refs) values (hewto.current_tenant(), $1, $2, $3)
           on conflict (tenant, name) do update
             set source = excluded.source, refs = excluded.refs, polled_at = '-infinity'
           returning ${columns}`,
          [name, source, [...refs]],
        );
        return repoOf(row);
      }),
    remove: (name, erase) => session.transaction((db) => remove(db, name, erase)),
    due: (intervalSeconds, limit) =>
      session.transaction(async (db) =>
        (
          await db.query(
            `update hewto.repo set polled_at = now() where id in
               (select id from hewto.repo where polled_at <= now() - make_interval(secs => $1)
                order by polled_at limit $2 for update skip locked)
             returning ${columns}`,
            [intervalSeconds, limit],
          )
        ).map(repoOf),
      ),
  };
}

async function remove(db: Queries, name: string, erase: boolean): Promise<boolean> {
  const named = await db.query(
    `select distinct s.segment from hewto.manifest_segment s join hewto.repo r on r.id = s.repo where r.name = $1`,
    [name],
  );
  const removed = await db.query("delete from hewto.repo where name = $1 returning id", [name]);
  if (erase)
    await db.query(
      `delete from hewto.segment s where s.id = any($1::bytea[])
         and not exists (select from hewto.manifest_segment m where m.segment = s.id)`,
      [named.map(({ segment }) => segment)],
    );
  return removed.length > 0;
}

function repoOf(row: Row): Repo {
  return {
    id: textOf(row["id"]),
    name: textOf(row["name"]),
    source: textOf(row["source"]),
    refs: textsOf(row["refs"]),
  };
}
