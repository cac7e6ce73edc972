import { expect, it } from "vitest";
import type { FileToRead } from "./analyze.ts";
import { Batches } from "./batches.ts";

function files(name: string, count: number, size: number): FileToRead[] {
  const stamp = { size, mtimeMs: 0, ctimeMs: 0 };
  return Array.from({ length: count }, (_, n) => ({ path: name.replace("*", String(n)), stamp }));
}

/** What each of several gets when they ask in turn until nothing is left for any. */
function shared(all: FileToRead[], askers: number): string[][] {
  const batches = new Batches(all);
  const workers: { spoken: Set<string>; got: string[] }[] = Array.from({ length: askers }, () => ({
    spoken: new Set(),
    got: [],
  }));
  for (let busy = true; busy; ) {
    busy = false;
    for (const { spoken, got } of workers) {
      const batch = batches.next(spoken);
      busy ||= batch.length > 0;
      got.push(...batch.map(({ path }) => path));
    }
  }
  return workers.map(({ got }) => got);
}

it("every file is handed out exactly once", () => {
  const all = [...files("a*.swift", 700, 40_000), ...files("b*.c", 30, 5_000), ...files("c*.md", 150, 100)];
  for (const askers of [1, 2, 5]) {
    const got = shared(all, askers).flat();
    expect(got.toSorted()).toEqual(all.map(({ path }) => path).toSorted());
  }
});

it("a language with little to read stays with one thread", () => {
  const [first, second] = shared([...files("a*.swift", 50, 50_000), ...files("b*.c", 30, 50_000)], 2);
  expect(new Set(first?.map((path) => path.at(-1)))).toEqual(new Set(["t"]));
  expect(new Set(second?.map((path) => path.at(-1)))).toEqual(new Set(["c"]));
});

it("a language with much to read is shared", () => {
  const [first = [], second = []] = shared(files("a*.swift", 600, 50_000), 2);
  expect(Math.min(first.length, second.length)).toBeGreaterThan(100);
});
