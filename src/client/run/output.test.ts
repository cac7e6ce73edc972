import { expect, test } from "vitest";
import { isTokenOf, readProgress } from "../session/progress.ts";
import { OutputBuffer, outputOf } from "./output.ts";

// covers spec-tui-client: output-is-buffered
test("a buffer is limited in lines and characters and counts what it dropped", () => {
  const buffer = new OutputBuffer(100, 10_000);
  for (let n = 0; n < 100_000; n++) buffer.push({ stream: "out", text: `line ${n}` });
  expect(buffer.lines.length).toBeLessThanOrEqual(125);
  expect(buffer.lines.at(-1)?.text).toBe("line 99999");
  expect(buffer.dropped + buffer.lines.length).toBe(100_000);
  buffer.push({ stream: "err", text: "x".repeat(1_000_000) });
  expect(buffer.lines.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(12_500);
});

test("stdout and stderr in structured output are separated; other JSON stays text", () => {
  expect(outputOf({ state: "done", structuredContent: { stdout: "a\nb\n", stderr: "c" } })).toEqual([
    { stream: "out", text: "a" },
    { stream: "out", text: "b" },
    { stream: "err", text: "c" },
  ]);
  expect(outputOf({ state: "done", content: [{ type: "text", text: '{"a":1}' }] })).toEqual([
    { stream: "out", text: '{"a":1}' },
  ]);
  expect(outputOf({ state: "done", content: [{ type: "hologram" }] })).toEqual([
    { stream: "out", text: "[hologram]" },
  ]);
  expect(outputOf({ state: "done" })).toEqual([]);
});

// covers spec-tui-client: output-is-buffered
test("a result with text and streams shows the text, then stdout and stderr", () => {
  const text = { type: "text", text: "Plan created" };
  const structuredContent = { stdout: "compiling\n", stderr: "1 warning\n" };
  expect(outputOf({ state: "done", content: [text], structuredContent })).toEqual([
    { stream: "out", text: "Plan created" },
    { stream: "out", text: "compiling" },
    { stream: "err", text: "1 warning" },
  ]);
  const repeated = { type: "text", text: JSON.stringify(structuredContent) };
  expect(outputOf({ state: "done", content: [repeated], structuredContent })).toEqual([
    { stream: "out", text: "compiling" },
    { stream: "err", text: "1 warning" },
  ]);
});

test("progress is sane for floats, a missing or zero total, going backwards, going beyond the total, and no number", () => {
  expect(readProgress({ progress: 0.5, total: 2 }, undefined)).toMatchObject({ fraction: 0.25 });
  expect(readProgress({ progress: 3 }, undefined)).toEqual({ progress: 3 });
  expect(readProgress({ progress: 3, total: 0 }, undefined)).toEqual({ progress: 3 });
  expect(readProgress({ progress: 1, total: 10 }, { progress: 4 })).toMatchObject({
    progress: 4,
    fraction: 0.4,
  });
  expect(readProgress({ progress: 30, total: 10 }, undefined)).toMatchObject({ fraction: 1 });
  expect(readProgress({ progress: "x", total: Number.NaN }, undefined)).toEqual({ progress: 0 });
  expect(["tool-3", 3, "3", "tool-4", null].map((token) => isTokenOf(token, 3))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
