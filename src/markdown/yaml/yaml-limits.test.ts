import { expect, it } from "vitest";
import { splitFrontMatter } from "./front-matter.ts";
import { parseFrontMatter } from "./front-matter-data.ts";

const repeat = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

function read(yaml: string, lenient = false) {
  const started = performance.now();
  const result = parseFrontMatter(splitFrontMatter(`---\n${yaml}---\nbody\n`), { lenient });
  const ms = performance.now() - started;
  return { ms, message: result.ok ? "" : result.fault.message, data: result.ok ? result.value.data : {} };
}

it("front matter over 64 KB is refused with its limit", () => {
  expect(read(`a: ${"x".repeat(64 * 1024)}\n`).message).toContain("larger than 64 KB");
  expect(read(`a: ${"é".repeat(33 * 1024)}\n`).message).toContain("larger than 64 KB");
  expect(read(`a: ${"x".repeat(63 * 1024)}\n`).message).toBe("");
});

it("front matter of more than 1,000 values is refused with its limit", () => {
  expect(read(repeat(1001, (n) => `k${n}: 1\n`)).message).toContain("more than 1,000 values");
  expect(read(`a: [${repeat(1001, () => "1,")}]\n`).message).toContain("more than 1,000 values");
  expect(read(repeat(999, (n) => `k${n}: 1\n`)).message).toBe("");
});

it("front matter nested deeper than 64 levels is refused with that limit", () => {
  const nested = (levels: number) => read(`a: ${"[".repeat(levels)}${"]".repeat(levels)}\n`).message;
  expect(nested(60)).toBe("");
  expect(nested(70)).toContain("nested more than 64 levels deep");
});

it("aliases that expand to more than 10,000 values are refused with that limit", () => {
  const levels = repeat(20, (n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]\n`);
  expect(read(`a0: &a0 [x]\n${levels}`).message).toContain("more than 10,000 values");
});

it.each([
  ["anchors and aliases", repeat(1800, (n) => `a${n}: &b${n} x\nc${n}: *b${n}\n`)],
  ["aliases of one anchor", `a: &a x\nb: [${"*a,".repeat(20_000)}]\n`],
  ["keys", repeat(9000, (n) => `k${n}:\n`)],
  ["the same key", "a:\n".repeat(20_000)],
  ["syntax errors", "a: b: c\n".repeat(8000)],
  ["tags", "- !x\n".repeat(12_000)],
  ["comments", "# x\n".repeat(16_000)],
  ["colons", ": ".repeat(32_000)],
  ["quotes", `a: '${"''".repeat(30_000)}\n`],
  ["block scalars", "a: |\n b\n".repeat(8000)],
])("64 KB of %s are answered in seconds on a busy machine, careless quotes allowed or not", (_what, yaml) => {
  expect(Buffer.byteLength(yaml)).toBeLessThanOrEqual(64 * 1024);
  expect(read(yaml).ms).toBeLessThan(10_000);
  expect(read(yaml, true).ms).toBeLessThan(10_000);
});

it("an alias takes the last anchor of its name before it, and none inside itself", () => {
  expect(read("a: &x 1\nb: *x\nc: &x 2\nd: *x\n").data).toEqual({ a: 1, b: 1, c: 2, d: 2 });
  expect(read("a: *x\nb: &x 1\n").message).toContain("has no anchor before it");
  expect(read("a: &x [*x]\n").message).toContain("inside its own anchor");
});

it("a key that is there twice is named with its line", () => {
  expect(read("a: 1\nb: 2\na: 3\n").message).toMatch(/Line 4, column 1: The key `a` is there twice/);
});
