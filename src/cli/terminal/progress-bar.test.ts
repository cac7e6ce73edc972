import { expect, it } from "vitest";
import { createStyle } from "../../operation/style.ts";
import { progressBar } from "./progress-bar.ts";
import { type Terminal, writers } from "./terminal.ts";

function watch(isInteractive: boolean, { width = 80, isLive = false } = {}) {
  const written: string[] = [];
  let now = 0;
  const style = createStyle(false, width);
  const terminal: Terminal = {
    ...writers(
      () => {},
      (text) => void written.push(text),
    ),
    env: {},
    cwd: "/",
    isInteractive,
    style,
    errStyle: style,
  };
  const bar = progressBar(terminal, { now: () => now, isLive });
  return {
    written,
    bar,
    later: (ms: number) => {
      now += ms;
    },
  };
}

it("redraws one line on a terminal and clears it at the end", () => {
  const { bar, written, later } = watch(true);
  later(100);
  bar.report({ done: 12, total: 24, message: "half" });
  bar.report({ done: 13, total: 24 }); // too soon
  bar.finish();
  expect(written).toEqual([`\r\u001b[K[${"#".repeat(12)}${"-".repeat(12)}] 12/24 half`, "\r\u001b[K"]);
});

it("never writes a line wider than the terminal, nor escape sequences from a message", () => {
  const { bar, written, later } = watch(true, { width: 20 });
  later(100);
  bar.report({ done: 1, message: "\u001b[31mred" });
  expect(written[0]).toBe("\r\u001b[K1 ␛[31mred");
  later(100);
  bar.report({ done: 2, message: "x".repeat(100) });
  expect(written[1]?.replace("\r\u001b[K", "")).toHaveLength(19);
});

it("writes a line every two seconds where lines cannot be redrawn, and nothing to clear", () => {
  const { bar, written, later } = watch(false);
  later(500);
  bar.report({ done: 1, total: 3 });
  later(2000);
  bar.report({ done: 2, total: 3 });
  bar.finish();
  expect(written).toEqual([`[${"#".repeat(16)}${"-".repeat(8)}] 2/3\n`]);
});

it("of an agent's run writes the first and the last report where lines cannot be redrawn, and no flood between", () => {
  const { bar, written, later } = watch(false, { isLive: true });
  for (let done = 1; done <= 50; done++) bar.report({ done, total: 50, message: "writing" });
  later(100);
  bar.report({ done: 50, total: 100 });
  bar.report({ done: 100, total: 100 });
  bar.finish();
  expect(written).toEqual(["1/50 writing\n", "50 %\n", "100 %\n"]);
});
