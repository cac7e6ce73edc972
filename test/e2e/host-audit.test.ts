import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer } from "../support/bundle.ts";
import { openSession } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { openWire } from "../support/wire.ts";

const Line = z.strictObject({
  ts: z.iso.datetime(),
  session: z.uuid(),
  event: z.string(),
  tool: z.string().optional(),
  capability: z.string().optional(),
  root: z.string(),
  artifacts: z.array(z.string()).optional(),
  outcome: z.string(),
  ms: z.number().min(0).optional(),
});

function linesIn(text: string) {
  return text.split("\n").flatMap((line) => (line.startsWith("{") ? [Line.parse(JSON.parse(line))] : []));
}

it("records every call in one line: who, what, where, how it ended and how long it took", async () => {
  const root = await temporaryFolder();
  const wire = openWire(await fixtureServer(), ["--workspace", root]);
  await wire.initialize();
  await wire.call("probe_touch", { uri: "test://b" });
  await wire.call("probe_echo", {});
  await wire.call("test_error_handling");
  await wire.request("resources/read", { uri: "test://static-text" });
  await wire.request("resources/read", { uri: "test://nothing" });
  await wire.request("prompts/get", { name: "test_simple_prompt" });
  wire.child.stdin.end();
  await wire.exit;
  const lines = linesIn(wire.errors());
  expect(new Set(lines.map(({ session }) => session)).size).toBe(1);
  expect(new Set(lines.map((line) => line.root))).toEqual(new Set([root]));
  expect(lines).toMatchObject([
    { event: "initialize", outcome: "wire" },
    { event: "call", tool: "probe_touch", capability: "probe-touch", artifacts: ["test://b"], outcome: "ok" },
    { event: "call", tool: "probe_echo", artifacts: [], outcome: "invalid_argument" },
    { event: "call", tool: "test_error_handling", outcome: "tool_failed" },
    { event: "read", artifacts: ["test://static-text"], outcome: "ok" },
    { event: "read", artifacts: ["test://nothing"], outcome: "path_not_found" },
    { event: "prompt", tool: "test_simple_prompt", outcome: "ok" },
    { event: "close", outcome: "ok" },
  ]);
  for (const line of lines) if (line.event === "call") expect(line.ms).toBeGreaterThanOrEqual(0);
});

it("writes the same lines to --audit-file, in the same order, to the last one", async () => {
  const file = join(await temporaryFolder(), "audit.jsonl");
  const wire = openWire(await fixtureServer(), ["--audit-file", file]);
  await wire.initialize();
  await Promise.all(
    Array.from({ length: 30 }, (_, index) => wire.call("probe_touch", { uri: `test://${index}` })),
  );
  wire.child.stdin.end();
  await wire.exit;
  const lines = linesIn(await readFile(file, "utf8"));
  expect(lines).toEqual(linesIn(wire.errors()));
  expect(lines).toHaveLength(32);
  expect(lines.at(-1)).toMatchObject({ event: "close" });
});

it("keeps apart the sessions of several HTTP clients, and gives none of their secrets away", async () => {
  const server = await startListening(await fixtureServer());
  const sessions = [await openSession(server.url), await openSession(server.url)];
  for (const session of sessions)
    await session.request("tools/call", { name: "probe_events", arguments: {} });
  for (const session of sessions) await session.end();
  // The line about a request may come a moment after its reply.
  const closed = () => linesIn(server.errors()).filter(({ event }) => event === "close").length;
  await expect.poll(closed).toBe(2);
  const lines = linesIn(server.errors());
  const calls = lines.filter(({ event }) => event === "call");
  expect(new Set(calls.map(({ session }) => session)).size).toBe(2);
  for (const { id } of sessions) expect(server.errors()).not.toContain(id);
});

it("says of a cancelled call that it was cancelled", async () => {
  const wire = openWire(await fixtureServer());
  const params = { name: "probe_wait", arguments: { label: "w" }, _meta: { progressToken: 1 } };
  wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  await wire.until(({ method }) => method === "notifications/progress");
  wire.notify("notifications/cancelled", { requestId: 1 });
  wire.child.stdin.end();
  await wire.exit;
  const call = linesIn(wire.errors()).find(({ event }) => event === "call");
  expect(call).toMatchObject({ tool: "probe_wait", outcome: "cancelled" });
});
