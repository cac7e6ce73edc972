import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { inBackground, urgently, yieldIfDue } from "./event-loop.ts";

/** Holds the event loop for longer than a slice. */
function workHard(): void {
  const until = performance.now() + 10;
  while (performance.now() < until);
}

test("work in the background pauses while somebody waits, and goes on afterward", async () => {
  const done: string[] = [];
  const slow = inBackground(async () => {
    for (let round = 0; round < 3; round++) {
      workHard();
      await yieldIfDue();
      done.push("background");
    }
  });
  await urgently(async () => {
    for (let round = 0; round < 3; round++) {
      await setImmediate();
      done.push("urgent");
    }
  });
  await slow;
  expect(done).toEqual([...Array(3).fill("urgent"), ...Array(3).fill("background")]);
});

test("work in the background is not stopped for good by urgent work that waits for it", async () => {
  await urgently(() =>
    inBackground(async () => {
      workHard();
      await yieldIfDue();
    }),
  );
});
