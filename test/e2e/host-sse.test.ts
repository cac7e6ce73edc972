import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer } from "../support/bundle.ts";
import { type Event, events } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { textOf } from "../support/wire.ts";

const serve = async (...flags: string[]) => startListening(await fixtureServer(), flags);

/** A client of the pair that came before streamable HTTP. */
async function openPair(url: string) {
  const stream = await fetch(url, { headers: { accept: "text/event-stream" } });
  expect(stream.status).toBe(200);
  const incoming = events(stream);
  const first = (await incoming.next()).value;
  const endpoint = new URL(
    z.object({ event: z.literal("endpoint"), data: z.string() }).parse(first).data,
    url,
  );
  const post = (message: object | string, headers: Record<string, string> = {}) =>
    fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
  const until = async (fits: (event: Event) => boolean) => {
    for await (const event of { [Symbol.asyncIterator]: () => ({ next: () => incoming.next() }) }) {
      if (fits(event)) return JSON.parse(event.data);
    }
    throw new Error("the stream ended");
  };
  const request = async (method: string, params: object = {}, id: string | number = 1) => {
    expect((await post({ jsonrpc: "2.0", id, method, params })).status).toBe(202);
    return until(({ data }) => data.includes(`"id":${JSON.stringify(id)}`));
  };
  return { endpoint, stream, incoming, post, until, request };
}

const initialize = {
  protocolVersion: "2024-11-05",
  capabilities: {},
  clientInfo: { name: "sse", version: "1.0.0" },
};

describe("the SSE pair", () => {
  it("says where to post, and answers on the stream", async () => {
    const { url } = await serve();
    const pair = await openPair(url);
    expect(pair.endpoint.pathname).toBe("/messages");
    expect(await pair.request("initialize", initialize, 0)).toMatchObject({
      id: 0,
      result: { protocolVersion: "2024-11-05" },
    });
    const params = { name: "probe_echo", arguments: { text: "hello" } };
    expect(textOf((await pair.request("tools/call", params)).result)).toBe("hello");
  });

  it("serves several clients, each on its own stream", async () => {
    const { url } = await serve();
    const pairs = await Promise.all([1, 2, 3].map(() => openPair(url)));
    const answers = await Promise.all(
      pairs.map((pair, index) =>
        pair.request("tools/call", { name: "probe_echo", arguments: { text: `client ${index}` } }),
      ),
    );
    expect(answers.map(({ result }) => textOf(result))).toEqual(["client 0", "client 1", "client 2"]);
  });

  it("carries progress and announcements", async () => {
    const { url } = await serve();
    const pair = await openPair(url);
    await pair.request("initialize", initialize, 0);
    const params = { name: "probe_wait", arguments: { label: "sse", ms: 50 }, _meta: { progressToken: 0 } };
    await pair.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    const note = await pair.until(({ data }) => data.includes("notifications/progress"));
    expect(note).toMatchObject({ params: { progressToken: 0, progress: 0 } });
    await pair.until(({ data }) => data.includes('"id":1'));
    await pair.post({
      jsonrpc: "2.0",
      id: 2,
      method: "tools/call",
      params: { name: "test_trigger_tool_change" },
    });
    await pair.until(({ data }) => data.includes("notifications/tools/list_changed"));
  });

  it("takes shutdown and exit", async () => {
    const { url } = await serve();
    const pair = await openPair(url);
    expect(await pair.request("shutdown", {}, 9)).toEqual({ jsonrpc: "2.0", id: 9, result: null });
    expect((await pair.post({ jsonrpc: "2.0", method: "exit" })).status).toBe(202);
    expect((await pair.incoming.next()).done).toBe(true);
    expect((await pair.post({ jsonrpc: "2.0", id: 1, method: "ping" })).status).toBe(404);
  });

  it("refuses anything that is not a message, with a matching status", async () => {
    const { url } = await serve();
    const pair = await openPair(url);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect((await pair.post("{nope")).status).toBe(400);
    expect((await pair.post({ id: 1 })).status).toBe(400);
    expect((await pair.post(ping, { "content-type": "text/plain" })).status).toBe(415);
    expect((await pair.post("x".repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await fetch(pair.endpoint)).status).toBe(405);
    const postTo = (place: string) =>
      fetch(new URL(place, url), {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(ping),
      });
    expect((await postTo("/messages")).status).toBe(400);
    expect((await postTo("/messages?sessionId=nobody")).status).toBe(404);
    expect(await pair.request("ping", {}, 5)).toMatchObject({ id: 5, result: {} });
  });

  it("ends with its stream: work stops and the session is gone", async () => {
    const { url } = await serve();
    const pair = await openPair(url);
    const params = { name: "probe_wait", arguments: { label: "left" }, _meta: { progressToken: 1 } };
    await pair.post({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    await pair.until(({ data }) => data.includes("notifications/progress"));
    await pair.incoming.return(undefined);
    const other = await openPair(url);
    const seen = async () => textOf((await other.request("tools/call", { name: "probe_events" })).result);
    while (!(await seen()).includes("left aborted"));
    expect((await pair.post({ jsonrpc: "2.0", id: 2, method: "ping" })).status).toBe(404);
  });
});
