import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../../../test/support/temporary.ts";
import { ok } from "../../../kernel/result.ts";
import { type Disk, nodeDisk } from "../disk.ts";
import {
  type Holder,
  heartbeatMs,
  inspectLock,
  newHolder,
  newStaleCheck,
  remoteTimeoutMs,
  removeStale,
} from "./file.ts";
import { isHeld, waitUntilReleased, withLock } from "./lock.ts";

const nothing = async () => ok("done");

describe("withLock", () => {
  test("writes its holder to the lock file, and removes the file at the end", async () => {
    const lock = await newLock();
    const result = await withLock(lock, { tool: "update_artifact", requestId: "7" }, async () => {
      return ok(JSON.parse(await readFile(lock, "utf8")));
    });
    expect(result).toMatchObject({
      ok: true,
      value: { pid: process.pid, host: hostname(), tool: "update_artifact", request_id: "7" },
    });
    expect(await readdir(dirname(lock))).toEqual([]);
  });

  test("releases the lock when the work throws", async () => {
    const lock = await newLock();
    const broken = withLock(lock, {}, () => Promise.reject(new Error("broken work")));
    await expect(broken).rejects.toThrow("broken work");
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
  });

  test("runs fifty calls of one process one at a time, in the order of their arrival", async () => {
    const lock = await newLock();
    const order: number[] = [];
    let inside = 0;
    const calls = Array.from({ length: 50 }, (_, index) =>
      withLock(lock, { waitMs: 30_000 }, async () => {
        expect(++inside).toBe(1);
        await sleep(1);
        order.push(index);
        inside--;
        return ok(undefined);
      }),
    );
    await Promise.all(calls);
    expect(order).toEqual(Array.from({ length: 50 }, (_, index) => index));
  });

  test("times out with the holder and a remedy, with the fault code that the caller chose", async () => {
    const lock = await newLock();
    await withLock(lock, { tool: "slow tool", requestId: "1" }, async () => {
      const second = await withLock(
        lock,
        { waitMs: 20, code: "artifact_locked", subject: "spec `auth`" },
        nothing,
      );
      expect(second).toMatchObject({
        ok: false,
        fault: {
          code: "artifact_locked",
          retryable: true,
          details: { holder: { pid: process.pid, host: hostname(), tool: "slow tool", request_id: "1" } },
        },
      });
      expect(second).toMatchObject({
        fault: { message: expect.stringContaining("spec `auth` is locked by process") },
      });
      expect(second).toMatchObject({ fault: { remedy: expect.stringContaining(lock) } });
      return ok(undefined);
    });
  });

  test("stops waiting when the caller cancels, in the queue and at the lock", async () => {
    const lock = await newLock();
    await hold(lock, await livingStranger());
    const stop = new AbortController();
    const waiting = [1, 2, 3].map(() => withLock(lock, { signal: stop.signal }, nothing));
    const patient = withLock(lock, { waitMs: 30_000 }, nothing);
    await sleep(20);
    stop.abort();
    for (const result of await Promise.all(waiting))
      expect(result).toMatchObject({ fault: { code: "cancelled" } });
    expect(await isHeld(lock)).toBe(true);
    await rm(lock);
    expect(await patient).toEqual(ok("done"));
  });
});

describe("a lock whose owner is gone", () => {
  test("is taken over at once, even with waitMs 0", async () => {
    const lock = await newLock();
    await hold(lock, await dead());
    expect(await isHeld(lock)).toBe(false);
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
    expect(await readdir(dirname(lock))).toEqual([]);
  });

  test("is taken over when another process has its pid", async () => {
    const lock = await newLock();
    const self = await newHolder("t", "1");
    await hold(lock, { ...self, process_start: "1" });
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
  });

  test("is taken over when the machine was restarted since, whatever process has its pid now", async () => {
    const lock = await newLock();
    await hold(lock, { ...(await newHolder("t", "1")), boot: "another run" });
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
  });

  test("is taken over while it is a zombie", async () => {
    const lock = await newLock();
    // The shell starts a child, becomes a program that does not wait for it, and so keeps a zombie.
    const child = '(until read name < /proc/$$/comm && [ "$name" = sleep ]; do :; done)';
    const shell = spawn("sh", ["-c", `${child} & echo $!; exec sleep 30`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const [line] = await once(shell.stdout, "data");
    const pid = Number(String(line));
    while (!/\) Z /.test(await readFile(`/proc/${pid}/stat`, "utf8"))) await sleep(5);
    await hold(lock, { ...(await newHolder("t", "1")), pid, process_start: "" });
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
    shell.kill();
  });

  test("is taken over by exactly one of many waiters", async () => {
    const contenders = await Promise.all(Array.from({ length: 8 }, separateWithLock));
    for (let round = 0; round < 20; round++) {
      const lock = await newLock();
      await hold(lock, await dead());
      let inside = 0;
      let most = 0;
      const work = async () => {
        most = Math.max(most, ++inside);
        await sleep(1);
        inside--;
        return ok("done");
      };
      const results = await Promise.all(contenders.map((take) => take(lock, { waitMs: 20_000 }, work)));
      expect(results).toEqual(contenders.map(() => ok("done")));
      expect(most).toBe(1);
      expect(await readdir(dirname(lock))).toEqual([]);
    }
  });

  test("is taken over even if the process that was removing it died, and the next one too", async () => {
    const lock = await newLock();
    await hold(lock, await dead());
    const dying: Disk = {
      ...nodeDisk,
      unlink: () => Promise.reject(Object.assign(new Error("x"), { code: "EIO" })),
    };
    for (let deaths = 0; deaths < 5; deaths++) {
      // It gets as far as the guard and dies there: it removes neither the lock nor the guard.
      expect(await withLock(lock, { waitMs: 0 }, nothing, dying)).toMatchObject({
        fault: { code: "write_failed" },
      });
    }
    expect((await readdir(dirname(lock))).filter((name) => name.endsWith(".guard"))).toHaveLength(5);
    expect(await withLock(lock, { waitMs: 0 }, nothing)).toEqual(ok("done"));
    const left = (await readdir(dirname(lock))).filter((name) => !name.startsWith(".hewto-tmp-"));
    expect(left).toEqual([]);
  });

  test("is taken over when it is incomplete, but only after a delay", async () => {
    const lock = await newLock();
    await writeFile(lock, '{"pid": 1');
    expect(await withLock(lock, { waitMs: 100 }, nothing)).toMatchObject({ fault: { code: "locked" } });
    expect(await withLock(lock, {}, nothing)).toEqual(ok("done"));
  });

  test("is taken over when it belongs to another machine and its heartbeat has stopped", async () => {
    const lock = await newLock();
    await hold(lock, { ...(await newHolder("t", "1")), host: "elsewhere", token: "a" });
    expect(await withLock(lock, {}, nothing)).toEqual(ok("done"));
  });
});

describe("a lock that has changed hands", () => {
  test("stays with the waiter that took it between the check and the removal of a stale one", async () => {
    const lock = await newLock();
    await hold(lock, await dead());
    const stale = await inspectLock(lock, nodeDisk);
    if (stale === undefined) throw new Error("The lock is there.");
    const taker = await livingStranger();
    await hold(lock, taker);
    await removeStale(lock, stale, await newHolder("late remover", "1"), newStaleCheck(), nodeDisk);
    expect(JSON.parse(await readFile(lock, "utf8"))).toEqual(taker);
    expect(await readdir(dirname(lock))).toEqual(["x.lock"]);
  });

  test("is not removed by its former holder, which was considered dead and comes back", async () => {
    const lock = await newLock();
    const taker = await livingStranger();
    await withLock(lock, {}, async () => ok(await hold(lock, taker)));
    expect(JSON.parse(await readFile(lock, "utf8"))).toEqual(taker);
  });
});

describe("a lock whose owner runs", () => {
  test("on another machine is not taken over while it has a heartbeat", async () => {
    const lock = await newLock();
    await hold(lock, { ...(await newHolder("t", "1")), host: "elsewhere", token: "a" });
    const heart = setInterval(() => utimes(lock, new Date(), new Date()).catch(() => undefined), 200);
    expect(await withLock(lock, { waitMs: 3_500 }, nothing)).toMatchObject({
      fault: { code: "locked", details: { holder: { host: "elsewhere" } } },
    });
    clearInterval(heart);
  });

  test("shows its heartbeat to others for as long as it is held", async () => {
    const lock = await newLock();
    await withLock(lock, {}, async () => {
      await utimes(lock, new Date(0), new Date(0));
      while ((await stat(lock)).mtimeMs === 0) await sleep(20);
      return ok(undefined);
    });
    expect(await readdir(dirname(lock))).toEqual([]);
  });

  test("has a heartbeat that is frequent enough for remote waiters", () => {
    // Three beats may come late, as on a machine under load.
    expect(heartbeatMs * 4).toBeLessThanOrEqual(remoteTimeoutMs);
  });

  test("in a container is not taken over just because its pid is unknown outside", async () => {
    const lock = await newLock();
    await hold(lock, { ...(await dead()), pid_space: "pid:[1]" });
    expect(await withLock(lock, { waitMs: 200 }, nothing)).toMatchObject({ fault: { code: "locked" } });
  });

  test("can be waited for without being taken", async () => {
    const lock = await newLock();
    await hold(lock, await livingStranger());
    expect(await waitUntilReleased(lock, { waitMs: 20 })).toMatchObject({ fault: { code: "locked" } });
    const waiting = waitUntilReleased(lock, { waitMs: 20_000 });
    await rm(lock);
    expect(await waiting).toEqual(ok(undefined));
    expect(await isHeld(lock)).toBe(false);
  });
});

async function newLock(): Promise<string> {
  return join(await temporaryFolder(), "x.lock");
}

async function hold(lock: string, holder: Holder): Promise<void> {
  await writeFile(lock, `${JSON.stringify(holder)}\n`);
}

/** Has a line of its own, like another process. */
async function separateWithLock(): Promise<typeof withLock> {
  vi.resetModules();
  return (await import("./lock.ts")).withLock;
}

/** A holder that really lived on this machine and really is dead. */
async function dead(): Promise<Holder> {
  const child = spawn("true");
  await once(child, "exit");
  return { ...(await newHolder("dead tool", "0")), pid: child.pid ?? 0, process_start: "" };
}

/** A holder that is alive and not this process: the one that started the tests. */
async function livingStranger(): Promise<Holder> {
  return { ...(await newHolder("living tool", "0")), pid: process.ppid, process_start: "" };
}
