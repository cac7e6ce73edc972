import type { Row } from "../../workspace/network/postgres.ts";
import { type Job, type JobQueue, maxTries } from "../store.ts";
import { numberOf, textOf, timeOf } from "./rows.ts";
import type { Session } from "./session.ts";

const maxDead = 200;

/** All times are the database's: a worker whose clock is wrong holds no lease for longer. */
export function jobQueue(session: Session): JobQueue {
  return {
    add: ({ repo, ref, commit }, priority) =>
      session.transaction(async (db) => {
        // A commit that killed its workers is not tried again; the next commit is.
        const dead = await db.query(
          "select 1 from hewto.job where repo = $1 and ref = $2 and commit = $3 and dead_at is not null",
          [repo, ref, commit],
        );
        if (dead.length > 0) return undefined;
        await db.query(
          `insert into hewto.job (tenant, repo, ref, commit, priority)
           values (hewto.current_tenant(), $1, $2, $3, $4)
           on conflict (tenant, repo, ref) where dead_at is null do update
             set priority = greatest(job.priority, excluded.priority),
                 tries = case when job.commit = excluded.commit then job.tries else 0 end,
                 commit = excluded.commit`,
          [repo, ref, commit, priority],
        );
        await db.query(
          "delete from hewto.job where repo = $1 and ref = $2 and commit <> $3 and dead_at is not null",
          [repo, ref, commit],
        );
        return undefined;
      }),
    claim: (worker, leaseSeconds) =>
      session.transaction(async (db) => {
        await db.query(
          `update hewto.job set dead_at = now(), reason = coalesce(reason, 'It ended its worker ' || tries || ' times.')
           where dead_at is null and lease_until < now() and tries >= $1`,
          [maxTries],
        );
        const rows = await db.query(
          `update hewto.job set lease_by = $1, lease_until = now() + make_interval(secs => $2), tries = tries + 1
           where id = (
             select id from hewto.job j
             where dead_at is null and not_before <= now() and (lease_until is null or lease_until < now())
               and not exists (select from hewto.job o
                 where o.repo = j.repo and o.dead_at is null and o.lease_until >= now())
             order by priority desc, created_at limit 1 for update skip locked)
           returning id, repo, ref, commit, tries`,
          [worker, leaseSeconds],
        );
        return rows.map(jobOf).at(0);
      }),
    renew: (job, worker, leaseSeconds) =>
      session.transaction(async (db) => {
        const rows = await db.query(
          `update hewto.job set lease_until = now() + make_interval(secs => $3)
           where id = $1 and lease_by = $2 and dead_at is null returning id`,
          [job.id, worker, leaseSeconds],
        );
        return rows.length > 0;
      }),
    complete: (job, worker) =>
      session.transaction(async (db) => {
        await db.query("delete from hewto.job where id = $1 and lease_by = $2 and commit = $3", [
          job.id,
          worker,
          job.commit,
        ]);
        await db.query(
          `update hewto.job set lease_by = null, lease_until = null, tries = 0
           where id = $1 and lease_by = $2`,
          [job.id, worker],
        );
        return undefined;
      }),
    fail: (job, worker, { reason, waitSeconds }) =>
      session.transaction(async (db) => {
        await db.query(
          `update hewto.job set lease_by = null, lease_until = null, reason = $3,
             not_before = now() + make_interval(secs => $5),
             dead_at = case when tries >= $4 then now() end
           where id = $1 and lease_by = $2`,
          // A reason can quote a file, and the database takes no NUL.
          [job.id, worker, reason.replaceAll("\0", "").slice(0, 2000), maxTries, waitSeconds],
        );
        return undefined;
      }),
    open: () =>
      session.transaction(async (db) => {
        const [row] = await db.query("select count(*) as open from hewto.job where dead_at is null");
        return numberOf(row?.["open"]);
      }),
    dead: () =>
      session.transaction(async (db) =>
        (
          await db.query(
            `select j.ref, j.commit, j.reason, j.dead_at, r.name from hewto.job j
             join hewto.repo r on r.id = j.repo
             where dead_at is not null order by dead_at desc limit ${maxDead}`,
          )
        ).map((row) => ({
          repo: textOf(row["name"]),
          ref: textOf(row["ref"]),
          commit: textOf(row["commit"]),
          reason: textOf(row["reason"] ?? ""),
          at: timeOf(row["dead_at"]),
        })),
      ),
  };
}

function jobOf(row: Row): Job {
  return {
    id: textOf(row["id"]),
    repo: textOf(row["repo"]),
    ref: textOf(row["ref"]),
    commit: textOf(row["commit"]),
    tries: numberOf(row["tries"]),
  };
}
