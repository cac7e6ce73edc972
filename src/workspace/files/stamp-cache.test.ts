import { expect, test } from "vitest";
import { StampCache } from "./stamp-cache.ts";

const stamp = { size: 10, mtimeMs: 1_000.5, ctimeMs: 1_000.5, ino: 7 };
const later = 5_000;

function newCache(maxEntries = 10, now = later) {
  return new StampCache<string>({ maxEntries, now: () => now });
}

test("a file is read again only when its stamp has changed", async () => {
  const cache = newCache();
  let reads = 0;
  const read = async () => `text ${++reads}`;
  expect(await cache.load("a", stamp, read)).toBe("text 1");
  expect(await cache.load("a", { ...stamp }, read)).toBe("text 1");
  expect(await cache.load("a", { ...stamp, ctimeMs: 1_001.5 }, read)).toBe("text 2");
});

test("a value from a file that was just written is not cached, and evicts the old one", async () => {
  const cache = newCache();
  cache.set("a", stamp, "old", later);
  const racy = { ...stamp, ctimeMs: later - 10.5 };
  cache.set("a", racy, "new", later);
  expect(cache.get("a", racy)).toBeUndefined();
  expect(cache.get("a", stamp)).toBeUndefined();
});

test("the time before a slow read decides whether it is racy", async () => {
  let now = 1_010;
  const cache = new StampCache<string>({ maxEntries: 10, now: () => now });
  await cache.load("a", stamp, async () => {
    now = later;
    return "text";
  });
  expect(cache.get("a", stamp)).toBeUndefined();
});

test("the absence of a file is cached until it appears", () => {
  const cache = newCache();
  cache.set("a", undefined, "absent", later);
  expect(cache.get("a", undefined)).toBe("absent");
  expect(cache.get("a", stamp)).toBeUndefined();
});

test("beyond its maximum size the oldest entries are dropped", () => {
  const cache = newCache(2);
  for (const key of ["a", "b", "c"]) cache.set(key, stamp, key, later);
  expect([...cache.entries()].map(([key]) => key)).toEqual(["b", "c"]);
});

test("entries can be stored and read back, and dropped by key", () => {
  const cache = newCache();
  cache.set("a", stamp, "A", later);
  cache.set("b", stamp, "B", later);
  cache.retain((key) => key === "b");
  const again = new StampCache<string>({ maxEntries: 10, entries: [...cache.entries()] });
  expect(again.get("a", stamp)).toBeUndefined();
  expect(again.get("b", stamp)).toBe("B");
});
