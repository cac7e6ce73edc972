import { utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { isRacy, isSameStamp, StampSet, stampOf } from "./stamp.ts";

const stamp = { size: 10, mtimeMs: 1_000.5, ctimeMs: 1_000.5, ino: 7 };

test("a stamp is the same while size, times and inode are", () => {
  expect(isSameStamp(stamp, { ...stamp })).toBe(true);
  for (const change of [{ size: 11 }, { mtimeMs: 1_000.6 }, { ctimeMs: 1_000.6 }, { ino: 8 }])
    expect(isSameStamp(stamp, { ...stamp, ...change })).toBe(false);
  expect(isSameStamp(stamp, undefined)).toBe(false);
  expect(isSameStamp(undefined, undefined)).toBe(true);
});

test("a stamp is racy within one tick of a fine clock", () => {
  expect(isRacy(stamp, 1_040)).toBe(true);
  expect(isRacy(stamp, 1_060)).toBe(false);
});

test("a stamp without a fraction of a second is racy for two seconds: the clock may be coarse", () => {
  const coarse = { mtimeMs: 4_000, ctimeMs: 4_000 };
  expect(isRacy(coarse, 5_900)).toBe(true);
  expect(isRacy(coarse, 6_100)).toBe(false);
});

test("the newer of both times decides, and a time in the future is racy", () => {
  expect(isRacy({ mtimeMs: 1_000.5, ctimeMs: 5_000.5 }, 5_010)).toBe(true);
  expect(isRacy({ mtimeMs: 5_000.5, ctimeMs: 1_000.5 }, 5_010)).toBe(true);
  expect(isRacy({ mtimeMs: 9_000.5, ctimeMs: 1_000.5 }, 5_000)).toBe(true);
});

async function oldFile(): Promise<string> {
  const path = join(await temporaryTree({ "a.txt": "one" }), "a.txt");
  const past = new Date(Date.now() - 60_000.5);
  await utimes(path, past, past);
  return path;
}

test("a set of stamps is current until a path is changed, created or deleted", async () => {
  const path = await oldFile();
  const later = Date.now() + 10_000;
  const stamps = new StampSet();
  stamps.add(path, stampOf(path), later);
  stamps.add(`${path}.absent`, stampOf(`${path}.absent`), later);
  expect(await stamps.isCurrent()).toBe(true);
  await writeFile(`${path}.absent`, "");
  expect(await stamps.isCurrent()).toBe(false);
});

test("a set with a file that was written just now is never current", async () => {
  const path = join(await temporaryTree({ "a.txt": "one" }), "a.txt");
  const stamps = new StampSet();
  stamps.add(path, stampOf(path), Date.now());
  expect(await stamps.isCurrent()).toBe(false);
});

test("a set whose path changed while it was filled is never current, even if the last stamp holds", async () => {
  const path = await oldFile();
  const later = Date.now() + 10_000;
  const stamps = new StampSet();
  stamps.add(path, { ...stamp }, later);
  stamps.add(path, stampOf(path), later);
  expect(await stamps.isCurrent()).toBe(false);
});

test("stamps that were already taken are not taken again", async () => {
  const path = await oldFile();
  const [made, seen] = [new StampSet(), new StampSet()];
  made.add(path, stamp, 10_000);
  seen.add(path, stamp, 10_000);
  expect(await made.isCurrent()).toBe(false);
  expect(await made.isCurrent(seen)).toBe(true);
});
