import { expect, test } from "vitest";
import { listenForNoise } from "./stray-output.ts";

function told(...lines: readonly string[]): string {
  const noise = listenForNoise();
  for (const line of lines) noise.add(line);
  return noise.told();
}

test("of what is no message the first lines are told, each by its beginning and on one line", () => {
  expect(told()).toBe("");
  expect(told("one", "two", "three", "four")).toBe(" Instead of messages it printed: one / two / three.");
  expect(told("<!doctype html>\r\n  <html>\u001b[2J\n")).toMatch(/: <!doctype html> <html>\u241b\[2J\.$/);
  expect(told("é".repeat(80))).toMatch(/: é{80}\.$/);
  expect(told("😀".repeat(1_000_000))).toMatch(/: 😀{80}…\.$/u);
});
