import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { type Event, events, openSession, post, rawRequest } from "../support/http.ts";
import { run, startListening } from "../support/processes.ts";
import { codeOf, envelope, notifications, resultOf, textOf } from "../support/wire.ts";

const serve = async (...flags: string[]) => startListening(await fixtureServer(), flags);
/** For all who leave nothing behind but sessions of their own. */
const server = sharedByFile(() => serve());
const call = (id: number | string, name: string, args: object, more: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args, ...more },
});
const Created = z.object({ task: z.object({ taskId: z.string() }) });

describe("a session", () => {
  it("lives from initialize to DELETE, and is gone then", async () => {
    const { url } = await server();
    const session = await openSession(url);
    expect(await session.request("ping")).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    expect(await session.end()).toBe(200);
    const after = await session.post({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(after).toMatchObject({ status: 404, messages: [{ error: { code: -32001 } }] });
  });

  it("must be named, and must exist", async () => {
    const { url } = await server();
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect(await post(url, ping)).toMatchObject({ status: 400, messages: [{ error: { code: -32000 } }] });
    expect((await post(url, ping, { "mcp-session-id": "nobody" })).status).toBe(404);
    const headers = { "mcp-session-id": "nobody" };
    expect((await fetch(url, { method: "DELETE", headers })).status).toBe(404);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(400);
    const versioned = { accept: "text/event-stream", "mcp-protocol-version": "2025-11-25" };
    expect((await fetch(url, { headers: versioned })).status).toBe(400);
  });

  it("is one of many: each client hears only what is its own", async () => {
    const { url } = await server();
    const sessions = await Promise.all(Array.from({ length: 8 }, () => openSession(url)));
    expect(new Set(sessions.map(({ id }) => id)).size).toBe(8);
    const said = await Promise.all(
      sessions.map((session, index) =>
        session.request("tools/call", { name: "probe_echo", arguments: { text: `client ${index}` } }, 1),
      ),
    );
    expect(said.map((reply) => textOf(resultOf(reply)))).toEqual(
      sessions.map((_, index) => `client ${index}`),
    );
  });

  it("keeps its tasks to itself", async () => {
    const { url } = await server();
    const [mine, theirs] = [await openSession(url), await openSession(url)];
    const params = { name: "probe_job", arguments: { label: "mine", ms: 50 }, task: {} };
    const { taskId } = Created.parse(resultOf(await mine.request("tools/call", params))).task;
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"]) {
      expect(codeOf(await theirs.request(method, { taskId })), method).toBe(-32602);
    }
    expect(resultOf(await theirs.request("tasks/list"))).toEqual({ tasks: [] });
    expect(textOf(resultOf(await mine.request("tasks/result", { taskId })))).toBe("mine done");
  });

  it("ends with its running calls and tasks", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    const params = { name: "probe_job", arguments: { label: "task of the gone" }, task: {} };
    await session.request("tools/call", params);
    const pending = session.post(call("c", "probe_wait", { label: "call of the gone" }));
    const other = await openSession(url);
    const seen = async () =>
      textOf(resultOf(await other.request("tools/call", { name: "probe_events", arguments: {} })));
    while (!(await seen()).includes("call of the gone started"));
    await session.end();
    await pending;
    const after = await seen();
    expect(after).toContain("task of the gone aborted");
    expect(after).toContain("call of the gone aborted");
  });

  it("accepts spec-tui's `shutdown` and `exit`", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    expect(await session.request("shutdown", undefined, 9)).toEqual({ jsonrpc: "2.0", id: 9, result: null });
    expect(await session.notify("exit")).toBe(202);
    expect((await session.post({ jsonrpc: "2.0", id: 2, method: "ping" })).status).toBe(404);
  });

  it("cancels by notification, whichever name it has", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    for (const [method, params] of [
      ["notifications/cancelled", { requestId: "slow" }],
      ["$/cancelRequest", { id: "slow" }],
    ] as const) {
      const stream = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          "mcp-session-id": session.id,
        },
        body: JSON.stringify(call("slow", "probe_wait", { label: method }, { _meta: { progressToken: 1 } })),
      });
      const incoming = events(stream);
      await next(incoming, ({ data }) => data.includes("progress"));
      expect(await session.notify(method, params)).toBe(202);
      const rest: Event[] = [];
      for await (const event of incoming) rest.push(event);
      expect(rest.some(({ data }) => data.includes('"id":"slow"'))).toBe(false);
      const seen = await session.request("tools/call", { name: "probe_events", arguments: {} });
      expect(textOf(resultOf(seen))).toContain(`${method} aborted`);
    }
  });

  it("refuses a second request with an id that is in flight", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    const first = session.post(call(5, "probe_wait", { label: "first", ms: 300 }));
    const seen = async () =>
      textOf(resultOf(await session.request("tools/call", { name: "probe_events", arguments: {} })));
    while (!(await seen()).includes("first started"));
    const second = await session.post({ jsonrpc: "2.0", id: 5, method: "ping" });
    expect(second).toMatchObject({ status: 400, messages: [{ id: 5, error: { code: -32600 } }] });
    expect((await first).messages.at(-1)).toMatchObject({
      id: 5,
      result: { content: [{ text: "first waited" }] },
    });
  });
});

describe("a request", () => {
  it("is refused with the status that fits", async () => {
    const { url } = await server();
    const session = await openSession(url);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const named = { "mcp-session-id": session.id };
    const cases: [what: string, expected: number, code: number, answer: ReturnType<typeof post>][] = [
      ["wrong Accept", 406, -32000, post(url, ping, { ...named, accept: "application/json" })],
      ["wrong Accept of the first", 406, -32000, post(url, initialize(), { accept: "text/html" })],
      ["no JSON", 400, -32700, post(url, "{nope", named)],
      ["an empty body", 400, -32700, post(url, "", named)],
      ["a batch", 400, -32600, post(url, [ping], named)],
      ["no message", 400, -32600, post(url, { id: 1, method: "ping" }, named)],
      ["another content type", 415, -32000, post(url, ping, { ...named, "content-type": "text/plain" })],
      [
        "an unknown version",
        400,
        -32000,
        post(url, ping, { ...named, "mcp-protocol-version": "1999-01-01" }),
      ],
      [
        "a bad initialize",
        400,
        -32602,
        post(url, { jsonrpc: "2.0", id: 1, method: "initialize", params: {} }),
      ],
    ];
    for (const [what, status, code, answer] of cases) {
      expect(await answer, what).toMatchObject({ status, messages: [{ error: { code } }] });
    }
  });

  it("over four mebibytes is 413, and one just below is served", async () => {
    const { url } = await server();
    const session = await openSession(url);
    const big = (size: number) => call(1, "probe_echo", { text: "x".repeat(size) });
    expect((await session.post(big(4 * 1024 * 1024))).status).toBe(413);
    const served = await session.post(big(4 * 1024 * 1024 - 1000));
    expect(served.status).toBe(200);
    expect(JSON.stringify(served.messages.at(-1))).toContain("structuredContent");
  });

  it("to another path or with another method gets an error that says so", async () => {
    const { url } = await server();
    expect((await fetch(new URL("/", url))).status).toBe(404);
    expect((await fetch(url, { method: "PUT" })).status).toBe(405);
    expect((await fetch(url, { method: "PUT" })).headers.get("allow")).toBe("GET, POST, DELETE");
    for (const path of ["//", "/%zz", "/mcp/../mcp", "http://evil.example/mcp", "*"]) {
      expect((await rawRequest(url, { method: "GET", path })).status, path).toBe(404);
    }
    expect((await rawRequest(url, { method: "GET", headers: { accept: "text/html" } })).status).toBe(406);
  });

  it("whose sender went away in the middle of the body harms nobody", async () => {
    const server = await serve();
    const { hostname, port } = new URL(server.url);
    const { connect } = await import("node:net");
    for (let index = 0; index < 5; index++) {
      const socket = connect(Number(port), hostname);
      socket.write(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
      );
      await new Promise((resolve) => setTimeout(resolve, 10));
      socket.destroy();
    }
    expect((await openSession(server.url)).id).toBeTruthy();
  });
});

describe("streams", () => {
  it("bring what belongs to no request, and there is only one of them", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    const stream = await session.listen();
    expect(stream.status).toBe(200);
    expect((await session.listen()).status).toBe(409);
    await session.request("tools/call", { name: "test_trigger_tool_change", arguments: {} });
    const heard = await next(events(stream), ({ data }) => data.includes("list_changed"));
    expect(JSON.parse(heard.data)).toMatchObject({ method: "notifications/tools/list_changed" });
    await stream.body?.cancel().catch(() => {});
  });

  it("that broke off in a call are resumed where they were, with Last-Event-ID", async () => {
    const { url } = await serve();
    const session = await openSession(url);
    const broken = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": session.id,
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify(
        call(7, "probe_wait", { label: "resumed", ms: 400 }, { _meta: { progressToken: 7 } }),
      ),
    });
    const seen: Event[] = [];
    for await (const event of events(broken)) {
      seen.push(event);
      if (seen.length === 4) break; // drops the connection
    }
    const last = seen.at(-1)?.id;
    let resumed = await session.listen(last);
    while (resumed.status === 409) resumed = await session.listen(last); // the server has not noticed the break yet
    const rest: Event[] = [];
    for await (const event of events(resumed)) rest.push(event);
    const messages = [...seen, ...rest].flatMap(({ data }) => (data === "" ? [] : [JSON.parse(data)]));
    const steps = notifications(messages, "notifications/progress").map(({ progress }) => progress);
    expect(steps).toEqual([...new Set(steps)].toSorted((a, b) => Number(a) - Number(b)));
    expect(messages.at(-1)).toMatchObject({ id: 7, result: { content: [{ text: "resumed waited" }] } });
    expect(rest.every(({ id }) => !seen.some((event) => event.id === id))).toBe(true);
  });

  it("cannot be resumed by an event of nobody", async () => {
    const { url } = await server();
    const session = await openSession(url);
    expect((await session.listen("no-such-event")).status).toBe(400);
  });

  it("carry a task's question to the client that waits for its result", async () => {
    const { url } = await serve();
    const session = await openSession(url, { elicitation: {} });
    const params = { name: "probe_question_job", arguments: {}, task: {} };
    const { taskId } = Created.parse(resultOf(await session.request("tools/call", params))).task;
    const waiting = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-session-id": session.id,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: "w", method: "tasks/result", params: { taskId } }),
    });
    const incoming = events(waiting);
    const question = await next(incoming, ({ data }) => data.includes("elicitation/create"));
    const { id } = z.object({ id: z.number() }).parse(JSON.parse(question.data));
    const answer = { jsonrpc: "2.0", id, result: { action: "accept", content: { name: "Ada" } } };
    expect((await session.post(answer)).status).toBe(202);
    const { data } = await next(incoming, (event) => event.data.includes('"id":"w"'));
    expect(data).toContain("Ada");
  });
});

describe("both protocol generations", () => {
  const headers = (method: string, name?: string) => ({
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": method,
    ...(name ? { "mcp-name": name } : {}),
  });
  const modern = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope() } };

  it("share one endpoint", async () => {
    const { url } = await server();
    const session = await openSession(url);
    const listed = await post(url, modern, headers("tools/list"));
    expect(listed.status).toBe(200);
    expect(listed.headers.get("mcp-session-id")).toBeNull();
    expect(listed.messages.at(-1)).toMatchObject({ id: 1, result: { resultType: "complete" } });
    const params = { name: "probe_echo", arguments: { text: "new" }, _meta: envelope() };
    const called = await post(
      url,
      { jsonrpc: "2.0", id: 2, method: "tools/call", params },
      headers("tools/call", "probe_echo"),
    );
    expect(called.messages.at(-1)).toMatchObject({
      result: { structuredContent: { text: "new", count: 1 } },
    });
    expect(resultOf(await session.request("tools/list"))).not.toHaveProperty("resultType");
  });

  it("may be pinned to the older", async () => {
    const { url } = await serve("--protocol", "2025-11-25");
    expect((await post(url, modern, headers("tools/list"))).status).toBe(400);
    expect((await openSession(url)).id).toBeTruthy();
  });

  it("may be pinned to the newer, which has neither sessions nor streams to GET", async () => {
    const { url } = await serve("--protocol", "2026-07-28");
    expect((await post(url, modern, headers("tools/list"))).status).toBe(200);
    expect(await post(url, initialize())).toMatchObject({
      status: 400,
      messages: [{ error: { code: -32022 } }],
    });
    const get = await fetch(url, { headers: { accept: "text/event-stream" } });
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await post(new URL("/messages?sessionId=x", url).href, initialize())).status).toBe(404);
  });
});

describe("listening", () => {
  // covers ccski: transport-flags
  it("on a port in use is refused with the way out, exit 3", async () => {
    const { url } = await startListening(hewto, ["mcp"]);
    const taken = await run(hewto, ["mcp", "--transport", "http", "--port", new URL(url).port]);
    expect(taken.code).toBe(3);
    expect(taken.errors).toContain(`Port ${new URL(url).port} on 127.0.0.1 is already in use.`);
    expect(taken.errors).toContain("--port");
    expect(taken.output).toBe("");
  });

  it("on port 0 names the real port, and the hosts' commands with it", async () => {
    const server = await startListening(hewto, ["mcp"]);
    expect(Number(new URL(server.url).port)).toBeGreaterThan(0);
    expect(server.errors()).toContain(`claude mcp add --transport http hewto ${server.url}`);
    expect(server.errors()).toContain("Stop with Ctrl+C");
  });

  it("on an address that is not there says so", async () => {
    const missing = await run(hewto, ["mcp", "--transport", "http", "--host", "127.300.0.1", "--port", "0"]);
    expect(missing.code).toBe(3);
    expect(missing.errors).toContain("Cannot listen on 127.300.0.1:0");
  });

  it("is refused for the profile whose contract forbids it", async () => {
    for (const transport of ["http", "sse"]) {
      const refused = await run(hewto, ["mcp", "--profile", "specman", "--transport", transport]);
      expect(refused.code).toBe(2);
      expect(refused.errors).toContain(`The profile specman serves stdio only, not ${transport}`);
    }
  });
});

function initialize() {
  const clientInfo = { name: "http", version: "1.0.0" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  return { jsonrpc: "2.0", id: 0, method: "initialize", params };
}

async function next(incoming: AsyncGenerator<Event>, fits: (event: Event) => boolean): Promise<Event> {
  for (;;) {
    const { value, done } = await incoming.next();
    if (done) throw new Error("the stream ended");
    if (fits(value)) return value;
  }
}
