import { chmod, mkdir, readdir, readFile, rename, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { faultyDisk } from "../../../test/support/faulty-disk.ts";
import { needsLinux } from "../../../test/support/skip.ts";
import { contents } from "../../../test/support/snapshot.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";
import { createFile, isTemporaryName, replaceFile, sweepTemporaries } from "./atomic.ts";
import { type Disk, nodeDisk, openFolderSync } from "./disk.ts";
import { SwappedFolder } from "./errors.ts";

describe("replaceFile", () => {
  test("keeps the mode of the file it replaces and leaves nothing else behind", async () => {
    const folder = await temporaryTree({ "run.sh": "old" });
    await chmod(join(folder, "run.sh"), 0o751);
    await replaceFile(join(folder, "run.sh"), "new");
    expect(await readFile(join(folder, "run.sh"), "utf8")).toBe("new");
    expect((await stat(join(folder, "run.sh"))).mode & 0o7777).toBe(0o751);
    expect(await readdir(folder)).toEqual(["run.sh"]);
  });

  test("writes a new file with the default mode", async () => {
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

  test("stays in its folder when that is swapped for a link at any moment", async () => {
    needsLinux();
    for (const moment of ["open", "lstat", "rename"] as const) {
      const folder = await temporaryTree({ "in/a.md": "old", "out/a.md": "outside" });
      const swap = async (): Promise<void> => {
        await rename(join(folder, "in"), join(folder, "elsewhere"));
        await symlink("out", join(folder, "in"));
      };
      await replaceFile(join(folder, "in/a.md"), "new", eventBefore(moment, swap));
      expect(contents(join(folder, "out"))).toEqual({ "a.md": "outside" });
      expect(contents(join(folder, "elsewhere"))).toEqual({ "a.md": "new" });
    }
  });

  test("does not start in a folder that is a link", async () => {
    const folder = await temporaryTree({ "out/a.md": "outside" });
    await symlink("out", join(folder, "in"));
    await expect(replaceFile(join(folder, "in/a.md"), "new")).rejects.toThrow(SwappedFolder);
    expect(contents(join(folder, "out"))).toEqual({ "a.md": "outside" });
  });

  test("notices a swapped folder after the rename, where a folder cannot be held open", async () => {
    const folder = await temporaryTree({ "in/a.md": "old", "out/": "" });
    const swap = async (): Promise<void> => {
      const [name = ""] = (await readdir(join(folder, "in"))).filter(isTemporaryName);
      await rename(join(folder, "in"), join(folder, "elsewhere"));
      await symlink("out", join(folder, "in"));
      await rename(join(folder, "elsewhere", name), join(folder, "out", name));
    };
    const portable: Disk = {
      ...eventBefore("rename", swap),
      openFolder: async (path) => openFolderSync(path, false),
    };
    await expect(replaceFile(join(folder, "in/a.md"), "new", portable)).rejects.toThrow(SwappedFolder);
    expect(await readdir(join(folder, "out"))).toEqual([]);
    expect(contents(join(folder, "elsewhere"))).toEqual({ "a.md": "old" });
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

  test("does the same on a file system without hard links", async () => {
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

test("sweeping removes only old unfinished files of dead processes", async () => {
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

/** Lets something happen once, right before the first such call. */
function eventBefore(call: "open" | "lstat" | "rename", event: () => Promise<void>): Disk {
  let happened = false;
  const once = async (): Promise<void> => {
    if (happened) return;
    happened = true;
    await event();
  };
  return {
    ...nodeDisk,
    open: async (path, flags, mode) => {
      if (call === "open") await once();
      return nodeDisk.open(path, flags, mode);
    },
    lstat: async (path) => {
      if (call === "lstat") await once();
      return nodeDisk.lstat(path);
    },
    rename: async (from, to) => {
      if (call === "rename") await once();
      return nodeDisk.rename(from, to);
    },
  };
}
