import { connect } from "node:net";
import { expect, test } from "vitest";
import * as z from "zod";
import { fixtureServer } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { events, openSession, post, rawRequest } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { codeOf, resultOf, textOf } from "../support/wire.ts";

const server = sharedByFile(async () => startListening(await fixtureServer(), []));
const params = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "stranger", version: "1.0.0" },
};
const body = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });

/** What pages can send without a preflight, and spellings that only look like JSON. */
const foreignTypes = [
  "text/plain",
  "text/plain;charset=UTF-8",
  "text/plain; application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=application/json",
  "text/html",
  "text/json",
  "application/jsonp",
  "application/json-seq",
  "application/octet-stream",
  "application/",
  "json",
  "text/plain, application/json",
];

test("a body that a page can send without a preflight is refused by its content type", async () => {
  const { url } = await server();
  for (const type of foreignTypes) {
    const { status } = await rawRequest(url, { headers: { "content-type": type }, body });
    expect(status, type).toBe(415);
  }
  for (const type of ["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"])
    expect((await rawRequest(url, { headers: { "content-type": type }, body })).status, type).toBe(200);
});

test("a preflight is never granted", async () => {
  const { url } = await server();
  for (const origin of ["http://evil.example", "null", "http://localhost:3000"]) {
    const response = await fetch(url, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
        "access-control-request-private-network": "true",
      },
    });
    expect(response.status, origin).toBeGreaterThanOrEqual(400);
    const granted = [...response.headers.keys()].filter((name) => name.startsWith("access-control-"));
    expect(granted, origin).toEqual([]);
  }
});

const hidden = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
const head = "POST /mcp HTTP/1.1\r\nhost: evil.example\r\ncontent-type: application/json\r\n";

/** Requests with a second one hidden where two readers could disagree about the end of the first. */
const smuggled: Readonly<Record<string, string>> = {
  "length and chunks": `${head}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  "two lengths": `${head}content-length: 0\r\ncontent-length: ${hidden.length}\r\n\r\n${hidden}`,
  "a length that is a list": `${head}content-length: 0, ${hidden.length}\r\n\r\n${hidden}`,
  "a signed length": `${head}content-length: +0\r\n\r\n${hidden}`,
  "chunks that are not last": `${head}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${hidden}`,
  "a space before the colon": `${head}content-length : 0\r\n\r\n${hidden}`,
  "a folded header": `${head}x: y\r\n transfer-encoding: chunked\r\n\r\n${hidden}`,
  "a bare line feed": `${head}x: y\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  "a chunk with a bad size": `${head}transfer-encoding: chunked\r\n\r\n0x0\r\n\r\n${hidden}`,
};

test("a request hidden behind another's end opens no session for the outer one", async () => {
  const { url } = await server();
  for (const [what, bytes] of Object.entries(smuggled)) {
    const answers = await sendRaw(url, bytes);
    expect(answers, what).toMatch(/^HTTP\/1\.1 40[03]/);
    expect(answers, what).not.toContain("mcp-session-id");
  }
});

test("another spelling of the path is another path", async () => {
  const { url } = await server();
  const paths = [
    "/MCP",
    "/mcp/",
    "//mcp",
    "/./mcp",
    "/x/../mcp",
    "/%6dcp",
    "/mcp%00",
    "/mcp;x",
    "/mcp%2f",
    "/mcp/messages",
    "/messages/",
    "http://localhost/mcp",
    "//evil.example/mcp",
  ];
  for (const path of paths) expect((await rawRequest(url, { path, body })).status, path).toBe(404);
});

test("a session answers to its exact id only", async () => {
  const { url } = await server();
  const session = await openSession(url);
  const guesses = [
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "undefined",
    "null",
    "0",
    "*",
    "../",
    session.id.toUpperCase(),
    session.id.slice(0, -1),
    `${session.id}0`,
    `${session.id}, ${session.id}`,
    session.id.replaceAll("-", ""),
    "00000000-0000-0000-0000-000000000000",
  ].filter((guess) => guess !== session.id);
  expect(guesses.length).toBeGreaterThanOrEqual(14);
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  for (const guess of guesses) {
    const named = { "mcp-session-id": guess };
    expect((await post(url, ping, named)).status, guess).toBe(404);
    expect((await fetch(url, { method: "DELETE", headers: named })).status, guess).toBe(404);
    const listen = { ...named, accept: "text/event-stream" };
    expect((await fetch(url, { headers: listen })).status, guess).toBe(404);
    const messages = new URL(`/messages?sessionId=${encodeURIComponent(guess)}`, url).href;
    expect((await post(messages, ping)).status, guess).toBe(404);
  }
  const asPair = new URL(`/messages?sessionId=${session.id}`, url).href;
  expect((await post(asPair, ping)).status).toBe(404);
  expect(await session.request("ping")).toMatchObject({ result: {} });
});

const Created = z.object({ task: z.object({ taskId: z.string() }) });

test("another session's tasks and events are nobody's", async () => {
  const { url } = await server();
  const [mine, theirs] = [await openSession(url), await openSession(url)];
  const job = { name: "probe_job", arguments: { label: "mine", ms: 20 }, task: {} };
  const { taskId } = Created.parse(resultOf(await mine.request("tools/call", job))).task;
  for (const guess of [taskId, taskId.toUpperCase(), "__proto__", "constructor", "", "*"])
    for (const method of ["tasks/get", "tasks/result", "tasks/cancel"])
      expect(codeOf(await theirs.request(method, { taskId: guess })), `${method} ${guess}`).toBe(-32602);
  expect(textOf(resultOf(await mine.request("tasks/result", { taskId })))).toBe("mine done");
  const eventId = await eventOf(url, mine.id);
  for (const guess of [eventId, "__proto__", `${mine.id}_0`, mine.id, "0", "-1"])
    expect((await theirs.listen(guess)).status, guess).toBe(400);
});

/** The id of an event that the server sent to a session. */
async function eventOf(url: string, sessionId: string): Promise<string> {
  const call = { name: "probe_wait", arguments: { label: "events", ms: 50 }, _meta: { progressToken: 1 } };
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-session-id": sessionId,
      "mcp-protocol-version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: "e", method: "tools/call", params: call }),
  });
  for await (const { id } of events(response)) if (id !== undefined) return id;
  throw new Error("no event had an id");
}

/** Everything that comes back for these bytes until the server closes, or says nothing more for a while. */
function sendRaw(url: string, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = "";
    const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(bytes));
    const over = () => {
      socket.destroy();
      resolve(heard);
    };
    socket.setTimeout(300, over);
    socket.on("data", (part) => {
      heard += part.toString();
    });
    socket.on("close", over);
    socket.on("error", reject);
  });
}
