import { expect, test } from "vitest";
import { isSameFile } from "./stamp.ts";

const stamp = { size: 10, mtimeMs: 1_000.5, ctimeMs: 1_000.5, ino: 7 };

test("a file is the one that was read while its size, times and number are, and it was read well after its last change", () => {
  const then = { ...stamp, readAt: 2_000 };
  expect(isSameFile(then, stamp)).toBe(true);
  for (const change of [{ size: 11 }, { mtimeMs: 1_000.6 }, { ctimeMs: 1_000.6 }, { ino: 8 }]) {
    expect(isSameFile(then, { ...stamp, ...change })).toBe(false);
  }
  expect(isSameFile({ ...then, size: -1 }, { ...stamp, size: -1 })).toBe(false);
});

test("a reading within one tick of the clock is not trusted: a second write would look the same", () => {
  expect(isSameFile({ ...stamp, readAt: 1_040 }, stamp)).toBe(false);
  const coarse = { ...stamp, mtimeMs: 4_000, ctimeMs: 4_000 };
  expect(isSameFile({ ...coarse, readAt: 5_900 }, coarse)).toBe(false);
  expect(isSameFile({ ...coarse, readAt: 6_100 }, coarse)).toBe(true);
});
