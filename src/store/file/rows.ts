import * as z from "zod";
import type { StoreFolder } from "./folder.ts";

const RepoRow = z.object({
  id: z.uuid(),
  name: z.string(),
  source: z.string(),
  refs: z.array(z.string()),
  /** By the server's clock, in milliseconds, as all times here. */
  polledAt: z.number(),
});
export type RepoRow = z.infer<typeof RepoRow>;

const JobRow = z.object({
  id: z.uuid(),
  repo: z.string(),
  ref: z.string(),
  commit: z.string(),
  priority: z.int(),
  tries: z.int(),
  createdAt: z.number(),
  notBefore: z.number(),
  leaseUntil: z.number(),
  leaseBy: z.string(),
  deadAt: z.number().optional(),
  reason: z.string(),
});
export type JobRow = z.infer<typeof JobRow>;

export function readRepos(folder: StoreFolder): RepoRow[] {
  return folder.json("repos.json", z.array(RepoRow)) ?? [];
}

export function writeRepos(folder: StoreFolder, repos: readonly RepoRow[]): void {
  folder.files.write("repos.json", JSON.stringify(repos));
}

export function readJobs(folder: StoreFolder): JobRow[] {
  return folder.json("jobs.json", z.array(JobRow)) ?? [];
}

export function writeJobs(folder: StoreFolder, jobs: readonly JobRow[]): void {
  folder.files.write("jobs.json", JSON.stringify(jobs));
}
