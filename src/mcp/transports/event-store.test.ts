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

it("does not know an event of another session", async () => {
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

it("keeps a bounded number of bytes, the latest", async () => {
  const store = new RecentEvents({ maxBytes: 10_000 });
  const padded = (n: number): JSONRPCMessage => ({
    jsonrpc: "2.0",
    method: `m${n}`,
    params: { text: "x".repeat(900) },
  });
  const ids: string[] = [];
  for (let n = 0; n < 100; n++) ids.push(await store.storeEvent("a", padded(n)));
  const kept: string[] = [];
  for (const id of ids) if (await store.getStreamIdForEventId(id)) kept.push(id);
  expect(kept).toEqual(ids.slice(-kept.length));
  expect(kept.length).toBeGreaterThanOrEqual(9);
  expect(kept.length).toBeLessThanOrEqual(11);
});

it("does not keep a large answer: who comes back for it gets an error that states the limit", async () => {
  const store = new RecentEvents();
  const first = await store.storeEvent("a", note(1));
  await store.storeEvent("a", { jsonrpc: "2.0", id: 7, result: { text: "x".repeat(1024 * 1024) } });
  expect(await replayed(store, first)).toEqual([
    { jsonrpc: "2.0", id: 7, error: { code: -32000, message: expect.stringContaining("1048576 bytes") } },
  ]);
});
