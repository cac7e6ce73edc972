import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { testHost } from "../../../test/support/host.ts";
import { openSession, post } from "../../../test/support/http.ts";
import { probeEntry } from "../../../test/support/probes.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { resultOf, textOf } from "../../../test/support/wire.ts";
import { createHttpHost, type HttpLimits } from "./http.ts";

const limits: HttpLimits = { maxSessions: 2, idleMs: 1000, sweepMs: 5, maxBodyBytes: 1000 };

async function listen(changed: Partial<HttpLimits> = {}) {
  let now = Date.now();
  const { host, lines } = testHost("/", [probeEntry], () => new Date(now));
  const http = createHttpHost(host, { host: "127.0.0.1", token: undefined }, { ...limits, ...changed });
  await new Promise<void>((resolve) => http.listener.listen(0, "127.0.0.1", resolve));
  onTestFinished(http.close);
  const { port } = http.listener.address() as AddressInfo; // a listener on a port has one
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    lines,
    http,
    later: (ms: number) => {
      now += ms;
    },
  };
}

const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
const initialize = {
  jsonrpc: "2.0",
  id: 0,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
};

/** Sweeps come every few milliseconds; this waits until one has had its chance. */
const swept = () => new Promise((resolve) => setTimeout(resolve, 50));

describe("the number of sessions", () => {
  it("is capped: the one that was idle longest makes room", async () => {
    const { url, later } = await listen();
    const first = await openSession(url);
    later(10);
    const second = await openSession(url);
    later(10);
    await first.request("ping"); // now the second is the idler
    later(10);
    const third = await openSession(url);
    expect((await first.post(ping)).status).toBe(200);
    expect((await second.post(ping)).status).toBe(404);
    expect((await third.post(ping)).status).toBe(200);
  });

  it("is capped: when all are in use, the next client is refused with Retry-After", async () => {
    const { url } = await listen();
    const sessions = [await openSession(url), await openSession(url)];
    const streams = await Promise.all(sessions.map((session) => session.listen()));
    expect((await post(url, initialize)).status).toBe(503);
    await streams[0]?.body?.cancel();
    let opened = await post(url, initialize);
    while (opened.status === 503) opened = await post(url, initialize);
    expect(opened.status).toBe(200);
    await streams[1]?.body?.cancel();
  });

  it("counts a running task as use", async () => {
    const { url } = await listen({ maxSessions: 1 });
    const session = await openSession(url);
    const params = { name: "probe_job", arguments: { label: "busy" }, task: {} };
    const { task } = z
      .object({ task: z.object({ taskId: z.string() }) })
      .parse(resultOf(await session.request("tools/call", params)));
    const hasStarted = async () =>
      textOf(resultOf(await session.request("tools/call", { name: "probe_events" }))).includes(
        "busy started",
      );
    while (!(await hasStarted()));
    expect((await post(url, initialize)).status).toBe(503);
    await session.request("tasks/cancel", task);
    let opened = await post(url, initialize);
    while (opened.status === 503) opened = await post(url, initialize);
    expect(opened.status).toBe(200);
  });

  it("does not count a client that was refused at its first word", async () => {
    const { url, lines } = await listen({ maxSessions: 1 });
    for (let index = 0; index < 5; index++) {
      expect((await post(url, initialize, { accept: "text/html" })).status).toBe(406);
    }
    expect((await openSession(url)).id).toBeTruthy();
    expect(lines.filter(({ event }) => event === "close")).toHaveLength(5);
  });

  it("is capped for SSE pairs too", async () => {
    const { url } = await listen({ maxSessions: 1 });
    const accept = { headers: { accept: "text/event-stream" } };
    const stream = await fetch(url, accept);
    expect(stream.status).toBe(200);
    expect((await fetch(url, accept)).status).toBe(503);
    await stream.body?.cancel();
  });
});

describe("an idle session", () => {
  it("is closed after its time, and one in use is not", async () => {
    const { url, later, lines } = await listen();
    const idle = await openSession(url);
    const used = await openSession(url);
    const stream = await used.listen();
    later(2000);
    await swept();
    expect((await idle.post(ping)).status).toBe(404);
    expect((await used.post(ping)).status).toBe(200);
    expect(lines.filter(({ event }) => event === "close")).toHaveLength(1);
    await stream.body?.cancel();
  });

  it("lives on with every request", async () => {
    const { url, later } = await listen();
    const session = await openSession(url);
    for (let index = 0; index < 5; index++) {
      later(900);
      await swept();
      expect((await session.post(ping)).status).toBe(200);
    }
  });
});

describe("a body", () => {
  it("over the limit is refused, with or without a Content-Length", async () => {
    const { url } = await listen();
    const session = await openSession(url);
    const message = JSON.stringify({ ...ping, params: { text: "x".repeat(1000) } });
    expect((await session.post(JSON.parse(message))).status).toBe(413);
    const chunked = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": session.id,
      },
      body: new Blob([message]).stream(),
      duplex: "half",
    });
    expect(chunked.status).toBe(413);
    expect((await session.post(ping)).status).toBe(200);
  });
});

describe("the length of a body", () => {
  const ofLength = (bytes: number) => {
    const frame = JSON.stringify({ ...ping, params: { text: "" } });
    return JSON.stringify({ ...ping, params: { text: "x".repeat(bytes - frame.length) } });
  };

  it("may be exactly the limit, and not one byte more", async () => {
    const { url } = await listen();
    const session = await openSession(url);
    const send = (body: string) => post(url, body, { "mcp-session-id": session.id });
    expect(Buffer.byteLength(ofLength(1000))).toBe(1000);
    expect((await send(ofLength(1000))).status).toBe(200);
    expect((await send(ofLength(1001))).status).toBe(413);
  });
});

describe("the memory of a session", () => {
  it("holds a bounded number of subscriptions, each of a bounded length; the errors state the limits", async () => {
    const { host } = testHost(await temporaryTree({ ".specman/": "" }));
    const http = createHttpHost(host, { host: "127.0.0.1", token: undefined });
    await new Promise<void>((resolve) => http.listener.listen(0, "127.0.0.1", resolve));
    onTestFinished(http.close);
    const { port } = http.listener.address() as AddressInfo; // a listener on a port has one
    const session = await openSession(`http://127.0.0.1:${port}/mcp`);
    const subscribe = (uri: string) => session.request("resources/subscribe", { uri });
    const long = await subscribe(`spec://${"x".repeat(4096)}`);
    expect(long.error).toMatchObject({ code: -32602, message: expect.stringContaining("4096 bytes") });
    for (let n = 0; n < 1000; n++) expect(resultOf(await subscribe(`spec://${n}`))).toEqual({});
    const full = await subscribe("spec://one-more");
    expect(full.error).toMatchObject({ code: -32602, message: expect.stringContaining("at most 1000") });
    expect(resultOf(await subscribe("spec://1"))).toEqual({});
    await session.request("resources/unsubscribe", { uri: "spec://1" });
    expect(resultOf(await subscribe("spec://one-more"))).toEqual({});
  });
});

describe("drained", () => {
  it("waits for the answers to posted messages, not for streams", async () => {
    const { url, http } = await listen();
    const session = await openSession(url);
    const stream = await session.listen();
    await http.drained();
    const answer = session.request("tools/call", { name: "probe_wait", arguments: { label: "w" } }, "w");
    const hasStarted = async () =>
      textOf(resultOf(await session.request("tools/call", { name: "probe_events" }))).includes("w started");
    while (!(await hasStarted()));
    const drained = http.drained().then(() => "drained");
    const pause = new Promise((resolve) => setTimeout(() => resolve("waiting"), 30));
    expect(await Promise.race([drained, pause])).toBe("waiting");
    await session.notify("notifications/cancelled", { requestId: "w" });
    expect(await drained).toBe("drained");
    await answer;
    await stream.body?.cancel();
  });
});
