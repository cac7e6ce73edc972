import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { RecentEvents } from "./event-store.ts";

const note = (n: number): JSONRPCMessage => ({ jsonrpc: "2.0", method: `m${n}` });

async function replayed(store: RecentEvents, after: string): Promise<unknown[]> {
  const sent: unknown[] = [];
  await store.replayEventsAfter(after, { send: async (_id, message) => void sent.push(message) });
  return sent;
}

it("replays what followed on the same stream, and nothing of others", async () => {
  const store = new RecentEvents();
  const first = await store.storeEvent("a", note(1));
  await store.storeEvent("b", note(2));
  await store.storeEvent("a", note(3));
  expect(await replayed(store, first)).toEqual([note(3)]);
  expect(await store.getStreamIdForEventId(first)).toBe("a");
});

it("knows nothing of a stranger's event", async () => {
  const store = new RecentEvents();
  await store.storeEvent("a", note(1));
  expect(await store.getStreamIdForEventId("nobody")).toBeUndefined();
  expect(await replayed(store, "nobody")).toEqual([]);
});

it("keeps a bounded number of events, the latest", async () => {
  const store = new RecentEvents();
  const first = await store.storeEvent("a", note(0));
  let later = "";
  for (let n = 1; n <= 1500; n++) {
    const id = await store.storeEvent("a", note(n));
    if (n === 1400) later = id;
  }
  expect(await store.getStreamIdForEventId(first)).toBeUndefined();
  expect(await replayed(store, later)).toHaveLength(100);
});
