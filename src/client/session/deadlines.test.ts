import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { type CallLimits, type Deadline, startClock } from "./deadlines.ts";

/** What came of a call whose agent goes on talking after its end. */
async function told(limits: Pick<CallLimits, "idleMs" | "maxMs">, isOurTurn?: () => boolean) {
  const heard: (Deadline | "overdue")[] = [];
  const onOverdue = () => void heard.push("overdue");
  const clock = startClock(
    { ...limits, onOverdue },
    (which) => {
      heard.push(which);
      clock.touch();
    },
    isOurTurn,
  );
  await delay(200);
  clock.stop();
  return heard;
}

test("time is up once and for one reason, whatever is said while the agent is being stopped", async () => {
  expect(await told({ idleMs: 20, maxMs: 60 })).toEqual(["overdue", "idle"]);
  expect(await told({ idleMs: 60, maxMs: 20 })).toEqual(["overdue", "absolute"]);
});

test("while the agent waits for us it is not silent, but no call lasts for ever", async () => {
  expect(await told({ idleMs: 20, maxMs: 100 }, () => true)).toEqual(["overdue", "absolute"]);
});

test("what is said after a call has ended starts no clock", async () => {
  const heard: Deadline[] = [];
  const clock = startClock({ idleMs: 20, maxMs: 20 }, (which) => heard.push(which));
  clock.stop();
  clock.touch();
  await delay(60);
  expect(heard).toEqual([]);
});
