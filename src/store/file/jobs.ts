import { randomUuid } from "../../kernel/hash.ts";
import { type Job, type JobQueue, maxTries } from "../store.ts";
import type { StoreFolder } from "./folder.ts";
import { type JobRow, readJobs, readRepos, writeJobs } from "./rows.ts";

/** One file, changed under the lock of the store: enough for the few workers of a shared folder. */
export function jobQueue(folder: StoreFolder): JobQueue {
  const change = (id: string, worker: string, edit: (job: JobRow, now: number) => JobRow | undefined) =>
    folder.change(() => {
      const jobs = readJobs(folder);
      const job = jobs.find((each) => each.id === id && each.leaseBy === worker && each.deadAt === undefined);
      const edited = job && edit(job, folder.now());
      if (job)
        writeJobs(
          folder,
          jobs.flatMap((each) => (each === job ? (edited ?? []) : [each])),
        );
      return job !== undefined;
    });
  const done = async (changed: ReturnType<typeof change>) => {
    const result = await changed;
    return result.ok ? { ok: true as const, value: undefined } : result;
  };
  return {
    add: ({ repo, ref, commit }, priority) =>
      folder.change(() => {
        const jobs = readJobs(folder);
        const isSame = (job: JobRow) => job.repo === repo && job.ref === ref;
        if (jobs.some((job) => isSame(job) && job.commit === commit && job.deadAt !== undefined))
          return undefined;
        const open = jobs.find((job) => isSame(job) && job.deadAt === undefined);
        const now = folder.now();
        const next: JobRow = open
          ? {
              ...open,
              commit,
              priority: Math.max(open.priority, priority),
              tries: open.commit === commit ? open.tries : 0,
            }
          : {
              id: randomUuid(),
              repo,
              ref,
              commit,
              priority,
              tries: 0,
              createdAt: now,
              notBefore: now,
              leaseUntil: 0,
              leaseBy: "",
              reason: "",
            };
        writeJobs(folder, [...jobs.filter((job) => !isSame(job)), next]);
        return undefined;
      }),
    claim: (worker, leaseSeconds) =>
      folder.change(() => {
        const now = folder.now();
        const jobs = readJobs(folder).map((job) => {
          const isLost = job.leaseBy !== "" && job.leaseUntil < now && job.tries >= maxTries && !job.deadAt;
          const reason = job.reason || `It ended its worker ${job.tries} times.`;
          return isLost ? { ...job, deadAt: now, reason } : job;
        });
        const busy = new Set(jobs.filter(({ leaseUntil }) => leaseUntil >= now).map(({ repo }) => repo));
        const job = jobs
          .filter(
            ({ deadAt, notBefore, repo }) => deadAt === undefined && notBefore <= now && !busy.has(repo),
          )
          .sort((a, b) => b.priority - a.priority || a.createdAt - b.createdAt)[0];
        if (!job) {
          writeJobs(folder, jobs);
          return undefined;
        }
        const claimed = {
          ...job,
          leaseBy: worker,
          leaseUntil: now + leaseSeconds * 1000,
          tries: job.tries + 1,
        };
        writeJobs(
          folder,
          jobs.map((each) => (each === job ? claimed : each)),
        );
        return jobOf(claimed);
      }),
    renew: (job, worker, leaseSeconds) =>
      change(job.id, worker, (row, now) => ({ ...row, leaseUntil: now + leaseSeconds * 1000 })),
    complete: (job, worker) =>
      done(
        change(job.id, worker, (row) =>
          row.commit === job.commit ? undefined : { ...row, leaseBy: "", leaseUntil: 0, tries: 0 },
        ),
      ),
    fail: (job, worker, { reason, waitSeconds }) =>
      done(
        change(job.id, worker, (row, now) => ({
          ...row,
          leaseBy: "",
          leaseUntil: 0,
          reason,
          notBefore: now + waitSeconds * 1000,
          ...(row.tries >= maxTries ? { deadAt: now } : {}),
        })),
      ),
    open: () => folder.read(() => readJobs(folder).filter(({ deadAt }) => deadAt === undefined).length),
    dead: () =>
      folder.read(() => {
        const names = new Map(readRepos(folder).map(({ id, name }) => [id, name]));
        return readJobs(folder).flatMap(({ repo, ref, commit, reason, deadAt }) =>
          deadAt === undefined
            ? []
            : [{ repo: names.get(repo) ?? repo, ref, commit, reason, at: new Date(deadAt).toISOString() }],
        );
      }),
  };
}

function jobOf({ id, repo, ref, commit, tries }: JobRow): Job {
  return { id, repo, ref, commit, tries };
}
