import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { type CallLimits, type Deadline, startTimeouts } from "./timeouts.ts";

/** The events of a call whose agent keeps sending output after its end. */
async function eventsOf(limits: Pick<CallLimits, "idleMs" | "maxMs">, isWaitingForUs?: () => boolean) {
  const events: (Deadline | "overdue")[] = [];
  const timeouts = startTimeouts(
    { ...limits, onOverdue: () => void events.push("overdue") },
    (deadline) => {
      events.push(deadline);
      timeouts.restartIdle();
    },
    isWaitingForUs,
  );
  await delay(200);
  timeouts.stop();
  return events;
}

test("a call times out once and for one reason, even if the agent sends output while it is being stopped", async () => {
  expect(await eventsOf({ idleMs: 20, maxMs: 60 })).toEqual(["overdue", "idle"]);
  expect(await eventsOf({ idleMs: 60, maxMs: 20 })).toEqual(["overdue", "absolute"]);
});

test("an agent that waits for us is not idle, but no call lasts forever", async () => {
  expect(await eventsOf({ idleMs: 20, maxMs: 100 }, () => true)).toEqual(["overdue", "absolute"]);
});

test("output after the end of a call starts no timer", async () => {
  const events: Deadline[] = [];
  const timeouts = startTimeouts({ idleMs: 20, maxMs: 20 }, (deadline) => events.push(deadline));
  timeouts.stop();
  timeouts.restartIdle();
  await delay(60);
  expect(events).toEqual([]);
});
