import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { analysisKey } from "../../../src/code/remote/analysis-key.ts";
import type { Store } from "../../../src/store/store.ts";
import { launch, queryUrl, stopPostgres } from "../../../test/support/postgres.ts";
import { editFiles, git, synthetic } from "./git.ts";
import { add, must, newStore, useCache, type World, work } from "./world.ts";

/** Workers are killed at any moment; then one runs to its end, and everything is read. */
export async function measureKills({ folder, server, program, row }: World, kills: number): Promise<void> {
  const { store, url } = await newStore(server);
  const origin = synthetic(join(folder, "kills"), 300);
  useCache(folder, "kills");
  await add(store, origin);
  let ended = 0;
  for (let kill = 0; kill < kills; kill++) {
    editFiles(origin, 40);
    const child = startWorker(program, origin, url);
    const exit = new Promise<boolean>((resolve) => child.once("exit", (code) => resolve(code === 0)));
    await Promise.race([exit, sleep(100 + Math.random() * 1200)]);
    // A worker that was already done was not killed, and does not count.
    if (child.exitCode !== null) {
      ended++;
      kill--;
      if (ended > kills) throw new Error("Workers end before they can be killed.");
    } else if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await exit;
    await endLeases(url);
  }
  await work(store);
  const result = await damage(store, origin);
  row(`${kills} kills of workers: lost, double, damaged`, "0, 0, 0", result, result === "0, 0, 0");
  row("  workers that had ended before they were killed, not counted", "–", String(ended));
  await store.close();
}

/** The database stops as in a power cut while a worker publishes. */
export async function measureRestarts(
  { folder, server, program, row }: World,
  restarts: number,
): Promise<void> {
  const { store, url } = await newStore(server);
  const origin = synthetic(join(folder, "restarts"), 200);
  useCache(folder, "restarts");
  await add(store, origin);
  for (let restart = 0; restart < restarts; restart++) {
    editFiles(origin, 40);
    const child = startWorker(program, origin, url);
    const ended = new Promise((resolve) => child.once("exit", resolve));
    await sleep(300 + Math.random() * 1200);
    stopPostgres(server, "immediate");
    await launch(server);
    await Promise.race([ended, sleep(10_000)]);
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await endLeases(url);
  }
  await work(store);
  const result = await damage(store, origin);
  row(`${restarts} kills of the database: lost, double, damaged`, "0, 0, 0", result, result === "0, 0, 0");
  await store.close();
}

function startWorker(program: string, cwd: string, url: string) {
  return spawn(process.execPath, [program, "worker", "--once"], {
    cwd,
    env: { ...process.env, HEWTO_STORE_URL: url },
    stdio: "ignore",
    detached: true,
  });
}

/** Whether the published manifest is of the newest commit, with every file once and every byte as it should be. */
async function damage(store: Store, origin: string): Promise<string> {
  const commit = git(origin, "rev-parse", "HEAD").trim();
  const files = git(origin, "ls-files").trim().split("\n").length;
  const repo = (await must(store.repos.list())).find(({ source }) => source === origin);
  const manifest = await must(
    store.manifests.read({ repo: repo?.id ?? "", ref: "main", analysis: analysisKey() }),
  );
  const dead = (await must(store.jobs.dead())).length;
  const open = await must(store.jobs.open());
  let living = 0;
  let damaged = 0;
  for (const { id, living: bits } of manifest?.segments ?? []) {
    for (const byte of bits) for (let bit = byte; bit > 0; bit >>= 1) living += bit & 1;
    const read = await store.segments.get(id);
    if (!read.ok || !read.value) damaged++;
  }
  const lost = (manifest?.commit === commit ? 0 : 1) + dead + open + Math.max(0, files - living);
  return `${lost}, ${Math.max(0, living - files)}, ${damaged}`;
}

/** Ends the leases of killed workers, which would end by themselves after a minute, and forgives their tries. */
async function endLeases(url: string): Promise<void> {
  await queryUrl(
    url,
    "begin; select set_config('hewto.tenant', 'default', true); update hewto.job set lease_until = '-infinity', tries = 0; commit",
  ).catch(() => {});
}
