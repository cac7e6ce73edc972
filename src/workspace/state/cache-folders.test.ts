import { chown, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { needsLinux, needsRoot } from "../../../test/support/skip.ts";
import { temporaryFolder } from "../../../test/support/temporary.ts";
import { cacheFolders, makeCacheFolder, sweepCacheFolders } from "./cache-folders.ts";

afterEach(() => vi.unstubAllEnvs());

async function newHome(): Promise<string> {
  needsLinux();
  const home = await temporaryFolder();
  vi.stubEnv("HOME", home);
  vi.stubEnv("XDG_CACHE_HOME", "");
  vi.stubEnv("TMPDIR", await temporaryFolder());
  return home;
}

test("a root has its own private folder in the user's cache", async () => {
  const home = await newHome();
  const folder = makeCacheFolder({ root: "/work/a" });
  expect(folder).toMatch(new RegExp(`^${home}/\\.cache/hewto/index/[0-9a-f]{32}$`));
  expect(makeCacheFolder({ root: "/work/b" })).not.toBe(folder);
  expect(makeCacheFolder({ root: "/work/a" })).toBe(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(JSON.parse(await readFile(join(folder, "root.json"), "utf8"))).toMatchObject({ root: "/work/a" });
});

test("without a writable home the temporary folder is used, and the folder in the home is still found", async () => {
  const home = await newHome();
  await writeFile(join(home, ".cache"), "a file in the way");
  const folder = makeCacheFolder({ root: "/work/a" });
  expect(folder).toContain(`/hewto-${process.geteuid?.()}/index/`);
  const [first, second] = cacheFolders({ root: "/work/a" });
  expect([first, second?.startsWith(home)]).toEqual([folder, true]);
});

test("root does not use the cache in another user's home", async () => {
  needsRoot();
  const home = await newHome();
  await mkdir(join(home, ".cache"));
  await chown(join(home, ".cache"), 65_534, 65_534);
  expect(makeCacheFolder({ root: "/work/a" }).startsWith(home)).toBe(false);
  expect(await readdir(join(home, ".cache"))).toEqual([]);
});

test("folders of deleted roots are removed, but only after a week, and not those of other users", async () => {
  await newHome();
  const [gone, here, young] = [await temporaryFolder(), await temporaryFolder(), await temporaryFolder()];
  const [ofGone, ofHere, ofYoung] = [gone, here, young].map((root) => makeCacheFolder({ root }));
  await rm(gone, { recursive: true });
  await rm(young, { recursive: true });
  const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  for (const folder of [ofGone, ofHere]) await utimes(folder ?? "", longAgo, longAgo);
  sweepCacheFolders(Date.now());
  const left = await readdir(join(ofHere ?? "", ".."));
  expect(left.sort()).toEqual([ofHere, ofYoung].map((folder) => folder?.split("/").at(-1) ?? "").sort());
  expect(ofGone).toBeDefined();
});
