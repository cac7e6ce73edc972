import { describe, expect, it } from "vitest";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { codeOf, openWire, textOf } from "../support/wire.ts";

const ping = { jsonrpc: "2.0", id: "alive", method: "ping" };

// [ENSURES: requirement-an-answer-to-every-line.rules:TEST]
describe("a line that is not a message", () => {
  // covers swiftindex: protocol-edge-cases, json-rpc-over-stdio
  // covers spec-tui-client: invalid-json-and-requests
  // [VERIFIES: mcp-server/an-answer-to-every-line#half-a-message]
  it("is answered without an id where it has none that could be used, and the next request with one", async () => {
    const wire = openWire(hewto, ["mcp"]);
    const cases: [what: string, line: string, code: number][] = [
      ["not JSON", "{nope", -32700],
      ["a cut-off message", '{"jsonrpc":"2.0","id":1,"method":"pi', -32700],
      ["two messages on a line", '{"jsonrpc":"2.0","id":1,"method":"ping"}{}', -32700],
      ["a number", "42", -32600],
      ["null", "null", -32600],
      ["a text", '"ping"', -32600],
      ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
      ["an empty batch", "[]", -32600],
      ["an id of null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
      ["a broken id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
      ["an id that numbers cannot hold", '{"jsonrpc":"2.0","id":1e30,"method":"ping"}', -32600],
      ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
      ["an empty object", "{}", -32600],
    ];
    for (const [what, line, code] of cases) {
      const before = wire.messages.length;
      wire.send(line);
      await wire.request("ping", {}, what);
      const [refused, ...rest] = wire.messages.slice(before);
      expect(refused, what).toMatchObject({ jsonrpc: "2.0", error: { code, message: expect.any(String) } });
      expect(refused, what).not.toHaveProperty("id");
      expect(rest, what).toEqual([{ jsonrpc: "2.0", id: what, result: {} }]);
    }
  });

  // covers swiftindex: protocol-edge-cases
  // covers spec-tui-client: invalid-json-and-requests
  it("is answered with its id where it has one", async () => {
    const wire = openWire(hewto, ["mcp"]);
    const meta = (value: unknown) => ({ jsonrpc: "2.0", method: "ping", params: { _meta: value } });
    const cases: Record<string, object> = {
      "no jsonrpc": { method: "ping" },
      "another jsonrpc": { jsonrpc: "1.0", method: "ping" },
      "no method": { jsonrpc: "2.0" },
      "a number as method": { jsonrpc: "2.0", method: 1 },
      "a list as params": { jsonrpc: "2.0", method: "ping", params: [1] },
      "null as params": { jsonrpc: "2.0", method: "ping", params: null },
      "a text as _meta": meta("x"),
      "a broken progress token": meta({ progressToken: 1.5 }),
      "null as progress token": meta({ progressToken: null }),
      "a progress token that numbers cannot hold": meta({ progressToken: 1e30 }),
      "a related task without an id": meta({ "io.modelcontextprotocol/related-task": {} }),
    };
    for (const [what, message] of Object.entries(cases)) {
      wire.send({ ...message, id: what });
      expect(await wire.reply(what), what).toMatchObject({ error: { code: -32600 } });
    }
    expect(await wire.request("ping")).toMatchObject({ result: {} });
  });

  it("is a request all the same when it only carries more than it must", async () => {
    const wire = openWire(hewto, ["mcp"]);
    wire.send({ jsonrpc: "2.0", id: 7, method: "ping", trace: "abc", params: { extra: true } });
    expect(await wire.reply(7)).toMatchObject({ result: {} });
  });
});

describe("bytes", () => {
  it("may end lines with CRLF, be blank, and start with a byte order mark", async () => {
    const wire = openWire(hewto, ["mcp"]);
    wire.sendBytes(`\ufeff${JSON.stringify({ ...ping, id: 1 })}\r\n\r\n \n\t\n${JSON.stringify(ping)}\r\n`);
    await wire.reply("alive");
    expect(wire.messages.map(({ id }) => id)).toEqual([1, "alive"]);
  });

  it("may split characters anywhere", async () => {
    const wire = openWire(await fixtureServer());
    const said = "größer 漢字 🦆 \u2028 ende";
    const params = { name: "probe_echo", arguments: { text: said } };
    const line = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params })}\n`);
    for (const byte of line) {
      wire.sendBytes(Uint8Array.of(byte));
      await new Promise(setImmediate);
    }
    expect(await wire.reply(1)).toMatchObject({ result: { structuredContent: { text: said } } });
  });

  it("may contain U+2028 unescaped, which is not a line ending", async () => {
    const wire = openWire(await fixtureServer());
    expect(textOf(await wire.call("probe_echo", { text: "a\u2028b" }))).toBe("a\u2028b");
  });

  it("may hold several messages in one piece", async () => {
    const wire = openWire(hewto, ["mcp"]);
    const ids = Array.from({ length: 50 }, (_, index) => index);
    wire.sendBytes(ids.map((id) => `${JSON.stringify({ ...ping, id })}\n`).join(""));
    await Promise.all(ids.map((id) => wire.reply(id)));
    expect(wire.messages).toHaveLength(50);
  });

  it("may be twenty million in one line, each way", async () => {
    const wire = openWire(await fixtureServer());
    const size = 20_000_000;
    const echoed = await wire.call("probe_echo", { text: "x".repeat(size) });
    expect(textOf(echoed)).toMatch(/^x{1000,}/);
    const { content } = await wire.call("probe_big", { size });
    expect(content).toEqual([{ type: "audio", data: "x".repeat(size), mimeType: "audio/wav" }]);
  });

  it("need no final line feed", async () => {
    const wire = openWire(hewto, ["mcp"]);
    wire.sendBytes(JSON.stringify(ping));
    wire.child.stdin.end();
    await wire.reply("alive");
    expect(await wire.exit).toBe(0);
  });
});

describe("an id that is already in flight", () => {
  it("is refused, and the first request still gets its answer", async () => {
    const wire = openWire(await fixtureServer());
    const slow = {
      jsonrpc: "2.0",
      id: 5,
      method: "tools/call",
      params: { name: "probe_wait", arguments: { label: "first", ms: 200 } },
    };
    wire.send(slow);
    wire.send({ jsonrpc: "2.0", id: 5, method: "ping" });
    await wire.until((message) => "result" in message);
    expect(wire.messages).toMatchObject([
      { id: 5, error: { code: -32600 } },
      { id: 5, result: { content: [{ text: "first waited" }] } },
    ]);
  });

  it("may be used again once it was answered or cancelled", async () => {
    const wire = openWire(await fixtureServer());
    expect(codeOf(await wire.request("ping", {}, 5))).toBeUndefined();
    const slow = { name: "probe_wait", arguments: { label: "slow" } };
    wire.send({ jsonrpc: "2.0", id: 6, method: "tools/call", params: slow });
    wire.notify("notifications/cancelled", { requestId: 6 });
    expect(await wire.request("ping", {}, 6)).toMatchObject({ result: {} });
  });

  it('distinguishes 1 from "1"', async () => {
    const wire = openWire(await fixtureServer());
    const slow = { name: "probe_wait", arguments: { label: "slow", ms: 100 } };
    wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: slow });
    expect(await wire.request("ping", {}, "1")).toMatchObject({ result: {} });
    expect(await wire.reply(1)).toMatchObject({ result: {} });
  });
});
