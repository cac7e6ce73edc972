import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ProgressNote, progressSender } from "./progress.ts";

function watch() {
  const sent: ProgressNote[] = [];
  let now = 0;
  const sender = progressSender(
    (note) => sent.push(note),
    () => now,
  );
  return {
    sent,
    sender,
    later: (ms: number) => {
      now += ms;
    },
  };
}

describe("progressSender", () => {
  it("sends strictly rising numbers, whatever is reported", () => {
    const step = fc.record({
      done: fc.double(),
      total: fc.option(fc.double(), { nil: undefined }),
      ms: fc.nat(50),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const { sent, sender, later } = watch();
        for (const { done, total, ms } of steps) {
          sender.report(total === undefined ? { done } : { done, total });
          later(ms);
        }
        for (const [index, { progress, total }] of sent.entries()) {
          expect(Number.isFinite(progress)).toBe(true);
          expect(total === undefined || Number.isFinite(total)).toBe(true);
          if (index > 0) expect(progress).toBeGreaterThan(sent[index - 1]?.progress ?? 0);
        }
      }),
    );
  });

  it("reports every step of short work, however quick it is", () => {
    const { sent, sender } = watch();
    for (const done of [0, 25, 50, 75, 100]) sender.report({ done, total: 100 });
    expect(sent.map(({ progress }) => progress)).toEqual([0, 25, 50, 75, 100]);
  });

  it("thins out what comes too fast, but never loses the end", () => {
    const { sent, sender, later } = watch();
    for (let done = 0; done <= 1000; done++) sender.report({ done, total: 1001 });
    expect(sent).toHaveLength(20);
    later(40);
    for (let done = 1000; done <= 1001; done += 0.25) sender.report({ done, total: 1001 });
    expect(sent.slice(20).map(({ progress }) => progress)).toEqual([1000, 1000.25, 1001]);
  });

  it("sends nothing once it is closed", () => {
    const { sent, sender } = watch();
    sender.close();
    sender.report({ done: 1 });
    expect(sent).toEqual([]);
  });
});
