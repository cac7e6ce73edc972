import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { stdioTransport } from "../transports/stdio.ts";
import { AgentSession, Refusal, type SessionEvent } from "./session.ts";

/** An agent for one test: `on(message, send)` gets every message that it receives. */
function agent(on: string, before = "") {
  const file = join(mkdtempSync(join(tmpdir(), "hewto-agent-")), "agent.mjs");
  writeFileSync(
    file,
    `${before}
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n");
const hello = (id, version = "2025-11-25") => send({ id, result: { protocolVersion: version, capabilities: { tools: { listChanged: true } }, serverInfo: { name: "test-agent", version: "1.2.3" } } });
let rest = "";
process.stdin.on("data", (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
    const message = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    on(message);
    if (message.method === "exit") process.exit(0);
    if (message.method === "shutdown" && !answersShutdown) send({ id: message.id, result: null });
  }
});
const answersShutdown = ${on.includes("shutdown")};
function on(message) { ${on} }
`,
  );
  return { command: process.execPath, args: [file], cwd: tmpdir() };
}

function session(on: string, options: { before?: string; initializeMs?: number } = {}) {
  const events: SessionEvent[] = [];
  const made = new AgentSession(stdioTransport(agent(on, options.before)), {
    capabilities: { sampling: {} },
    serves: {
      "roots/list": async () => ({ roots: [] }),
      "sampling/createMessage": async () => {
        throw new Refusal(-1, "no model here");
      },
    },
    initializeMs: options.initializeMs ?? 5000,
    observe: (event) => void events.push(event),
    legacyNames: true,
  });
  const sent = () => events.flatMap((event) => (event.kind === "sent" ? [event.message] : []));
  return { session: made, events, sent };
}

const limits = { idleMs: 5000, maxMs: 10_000 };
const run = (made: AgentSession, more: Partial<Parameters<AgentSession["call"]>[2]> = {}) =>
  made.call(
    "speckit.plan",
    { spec_directory: "/x" },
    { ...limits, signal: new AbortController().signal, onProgress: () => {}, ...more },
  );

describe("a session with an agent", () => {
  // covers spec-tui-client: json-rpc-messages, initialize-request, initialized-notification,
  //   lists-workflow-tools, calls-a-workflow-tool, tool-results, shutdown-and-exit
  it("sends spec-tui's messages in its order and with its ids", async () => {
    const { session: made, sent } = session(`
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/list") send({ id: message.id, result: { tools: [{ name: "speckit.plan" }] } });
      if (message.method === "tools/call") send({ id: message.id, result: { content: [{ type: "text", text: "ok" }], isError: false } });
      if (message.method === "shutdown") send({ id: message.id, result: null });
      if (message.method === "exit") process.exit(0);
    `);
    expect(await made.open()).toMatchObject({
      ok: true,
      value: { name: "test-agent", protocolVersion: "2025-11-25" },
    });
    expect(await made.tools(2000)).toMatchObject({ ok: true, value: [{ name: "speckit.plan" }] });
    expect(await run(made)).toMatchObject({ state: "done", isError: false });
    await made.close();
    expect(sent()).toMatchObject([
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-11-25",
          capabilities: { sampling: {} },
          clientInfo: { name: "spec-tui" },
        },
      },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: 2, method: "tools/list" },
      {
        jsonrpc: "2.0",
        id: 3,
        method: "tools/call",
        params: { name: "speckit.plan", _meta: { progressToken: "tool-3" } },
      },
      { jsonrpc: "2.0", id: 4, method: "shutdown" },
      { jsonrpc: "2.0", method: "exit" },
    ]);
  });

  // [VERIFIES: agent-client/every-way-to-end#a-silent-agent]
  it("gives up on an agent that never answers initialize, without a cancellation, and leaves no process", async () => {
    const { session: made, sent } = session("", { initializeMs: 300 });
    const opened = await made.open();
    expect(opened.ok ? "" : opened.fault.message).toContain("did not answer `initialize` within 0.3 s");
    expect(sent()).toHaveLength(1);
  });

  // covers spec-tui-client: cancel-request, timeout-cancels
  it("cancels with both messages for the same id when there is no progress in time", async () => {
    const { session: made, sent } = session(`if (message.method === "initialize") hello(message.id);`);
    await made.open();
    const outcome = await run(made, { idleMs: 200 });
    expect(outcome).toMatchObject({
      state: "timed-out",
      error: { message: "No progress for 0.2 s.", retryable: true },
    });
    expect(sent().slice(-2)).toMatchObject([
      { method: "notifications/cancelled", params: { requestId: 2 } },
      { method: "$/cancelRequest", params: { id: 2 } },
    ]);
    await made.close();
  });

  // [ENSURES: requirement-every-way-to-end.rules:TEST]
  it("lets progress extend the idle limit but not the absolute one", async () => {
    const { session: made } = session(`
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/call") { let n = 0; setInterval(() => send({ method: "notifications/progress", params: { progressToken: "tool-2", progress: ++n } }), 100); }
    `);
    await made.open();
    const reports: number[] = [];
    const outcome = await run(made, {
      idleMs: 400,
      maxMs: 1200,
      onProgress: (report) => reports.push(report.progress),
    });
    expect(outcome.error?.message).toBe("The run took longer than 1.2 s.");
    expect(reports.length).toBeGreaterThan(4);
    await made.close();
  });

  it("tolerates unparsed lines, CRLF, split characters and ids as strings", async () => {
    const { session: made, events } = session(
      `
      if (message.method === "initialize") { process.stdout.write("starting up…\\r\\n\\r\\n"); hello(message.id); }
      if (message.method === "tools/call") {
        const bytes = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: "2", result: { content: [{ type: "text", text: "grüße 🚢" }] } }) + "\\r\\n");
        let at = 0;
        const timer = setInterval(() => { process.stdout.write(bytes.subarray(at, ++at)); if (at >= bytes.length) clearInterval(timer); }, 1);
      }
    `,
    );
    await made.open();
    expect(await run(made)).toMatchObject({ state: "done", content: [{ text: "grüße 🚢" }] });
    expect(events.some((event) => event.kind === "unparsed" && event.text === "starting up…")).toBe(true);
    await made.close();
  });

  it("names the exit code and the last output of an agent that dies in a call", async () => {
    const { session: made } = session(`
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/call") { console.error("out of paper"); process.exit(7); }
    `);
    await made.open();
    const outcome = await run(made);
    expect(outcome.state).toBe("agent-died");
    expect(outcome.error?.message).toContain("exit code 7");
    expect(outcome.error?.message).toContain("out of paper");
    await made.close();
  });

  it("rejects an unsupported version and names both", async () => {
    const { session: made } = session(`if (message.method === "initialize") hello(message.id, "1.0.0");`);
    const opened = await made.open();
    expect(opened.ok ? "" : opened.fault.message).toContain("uses protocol version 1.0.0");
  });

  it("answers ping and handled requests, and rejects others with -32601 or the handler's error", async () => {
    const { session: made, sent } = session(`
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/call") { for (const [id, method] of [["a", "ping"], ["b", "roots/list"], ["c", "sampling/createMessage"], ["d", "nope"]]) send({ id, method }); setTimeout(() => send({ id: message.id, result: { content: [] } }), 200); }
    `);
    await made.open();
    await run(made);
    expect(
      sent().filter(
        (message) =>
          typeof message === "object" &&
          message !== null &&
          "id" in message &&
          typeof message.id === "string",
      ),
    ).toEqual(
      expect.arrayContaining([
        { jsonrpc: "2.0", id: "a", result: {} },
        { jsonrpc: "2.0", id: "b", result: { roots: [] } },
        { jsonrpc: "2.0", id: "c", error: { code: -1, message: "no model here" } },
        { jsonrpc: "2.0", id: "d", error: { code: -32601, message: "Method not found: nope" } },
      ]),
    );
    await made.close();
  });

  it("stops when the cursors never end", async () => {
    const { session: made } = session(`
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/list") send({ id: message.id, result: { tools: [{ name: "t" }], nextCursor: "same" } });
    `);
    await made.open();
    expect(await made.tools(2000)).toMatchObject({ ok: true, value: [{ name: "t" }, { name: "t" }] });
    await made.close();
  });

  it("aborts the agent's open requests when the run is canceled, and does not answer them", async () => {
    const abort = new AbortController();
    let withdrawn = false;
    const sent: unknown[] = [];
    const on = `
      if (message.method === "initialize") hello(message.id);
      if (message.method === "tools/call") send({ id: "s", method: "sampling/createMessage", params: {} });
      if (message.method === "notifications/cancelled") send({ id: 2, error: { code: -32002, message: "cancelled" } });
    `;
    const made = new AgentSession(stdioTransport(agent(on)), {
      capabilities: {},
      serves: {
        "sampling/createMessage": (_, signal) => {
          queueMicrotask(() => abort.abort());
          return new Promise((resolve) =>
            signal.addEventListener("abort", () => {
              withdrawn = true;
              resolve({});
            }),
          );
        },
      },
      initializeMs: 5000,
      observe: (event) => event.kind === "sent" && sent.push(event.message),
      legacyNames: true,
    });
    await made.open();
    expect(await run(made, { signal: abort.signal })).toMatchObject({ state: "cancelled" });
    expect(withdrawn).toBe(true);
    await made.close();
    expect(sent.filter((message) => JSON.stringify(message).includes('"id":"s"'))).toEqual([]);
  });
});
