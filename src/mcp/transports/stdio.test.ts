import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { StdioTransport } from "./stdio.ts";

async function openTransport(maxLineBytes?: number) {
  const input = new PassThrough();
  const output = new PassThrough();
  let ended = 0;
  const transport = new StdioTransport({
    input,
    output,
    onEnd: () => {
      ended += 1;
    },
    ...(maxLineBytes ? { maxLineBytes } : {}),
  });
  const received: unknown[] = [];
  transport.onmessage = (message) => void received.push(message);
  await transport.start();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const written = () =>
    String(output.read() ?? "")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { input, output, transport, received, turn, written, ended: () => ended };
}

const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

describe("StdioTransport", () => {
  it("answers a line that is too long and takes the next", async () => {
    const { input, received, turn, written } = await openTransport(60);
    input.write(`${"x".repeat(100)}\n${JSON.stringify(ping(1))}\n`);
    await turn();
    expect(written()).toMatchObject([
      { error: { code: -32600, message: expect.stringContaining("60 bytes") } },
    ]);
    expect(received).toEqual([ping(1)]);
  });

  it("is drained when every request has its reply or was cancelled", async () => {
    const { input, transport, turn } = await openTransport();
    await transport.drained();
    input.write(`${JSON.stringify(ping(1))}\n${JSON.stringify(ping(2))}\n`);
    await turn();
    let isDrained = false;
    const drained = transport.drained().then(() => {
      isDrained = true;
    });
    await transport.send({ jsonrpc: "2.0", id: 1, result: {} });
    await turn();
    expect(isDrained).toBe(false);
    input.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}\n');
    await drained;
  });

  it("reports the end once, whether by end of input, exit or a broken output", async () => {
    const { input, output, turn, ended } = await openTransport();
    input.write('{"jsonrpc":"2.0","method":"exit"}\n');
    await turn();
    input.end();
    await turn();
    output.destroy(new Error("EPIPE"));
    await turn();
    expect(ended()).toBe(1);
  });

  it("survives a receiver that throws", async () => {
    const { input, transport, turn } = await openTransport();
    const errors: string[] = [];
    transport.onerror = (error) => void errors.push(error.message);
    transport.onmessage = () => {
      throw new Error("inside");
    };
    input.write(`${JSON.stringify(ping(1))}\n{"jsonrpc":"2.0","id":9,"result":{}}\n`);
    await turn();
    expect(errors).toEqual(["inside", "inside"]);
  });
});
