import fc from "fast-check";
import { expect, test } from "vitest";
import { changedKeys, withEntries } from "./layered-map.ts";

const edit = fc.record({
  changed: fc.array(fc.tuple(fc.nat(150), fc.nat(3)), { maxLength: 8 }),
  removed: fc.array(fc.nat(150), { maxLength: 4 }),
});

test("a map with changes says what a changed copy says, and the maps before it stay as they were", () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 40 }), (edits) => {
      const start = new Map(Array.from({ length: 100 }, (_, key) => [key, 0] as const));
      const plain = new Map<number, number>(start);
      let layered: ReadonlyMap<number, number> = start;
      for (const { changed, removed } of edits) {
        const before = layered;
        const copy = new Map(plain);
        for (const key of removed) plain.delete(key);
        for (const [key, value] of changed) plain.set(key, value);
        layered = withEntries(layered, changed, removed);
        expect(new Map(layered)).toEqual(plain);
        expect(layered.size).toBe(plain.size);
        expect([...layered.keys()].every((key) => layered.has(key))).toBe(true);
        expect(new Map(before)).toEqual(copy);
        const differing = [...new Set([...copy.keys(), ...plain.keys()])].filter(
          (key) => copy.get(key) !== plain.get(key),
        );
        expect(changedKeys(before, layered)).toEqual(new Set(differing));
        expect(changedKeys(start, layered)).toEqual(
          new Set([...start.keys(), ...plain.keys()].filter((key) => start.get(key) !== plain.get(key))),
        );
      }
    }),
    { numRuns: 200 },
  );
});

test("replaced keys keep their place and new ones come last", () => {
  const map = withEntries(
    new Map([
      ["a", 1],
      ["b", 2],
      ["c", 3],
    ]),
    [
      ["d", 4],
      ["b", 5],
    ],
    ["a"],
  );
  expect([...map]).toEqual([
    ["b", 5],
    ["c", 3],
    ["d", 4],
  ]);
});
