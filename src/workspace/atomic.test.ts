import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultyDisk } from "../../test/support/faulty-disk.ts";
import { temporaryFolder, temporaryTree } from "../../test/support/temporary.ts";
import { createFile, isTemporaryName, replaceFile, sweepTemporaries } from "./atomic.ts";
import { type Disk, nodeDisk } from "./disk.ts";
import { SwappedFolder } from "./place-errors.ts";

describe("replaceFile", () => {
  test("keeps the mode of the file it replaces and leaves nothing else behind", async () => {
    const folder = await temporaryTree({ "run.sh": "old" });
    await chmod(join(folder, "run.sh"), 0o751);
    await replaceFile(join(folder, "run.sh"), "new");
    expect(await readFile(join(folder, "run.sh"), "utf8")).toBe("new");
    expect((await stat(join(folder, "run.sh"))).mode & 0o7777).toBe(0o751);
    expect(await readdir(folder)).toEqual(["run.sh"]);
  });

  test("writes a new file under the ordinary mode", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, "ordinary"), "");
    await replaceFile(join(folder, "new"), new Uint8Array([0, 255, 10]));
    expect([...(await readFile(join(folder, "new")))]).toEqual([0, 255, 10]);
    expect((await stat(join(folder, "new"))).mode).toBe((await stat(join(folder, "ordinary"))).mode);
  });

  test("syncs the bytes before the rename and the folder after it", async () => {
    const folder = await temporaryTree({ "a.md": "old" });
    const { disk, calls } = faultyDisk(Number.POSITIVE_INFINITY, "");
    await replaceFile(join(folder, "a.md"), "new", disk);
    const order = calls
      .map((call) => call.split(" ")[0])
      .filter((name) => name === "sync" || name === "rename");
    expect(order).toEqual(["sync", "rename", "sync"]);
  });

  test("does not follow a folder that was swapped for a link after the check", async () => {
    const folder = await temporaryTree({ "in/a.md": "old", "out/": "" });
    const swapping: Disk = {
      ...nodeDisk,
      // The attacker's move, in the worst moment: after the bytes are written and before the last look.
      realpath: async (path) => {
        await rename(join(folder, "in"), join(folder, "elsewhere"));
        await symlink("out", join(folder, "in"));
        return nodeDisk.realpath(path);
      },
    };
    await expect(replaceFile(join(folder, "in/a.md"), "new", swapping)).rejects.toThrow(SwappedFolder);
    expect(await readdir(join(folder, "out"))).toEqual([]);
    expect(await readFile(join(folder, "elsewhere/a.md"), "utf8")).toBe("old");
  });
});

describe("createFile", () => {
  test("lets exactly one of many creators win, with all of its bytes", async () => {
    const folder = await temporaryFolder();
    const target = join(folder, "once");
    const bodies = Array.from({ length: 20 }, (_, index) => `${index}`.repeat(10_000));
    const won = await Promise.all(bodies.map((body) => createFile(target, body)));
    expect(won.filter((one) => one)).toHaveLength(1);
    expect(await readFile(target, "utf8")).toBe(bodies[won.indexOf(true)]);
    expect(await readdir(folder)).toEqual(["once"]);
  });

  test("does the same where the file system knows no hard links", async () => {
    const folder = await temporaryFolder();
    const target = join(folder, "once");
    const plain: Disk = {
      ...nodeDisk,
      link: () => Promise.reject(Object.assign(new Error("no"), { code: "EPERM" })),
    };
    const won = await Promise.all(["a", "b", "c"].map((body) => createFile(target, body, plain)));
    expect(won.filter((one) => one)).toHaveLength(1);
    expect(await readFile(target, "utf8")).toBe(["a", "b", "c"][won.indexOf(true)]);
    expect(await readdir(folder)).toEqual(["once"]);
  });
});

test("sweeping removes what dead processes left long ago, and only that", async () => {
  const folder = await temporaryFolder();
  const dead = 4_194_304 + 17; // above the largest pid that Linux gives
  const names = {
    old: `.hewto-tmp-${dead}-0123456789ab`,
    fresh: `.hewto-tmp-${dead}-0123456789ac`,
    living: `.hewto-tmp-${process.pid}-0123456789ad`,
    strange: ".hewto-tmp-notes.md",
  };
  for (const name of Object.values(names)) await writeFile(join(folder, name), "");
  await mkdir(join(folder, ".hewto-tmp-folder"));
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const name of [names.old, names.living, names.strange])
    await utimes(join(folder, name), longAgo, longAgo);
  await sweepTemporaries(folder);
  expect((await readdir(folder)).sort()).toEqual(
    [names.fresh, names.living, names.strange, ".hewto-tmp-folder"].sort(),
  );
  expect(Object.values(names).map(isTemporaryName)).toEqual([true, true, true, false]);
});
