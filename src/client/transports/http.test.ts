import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type Heard, type HttpReply, httpAgent, resultOf } from "../../../test/support/http-agent.ts";
import { AgentSession } from "../session/session.ts";
import { httpTransport } from "./http.ts";
import { SseReader } from "./sse-reader.ts";
import { maxMessageBytes } from "./transport.ts";

function open(url: string, maxBytes?: number) {
  return new AgentSession(httpTransport(url, {}, undefined, maxBytes), {
    capabilities: { sampling: {} },
    serves: {},
    initializeMs: 5000,
    observe: () => {},
    legacyNames: true,
    legacyShutdown: false,
  });
}

async function outcomeOf(reply: HttpReply, idleMs = 5000, maxBytes?: number) {
  const at = await httpAgent(reply);
  const session = open(at.url, maxBytes);
  const opened = await session.open();
  const reports: (string | undefined)[] = [];
  const signal = new AbortController().signal;
  const outcome = await session.call(
    "speckit.plan",
    {},
    { idleMs, maxMs: 20_000, signal, onProgress: ({ message }) => reports.push(message) },
  );
  await session.close();
  return { opened, outcome, reports, seen: at.seen };
}

const isCall = (message: Heard["message"]) => message.method === "tools/call";
const events = (response: ServerResponse) => response.writeHead(200, { "content-type": "text/event-stream" });

describe("an agent behind HTTP", () => {
  it("sends both accepted types, then version and session, and deletes the session at the end", async () => {
    const { outcome, seen } = await outcomeOf((message, response) => {
      if (!isCall(message)) return false;
      response.writeHead(200, { "content-type": "application/json" }).end(resultOf(message.id, "ok"));
      return true;
    });
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "ok" }] });
    const [first] = seen;
    expect(first?.headers.accept).toBe("application/json, text/event-stream");
    expect(first?.headers["mcp-session-id"]).toBeUndefined();
    expect(first?.headers["mcp-protocol-version"]).toBeUndefined();
    const call = seen.find(({ message }) => isCall(message));
    expect(call?.headers).toMatchObject({ "mcp-session-id": "s1", "mcp-protocol-version": "2025-11-25" });
    expect(seen.at(-1)).toMatchObject({ method: "DELETE", headers: { "mcp-session-id": "s1" } });
    expect(seen.some(({ message }) => message.method === "shutdown")).toBe(false);
  });

  it("reads progress and result from a stream in arbitrary chunks", async () => {
    const { outcome, reports } = await outcomeOf((message, response) => {
      if (!isCall(message)) return false;
      const progress = JSON.stringify({
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: `tool-${message.id}`, progress: 1, total: 2, message: "half 🚢" },
      });
      const text = `: hello\r\ndata: ${progress.slice(0, 17)}\r\ndata: ${progress.slice(17)}\r\n\r\nid: 7\rdata: ${resultOf(message.id, "streamed")}\r\r`;
      const bytes = Buffer.from(text);
      events(response);
      let at = 0;
      const timer = setInterval(() => {
        response.write(bytes.subarray(at, at + 7));
        at += 7;
        if (at >= bytes.length) {
          clearInterval(timer);
          response.end();
        }
      }, 1);
      return true;
    });
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "streamed" }] });
    expect(reports).toEqual(["half 🚢"]);
  });

  it("resumes with the last event id when a stream ends before the result", async () => {
    let callId = 0;
    const { outcome, seen } = await outcomeOf((message, response, { method, headers }) => {
      if (isCall(message)) {
        callId = message.id ?? 0;
        events(response).end("id: e1\nretry: 20\ndata: \n\n");
        return true;
      }
      if (method !== "GET" || headers["last-event-id"] === undefined) return false;
      events(response).end(`id: e2\ndata: ${resultOf(callId, "resumed")}\n\n`);
      return true;
    });
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "resumed" }] });
    expect(seen.find(({ headers }) => headers["last-event-id"])?.headers["last-event-id"]).toBe("e1");
    expect(seen.filter(({ message }) => isCall(message))).toHaveLength(1);
  });

  it("does not take a request of the agent with the call's id for its reply", async () => {
    let callId = 0;
    const { outcome } = await outcomeOf((message, response, { method, headers }) => {
      if (isCall(message)) {
        callId = message.id ?? 0;
        const ping = JSON.stringify({ jsonrpc: "2.0", id: callId, method: "ping" });
        events(response).end(`id: e1\nretry: 20\ndata: ${ping}\n\n`);
        return true;
      }
      if (method !== "GET" || headers["last-event-id"] === undefined) return false;
      events(response).end(`data: ${resultOf(callId, "resumed")}\n\n`);
      return true;
    }, 2000);
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "resumed" }] });
  });

  it.each([
    [404, "", "no longer knows this session"],
    [401, "no token", "denied access (HTTP 401)"],
    [429, "", "Try again in 7 s."],
    [500, "<html>secret</html>", "failed (HTTP 500)"],
    [400, "Bad version", "HTTP 400. Bad version"],
  ])("HTTP %i is reported as a sentence and the call is not repeated", async (status, body, words) => {
    const { outcome, seen } = await outcomeOf((message, response) => {
      if (!isCall(message)) return false;
      response.writeHead(status, { "retry-after": "7" }).end(body);
      return true;
    });
    expect(outcome.error?.message).toContain(words);
    expect(outcome.error?.message).not.toContain("<html>");
    expect(seen.filter(({ message }) => isCall(message))).toHaveLength(1);
  });

  it.each([
    [404, /There is no MCP server at http:.*\/mcp \(HTTP 404\)\. Check the path/],
    [405, /does not accept messages \(HTTP 405\)/],
  ])(
    "HTTP %i to the first message is reported as a wrong address, not as a lost session",
    async (status, words) => {
      const at = await httpAgent((_message, response) => response.writeHead(status).end() !== undefined);
      const opened = await open(`${at.url}?key=secret`).open();
      expect(opened.ok ? "" : opened.fault.message).toMatch(words);
      expect(opened.ok ? "" : opened.fault.message).not.toContain("secret");
    },
  );

  it.each([
    ["resumes no streams", "id: e1\nretry: 20\ndata: \n\n", "HTTP 405"],
    ["is gone", undefined, "HTTP 404"],
  ])(
    "a server without sessions that %s is not reported as a wrong address or a lost session",
    async (_, stream, words) => {
      const { outcome } = await outcomeOf((message, response) => {
        if (message.method === "initialize") {
          const result = { protocolVersion: "2025-11-25", capabilities: {} };
          response.writeHead(200, { "content-type": "application/json" });
          response.end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result }));
          return true;
        }
        if (!isCall(message)) return false;
        if (stream === undefined) response.writeHead(404).end();
        else events(response).end(stream);
        return true;
      });
      expect(outcome.error?.message).toContain(words);
      expect(outcome.error?.message).not.toMatch(/path|session| $/);
      expect(outcome.error?.sessionLost).not.toBe(true);
    },
  );

  it("an agent that asks to resume in a year is not waited for when the session ends", async () => {
    const { outcome } = await outcomeOf((message, response) => {
      if (isCall(message)) events(response).end("id: e1\nretry: 31536000000\ndata: \n\n");
      return isCall(message);
    }, 300);
    expect(outcome.state).toBe("timed-out");
  });

  it("a server that hangs after its headers exceeds the idle limit and is canceled", async () => {
    const { outcome, seen } = await outcomeOf((message, response) => {
      if (isCall(message)) events(response).write(": nothing\n\n");
      return isCall(message);
    }, 300);
    expect(outcome.state).toBe("timed-out");
    expect(seen.map(({ message }) => message.method)).toContain("notifications/cancelled");
  });

  it("no server, an unknown host and an invalid address are unavailable, each with its reason", async () => {
    const at = await httpAgent(() => false);
    await new Promise<void>((resolve) => at.http.close(() => resolve()));
    const why = async (url: string) => {
      const opened = await open(url).open();
      return opened.ok ? "" : opened.fault.message;
    };
    expect(await why(at.url)).toContain("No server is listening at http://127.0.0.1");
    expect(await why("http://no-such-host.invalid/mcp")).toMatch(
      /was not found|cannot be looked up|cannot be reached/,
    );
    expect(await why("ftp://x")).toContain("is not an http:// or https:// address");
  });
});

it("a line of an event stream in many chunks is read in linear time", () => {
  const reader = new SseReader();
  const piece = "x".repeat(10_000);
  let events = 0;
  for (let n = 0; n < 5000; n++) for (const _ of reader.push(n === 0 ? `data: ${piece}` : piece)) events++;
  const [event] = [...reader.push("\n\n")];
  expect(events).toBe(0);
  expect(event?.data.length).toBe(50_000_000);
});

it("a stream of short lines with one carriage return at the end of each chunk is read as fast as any other", () => {
  const reader = new SseReader();
  const chunk = `${"a:\n".repeat(21_845)}\r`;
  const began = performance.now();
  for (let n = 0; n < 40; n++) for (const _ of reader.push(chunk));
  // A search for both ends of a line from each line takes 20 seconds for these 2.6 MB.
  expect(performance.now() - began).toBeLessThan(5000);
});

it("a stream may exceed the limit as long as none of its events does", () => {
  const reader = new SseReader(100);
  let events = 0;
  for (let n = 0; n < 50; n++) for (const _ of reader.push(`data: ${"x".repeat(50)}\n\n`)) events++;
  expect(events).toBe(50);
  expect(() => [...reader.push(`data: ${"x".repeat(100)}\n\n`)]).toThrow("An event is larger");
});

describe("an endless reply", () => {
  const endless = (response: ServerResponse, start: string) => {
    response.write(start);
    const more = () => {
      while (response.write("x".repeat(65_536)));
      response.once("drain", more);
    };
    more();
  };

  it.each([
    ["as JSON", "application/json", '{"jsonrpc":"2.0","result":"'],
    ["as an event", "text/event-stream", "data: "],
    ["as many lines of one event", "text/event-stream", "data: x\ndata: "],
    ["as an error page", "text/plain", "oh"],
  ])("%s is cut off at the limit with an error, and the session continues", async (_how, type, start) => {
    const { outcome, seen } = await outcomeOf(
      (message, response) => {
        if (!isCall(message)) return false;
        response.writeHead(type === "text/plain" ? 500 : 200, { "content-type": type });
        endless(response, start);
        return true;
      },
      5000,
      1024 * 1024,
    );
    expect(outcome.state).not.toBe("done");
    expect(outcome.error?.message).toMatch(/is larger than 1 MiB; the rest was not read\.$/);
    expect(seen.filter(({ message }) => isCall(message))).toHaveLength(1);
    expect(seen.at(-1)?.method).toBe("DELETE");
  });

  it("has the same limit as a line of an agent on stdio", () =>
    expect(maxMessageBytes).toBe(256 * 1024 * 1024));
});
