import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { isRecord } from "../../src/kernel/json.ts";
import { fixtureServer } from "../support/bundle.ts";
import { envelope, openWire, type Wire } from "../support/wire.ts";
import { mutate, randomFrom } from "./mutate.ts";

const LINES = Number(process.env.HEWTO_FUZZ ?? (process.env.HEWTO_HOSTILE ? 1_000_000 : 5000));
const SEED = Number(process.env.HEWTO_FUZZ_SEED ?? 20_251_125);
const BATCH = 250;
const MEGABYTE = 1024 * 1024;

const call = (name: string, args: object, more: object = {}) => ({
  method: "tools/call",
  params: { name, arguments: args, ...more },
});

/** Requests and notifications of every kind; nothing that waits and nothing that ends the server. */
const corpus: readonly { method: string; params?: object }[] = [
  { method: "ping" },
  {
    method: "initialize",
    params: {
      protocolVersion: "2025-11-25",
      capabilities: { sampling: {} },
      clientInfo: { name: "f", version: "1" },
    },
  },
  { method: "tools/list", params: {} },
  call("probe_echo", {
    text: "hello",
    count: 2,
    choice: "red",
    list: ["a"],
    nested: { deep: { flag: true } },
  }),
  call("probe_content", {}, { _meta: { progressToken: 0 } }),
  call("probe_broken", { what: "error" }),
  call("test_simple_text", {}),
  call("probe_job", { label: "l", ms: 1 }, { task: { ttl: 1000 } }),
  { method: "tasks/list", params: {} },
  { method: "tasks/get", params: { taskId: "t" } },
  { method: "tasks/cancel", params: { taskId: "t" } },
  { method: "tasks/result", params: { taskId: "t" } },
  { method: "resources/list" },
  { method: "resources/templates/list" },
  { method: "resources/read", params: { uri: "test://static-text" } },
  { method: "resources/subscribe", params: { uri: "test://watched-resource" } },
  { method: "resources/unsubscribe", params: { uri: "test://watched-resource" } },
  { method: "prompts/list" },
  {
    method: "prompts/get",
    params: { name: "test_prompt_with_arguments", arguments: { arg1: "a", arg2: "b" } },
  },
  {
    method: "completion/complete",
    params: {
      ref: { type: "ref/prompt", name: "test_prompt_with_arguments" },
      argument: { name: "arg1", value: "p" },
    },
  },
  { method: "logging/setLevel", params: { level: "info" } },
  { method: "shutdown" },
  { method: "server/discover" },
  { method: "no/such/method", params: { a: 1 } },
];
const notes = [
  "notifications/initialized",
  "notifications/cancelled",
  "$/cancelRequest",
  "notifications/progress",
];

/** Sends mutated lines and watches that every request among them is answered, and the server stays well. */
async function fuzz(wire: Wire, lines: number, seed: number, meta: object | undefined): Promise<void> {
  const random = randomFrom(seed);
  const any = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
  let warm = 0;
  for (let sent = 0; sent < lines; ) {
    const expected = new Set<string | number>();
    for (let index = 0; index < BATCH && sent < lines; index++, sent++) {
      const base = any(corpus) ?? { method: "ping" };
      const params = meta ? { ...base.params, _meta: meta } : base.params;
      const message =
        random() < 0.1
          ? { jsonrpc: "2.0", method: any(notes), params: { requestId: "nobody", id: "nobody" } }
          : { jsonrpc: "2.0", id: random() < 0.5 ? sent : `s${sent}`, method: base.method, params };
      const line = mutate(message, any(corpus), random);
      const id = requestIn(line, sent);
      if (id !== undefined) expected.add(id);
      wire.sendBytes(Buffer.concat([line, Buffer.from("\n")]));
    }
    await wire.request("ping", meta ? { _meta: meta } : {}, `alive ${sent}`);
    await Promise.all([...expected].map((id) => wire.reply(id)));
    if (warm === 0 && sent >= Math.min(2000, lines / 2)) warm = await residentBytes(wire);
    wire.messages.splice(0); // what was checked need not be searched again
  }
  expect(wire.junk).toEqual([]);
  expect((await residentBytes(wire)) - warm).toBeLessThan(100 * MEGABYTE);
}

/** The id, if the line is a request by JSON-RPC's own rules and still carries the id that we gave it. */
function requestIn(line: Buffer, sent: number): string | number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line.toString("utf8"));
  } catch {
    return undefined;
  }
  if (!isRecord(value) || value.jsonrpc !== "2.0" || typeof value.method !== "string") return undefined;
  if ("result" in value || "error" in value || value.method === "$/cancelRequest") return undefined;
  return value.id === sent || value.id === `s${sent}` ? value.id : undefined;
}

async function residentBytes({ child }: Wire): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}

describe(`${LINES} mutated lines (HEWTO_FUZZ), seed ${SEED} (HEWTO_FUZZ_SEED)`, () => {
  it("leave a server of 2025-11-25 alive, in order and answering", {
    timeout: 60_000 + LINES * 10,
  }, async () => {
    const wire = openWire(await fixtureServer());
    await wire.initialize();
    await fuzz(wire, Math.ceil(LINES / 2), SEED, undefined);
    wire.child.stdin.end();
    expect(await wire.exit).toBe(0);
  });

  it("leave a server of 2026-07-28 alive, in order and answering", {
    timeout: 60_000 + LINES * 10,
  }, async () => {
    const wire = openWire(await fixtureServer(), ["--protocol", "2026-07-28"]);
    await wire.request("tools/list", { _meta: envelope() });
    await fuzz(wire, Math.floor(LINES / 2), SEED + 1, envelope());
    wire.child.stdin.end();
    expect(await wire.exit).toBe(0);
  });
});
