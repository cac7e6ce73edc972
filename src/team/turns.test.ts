import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { TooManyCalls, Turns } from "./turns.ts";

it("one who asks a lot waits behind everybody else's next call", async () => {
  const turns = new Turns({ running: 1, waiting: 16 });
  const order: string[] = [];
  const ask = (who: string) =>
    turns.run(who, async () => {
      order.push(who);
      await setTimeout(1);
    });
  await Promise.all([...Array.from({ length: 10 }, () => ask("loud")), ask("quiet"), ask("calm")]);
  expect(order.slice(0, 4)).toEqual(["loud", "loud", "quiet", "calm"]);
});

it("who has too many calls waiting is refused, and others are not", async () => {
  const turns = new Turns({ running: 1, waiting: 2 });
  const long = turns.run("loud", () => setTimeout(20));
  const waiting = [turns.run("loud", async () => {}), turns.run("loud", async () => {})];
  await expect(turns.run("loud", async () => {})).rejects.toThrow(TooManyCalls);
  await expect(turns.run("quiet", async () => "in")).resolves.toBe("in");
  await Promise.all([long, ...waiting]);
  expect([turns.running, turns.waiting]).toEqual([0, 0]);
});
