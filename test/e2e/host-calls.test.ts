import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { codeOf, notifications, openWire, resultOf, textOf, type Wire } from "../support/wire.ts";

const open = async (...flags: string[]) => openWire(await fixtureServer(), flags);
/** For all calls that leave nothing behind. */
const server = sharedByFile(() => open());
const Events = z.object({ structuredContent: z.object({ events: z.array(z.string()) }) });

async function events(wire: Wire): Promise<string[]> {
  return Events.parse(await wire.call("probe_events")).structuredContent.events;
}

function startCall(wire: Wire, id: string | number, name: string, args: object, meta?: object): void {
  const params = { name, arguments: args, ...(meta ? { _meta: meta } : {}) };
  wire.send({ jsonrpc: "2.0", id, method: "tools/call", params });
}

describe("progress", () => {
  // covers swiftindex: progress-tokens
  it("comes only when a token was given", async () => {
    const wire = await open();
    await wire.call("probe_wait", { label: "quiet", ms: 60 });
    await wire.request("ping");
    expect(notifications(wire.messages, "notifications/progress")).toEqual([]);
  });

  // covers swiftindex: progress-tokens
  it.each([0, "", "token", 42, -1])("carries the token %j", async (progressToken) => {
    const wire = await server();
    const before = wire.messages.length;
    await wire.call("probe_wait", { label: "loud", ms: 60 }, { _meta: { progressToken } });
    const notes = notifications(wire.messages.slice(before), "notifications/progress");
    expect(notes.length).toBeGreaterThan(1);
    for (const note of notes) expect(note.progressToken).toBe(progressToken);
  });

  // covers swiftindex: progress-tokens
  it("only ever rises, and none follows the reply", async () => {
    const wire = await open();
    startCall(wire, 1, "probe_progress", {}, { progressToken: "p" });
    await wire.reply(1);
    await new Promise((resolve) => setTimeout(resolve, 80));
    await wire.request("ping", {}, 2);
    const values = notifications(wire.messages, "notifications/progress").map(({ progress }) => progress);
    expect(values).toEqual([0, 5, 7, 9, 10, 11]);
    const order = wire.messages.map(({ id, method }) => method ?? id);
    expect(order.slice(-2)).toEqual([1, 2]);
  });

  it("carries total and message", async () => {
    const wire = await open();
    await wire.call("probe_wait", { label: "loud", ms: 40 }, { _meta: { progressToken: 1 } });
    expect(notifications(wire.messages, "notifications/progress")[0]).toEqual({
      progressToken: 1,
      progress: 0,
      total: 4,
      message: "step 0",
    });
  });
});

describe("cancellation", () => {
  // covers swiftindex: pings-and-cancels, json-rpc-over-stdio
  it.each([
    ["notifications/cancelled", { requestId: "slow", reason: "enough" }],
    ["$/cancelRequest", { id: "slow" }],
  ])("by %s stops the work and gets no reply", async (method, params) => {
    const wire = await open();
    startCall(wire, "slow", "probe_wait", { label: "slow" }, { progressToken: "slow" });
    await wire.until(({ method: name }) => name === "notifications/progress");
    wire.notify(method, params);
    // The very next call already sees the request to stop.
    const seen = await events(wire);
    expect(seen.slice(0, 2)).toEqual(["slow started", "slow aborted"]);
    expect(await eventually(wire, (list) => list.includes("slow stopped"))).toBe(true);
    await wire.request("ping");
    expect(wire.messages.filter(({ id }) => id === "slow")).toEqual([]);
    const lastProgress = wire.messages.findLastIndex(({ method: name }) => name === "notifications/progress");
    const firstEvents = wire.messages.findIndex(({ result }) => Events.safeParse(result).success);
    expect(lastProgress).toBeLessThan(firstEvents);
  });

  // covers swiftindex: pings-and-cancels
  it("of an id that is not in flight changes nothing", async () => {
    const wire = await open();
    wire.notify("notifications/cancelled", { requestId: "nobody" });
    wire.notify("notifications/cancelled", {});
    wire.notify("$/cancelRequest", { id: { odd: true } });
    wire.notify("$/cancelRequest");
    expect(await wire.request("ping")).toMatchObject({ result: {} });
  });

  it("of one call leaves the others alone", async () => {
    const wire = await open();
    startCall(wire, 1, "probe_wait", { label: "first" });
    startCall(wire, "1", "probe_wait", { label: "second", ms: 150 });
    wire.notify("notifications/cancelled", { requestId: 1 });
    expect(await wire.reply("1")).toMatchObject({ result: { content: [{ text: "second waited" }] } });
    expect(wire.messages.filter(({ id }) => id === 1)).toEqual([]);
  });
});

describe("requests", () => {
  // covers swiftindex: pings-and-cancels
  it("run side by side: a slow call delays neither ping nor other calls", async () => {
    const wire = await open();
    startCall(wire, "slow", "probe_wait", { label: "slow", ms: 300 });
    startCall(wire, "fast", "probe_echo", { text: "fast" });
    wire.send({ jsonrpc: "2.0", id: "ping", method: "ping" });
    await wire.reply("slow");
    expect(wire.messages.map(({ id }) => id).at(-1)).toBe("slow");
    expect(wire.messages).toHaveLength(3);
  });

  // covers swiftindex: protocol-edge-cases
  it("before initialize are answered too", async () => {
    const wire = await open();
    expect(resultOf(await wire.request("tools/list"))).toHaveProperty("tools");
  });

  // covers spec-tui-client: unknown-methods-and-parameters
  it("of an unknown method are -32601", async () => {
    const wire = await server();
    expect(codeOf(await wire.request("no/such/method"))).toBe(-32601);
    expect(codeOf(await wire.request("constructor"))).toBe(-32601);
    expect(codeOf(await wire.request("toString"))).toBe(-32601);
  });

  // covers spec-tui-client: unknown-methods-and-parameters
  it("with bad params are -32602", async () => {
    const wire = await server();
    const cases: [method: string, params: object][] = [
      ["resources/read", {}],
      ["resources/read", { uri: 5 }],
      ["resources/subscribe", {}],
      ["prompts/get", {}],
      ["prompts/get", { name: "nobody" }],
      ["prompts/get", { name: "test_prompt_with_arguments", arguments: { arg1: "x" } }],
      ["completion/complete", {}],
      ["tools/call", {}],
      ["tools/call", { name: 5 }],
      ["tools/list", { cursor: "bad" }],
      ["resources/list", { cursor: "bad" }],
      ["resources/templates/list", { cursor: "bad" }],
      ["prompts/list", { cursor: "bad" }],
      ["logging/setLevel", { level: "loud" }],
    ];
    for (const [method, params] of cases) {
      expect(codeOf(await wire.request(method, params)), `${method} ${JSON.stringify(params)}`).toBe(-32602);
    }
  });
});

describe("arguments", () => {
  // covers swiftindex: error-missing-argument
  it("that are missing are named, in exactly these words", async () => {
    const result = await (await server()).call("probe_echo", {});
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: "text", text: "Missing required argument: text" }],
    });
    expect(result).toHaveProperty(["_meta", "hewto/fault", "code"], "invalid_argument");
    expect(result).toHaveProperty(["_meta", "hewto/fault", "subject", "argument"], "text");
  });

  // covers swiftindex: invalid-arguments
  it("that are wrong are an error result that names them and what is allowed", async () => {
    const wire = await server();
    const cases: [args: unknown, message: RegExp][] = [
      [{ text: 5 }, /Invalid argument text: must be a string; got 5/],
      [{ text: null }, /Invalid argument text: must be a string; got null/],
      [{ text: "a", count: 0 }, /Invalid argument count: must be an integer from 1 to 10; got 0/],
      [{ text: "a", count: 11 }, /Invalid argument count: must be an integer from 1 to 10; got 11/],
      [{ text: "a", count: 1.5 }, /Invalid argument count: must be an integer from 1 to 10; got 1.5/],
      [{ text: "a", count: "3" }, /Invalid argument count: must be an integer from 1 to 10; got "3"/],
      [{ text: "a", choice: "blue" }, /Invalid argument choice: must be one of red, green; got "blue"/],
      [{ text: "a", list: ["ok", 5] }, /Invalid argument list \(at 1\): must be a string; got 5/],
      [{ text: "a", list: "word" }, /Invalid argument list: must be a list; got "word"/],
      [
        { text: "a", nested: { deep: {} } },
        /Invalid argument nested \(at deep\.flag\): must be a boolean; got nothing/,
      ],
      [{ text: "a", txet: "b" }, /Unknown argument txet for probe_echo. Did you mean `text`\?/],
      [
        { text: "a", zzzzzz: 1 },
        /Unknown argument zzzzzz for probe_echo. It takes: text, count, choice, list, nested, budget\./,
      ],
      [[1], /The arguments must be one JSON object/],
      ["text", /The arguments must be one JSON object/],
    ];
    for (const [args, message] of cases) {
      const result = resultOf(await wire.request("tools/call", { name: "probe_echo", arguments: args }));
      expect(result.isError, JSON.stringify(args)).toBe(true);
      expect(textOf(result)).toMatch(message);
      expect(result).toHaveProperty(["_meta", "hewto/fault", "code"], "invalid_argument");
    }
  });

  it("that are left out get their defaults, and may be left out whole", async () => {
    const wire = await server();
    expect(await wire.call("probe_echo", { text: "hi" })).toMatchObject({
      structuredContent: { text: "hi", count: 1 },
      content: [{ type: "text", text: "hi" }],
    });
    const without = await wire.request("tools/call", { name: "probe_events" });
    expect(resultOf(without)).toHaveProperty("structuredContent");
  });
});

describe("failures", () => {
  it("of a tool that does not exist are protocol errors with the nearest name", async () => {
    const reply = await (await server()).request("tools/call", { name: "probe_ecko", arguments: {} });
    expect(reply.error).toMatchObject({ code: -32602, message: expect.stringContaining("`probe_echo`") });
  });

  it.each(["error", "undefined", "text", "in text"])(
    "that are bugs (%s) are error results, and the server lives on",
    async (what) => {
      const wire = await server();
      const result = await wire.call("probe_broken", { what });
      expect(result.isError).toBe(true);
      expect(textOf(result)).toMatch(/^Internal error/);
      expect(result).toHaveProperty(["_meta", "hewto/fault", "code"], "internal_error");
      expect(await wire.request("ping")).toMatchObject({ result: {} });
    },
  );

  it("of resources are protocol errors that carry the fault and the URI", async () => {
    const reply = await (await server()).request("resources/read", { uri: "test://nothing" });
    expect(reply.error).toMatchObject({
      code: -32602,
      data: { code: "path_not_found", remedy: expect.any(String), uri: "test://nothing" },
    });
    const foreign = await (await server()).request("resources/read", { uri: "other://x" });
    expect(foreign.error).toMatchObject({ code: -32602, data: { uri: "other://x" } });
  });
});

describe("content", () => {
  // covers swiftindex: audio-content, content-annotations
  it("of every kind passes through with its annotations", async () => {
    const { content } = await (await server()).call("probe_content");
    expect(content).toEqual([
      {
        type: "audio",
        data: "UklGRg==",
        mimeType: "audio/wav",
        annotations: { audience: ["user"], priority: 0.5 },
      },
      {
        type: "resource_link",
        uri: "test://static-text",
        name: "static-text",
        title: "Static text",
        description: "The static text",
        mimeType: "text/plain",
        annotations: { audience: ["assistant"], priority: 1, lastModified: "2026-01-02T03:04:05Z" },
        _meta: { "probe/kept": true },
      },
      { type: "text", text: "annotated", annotations: { audience: ["user", "assistant"] } },
    ]);
  });
});

describe("announcements", () => {
  it("of changed tools arrive once, however many there were", async () => {
    const wire = await open();
    await wire.initialize();
    await wire.call("test_trigger_tool_change");
    await wire.until(({ method }) => method === "notifications/tools/list_changed");
    await wire.call("test_trigger_prompt_change");
    await wire.until(({ method }) => method === "notifications/prompts/list_changed");
    const told = wire.messages.filter(({ method }) => method === "notifications/tools/list_changed");
    expect(told).toHaveLength(1);
  });

  it("of a resource arrive at those who subscribed to it, until they no longer want them", async () => {
    const wire = await open();
    await wire.initialize();
    const updates = () => notifications(wire.messages, "notifications/resources/updated");
    await wire.call("probe_touch", { uri: "test://a" });
    await wire.request("resources/subscribe", { uri: "test://a" });
    await wire.call("probe_touch", { uri: "test://b" });
    await wire.call("probe_touch", { uri: "test://a" });
    expect(updates()).toEqual([{ uri: "test://a" }]);
    await wire.request("resources/unsubscribe", { uri: "test://a" });
    await wire.call("probe_touch", { uri: "test://a" });
    expect(updates()).toHaveLength(1);
  });
});

async function eventually(wire: Wire, holds: (list: string[]) => boolean): Promise<boolean> {
  for (let attempt = 0; attempt < 100; attempt++) if (holds(await events(wire))) return true;
  return false;
}
