import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecord } from "../../kernel/json.ts";
import { readFrame, readMessage } from "./frame.ts";

function message(value: unknown): unknown {
  const frame = readMessage(value);
  return frame.kind === "message" ? frame.message : frame;
}

describe("readMessage", () => {
  it("translates `$/cancelRequest` of Language Server Protocol clients", () => {
    expect(message({ jsonrpc: "2.0", method: "$/cancelRequest", params: { id: 3 } })).toEqual({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: 3 },
    });
  });

  it("takes replies, also an error that belongs to no request", () => {
    const reply = { jsonrpc: "2.0", id: 1, result: {} };
    expect(message(reply)).toEqual(reply);
    const error = { jsonrpc: "2.0", error: { code: 1, message: "m" } };
    expect(message(error)).toEqual(error);
    expect(readMessage({ jsonrpc: "2.0", result: {} })).toMatchObject({ kind: "refused" });
  });

  it("leaves an initialize with a claim of 2026-07-28 to the SDK, which knows no such method", () => {
    const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    expect(readMessage({ jsonrpc: "2.0", id: 1, method: "initialize", params: { _meta } }).kind).toBe(
      "message",
    );
    expect(readMessage({ jsonrpc: "2.0", id: 1, method: "initialize", params: {} })).toMatchObject({
      kind: "refused",
      reply: { id: 1, error: { code: -32602 } },
    });
  });

  it("gives the SDK only requests and notifications that it does not drop, whatever comes", () => {
    const id = fc.oneof(fc.integer(), fc.string(), fc.double(), fc.constant(null), fc.maxSafeInteger());
    const meta = fc.record({ progressToken: id, other: fc.jsonValue() }, { requiredKeys: [] });
    const params = fc.oneof(fc.jsonValue(), fc.record({ _meta: fc.oneof(meta, fc.jsonValue()) }));
    const anything = fc.record(
      {
        jsonrpc: fc.constantFrom("2.0", "1.0", 2),
        id,
        method: fc.oneof(fc.string(), fc.jsonValue()),
        params,
        extra: fc.jsonValue(),
      },
      { requiredKeys: ["jsonrpc"] },
    );
    fc.assert(
      fc.property(anything, (value) => {
        const frame = readMessage(value);
        if (frame.kind === "refused") return;
        const taken: unknown = frame.kind === "message" ? frame.message : undefined;
        expect(isJSONRPCRequest(taken) || isJSONRPCNotification(taken)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("readFrame", () => {
  it("refuses or takes any text, and never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const frame = readFrame(line);
        if (frame.kind !== "refused") return;
        expect(isRecord(frame.reply) && isRecord(frame.reply.error)).toBe(true);
      }),
    );
  });

  it("bears nesting deeper than any stack", () => {
    expect(readFrame("[".repeat(5_000_000)).kind).toBe("refused");
    expect(readFrame('{"a":'.repeat(100_000)).kind).toBe("refused");
  });
});
