import { expect, test } from "vitest";
import { createInputQueue } from "./input-queue.ts";

test("keys that must wait keep their order, including those typed after them", () => {
  const applied: string[] = [];
  const key = (name: string) => ({ type: "key", key: { name, text: name } }) as const;
  let waiting = "";
  const queue = createInputQueue(
    (event) => void applied.push(event.type === "key" ? event.key.name : ""),
    (event) => event.type === "key" && event.key.name === waiting,
  );
  const unblock = queue.block();
  expect(["a", "b"].map((name) => queue.enqueue(key(name)))).toEqual([true, true]);
  expect(applied).toEqual([]);
  unblock();
  expect(applied).toEqual(["a", "b"]);
  expect(queue.enqueue(key("c"))).toBe(false);
  waiting = "G";
  expect(["G", "l"].map((name) => queue.enqueue(key(name)))).toEqual([true, true]);
  queue.drain();
  expect(applied).toEqual(["a", "b"]);
  waiting = "";
  queue.drain();
  expect(applied).toEqual(["a", "b", "G", "l"]);
});
