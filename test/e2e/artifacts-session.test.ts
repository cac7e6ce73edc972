import { join } from "node:path";
import { Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { catalog } from "../../src/catalog.ts";
import { ok } from "../../src/kernel/result.ts";
import { createHost } from "../../src/mcp/protocol/host.ts";
import { buildServer } from "../../src/mcp/protocol/server.ts";
import { createSession } from "../../src/mcp/protocol/session.ts";
import { createRuntime } from "../../src/operation/runtime.ts";
import { chooseProfile } from "../../src/profiles.ts";
import { openWorkspace } from "../../src/workspace/paths/root.ts";
import { withLock } from "../../src/workspace/write/locks/lock.ts";
import { specText } from "../support/artifacts.ts";
import { temporaryTree } from "../support/temporary.ts";

async function sessionAt(root: string) {
  const workspace = await openWorkspace(root);
  const profile = chooseProfile("specman", undefined);
  if (!workspace.ok || !profile.ok) throw new Error("no workspace");
  const runtime = createRuntime({ workspace: workspace.value, flags: { workspace: root }, log: () => {} });
  const entries = catalog.filter((entry) => entry.name === "artifacts");
  const audit = { record: () => {}, flushed: async () => {} };
  const host = createHost({ profile: profile.value, entries, runtime, audit, protocol: undefined });
  const session = createSession(root, "local", new Date());
  const server = buildServer(host, "legacy", session);
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "somebody", version: "3" });
  await Promise.all([server.connect(far), client.connect(near)]);
  onTestFinished(() => client.close());
  return { session, client };
}

// covers specman: session-protocol-version, session-principal, session-workspace
test("a session records the negotiated protocol version, the client and the workspace", async () => {
  const root = await temporaryTree({ ".specman/": "" });
  const { session, client } = await sessionAt(root);
  await client.ping();
  expect(session).toMatchObject({
    protocolVersion: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
    principal: "local",
    client: { name: "somebody", version: "3" },
    root,
  });
});

// covers specman: session-calls, session-locks
test("a session tracks running calls and the artifacts that they hold", async () => {
  const root = await temporaryTree({ ".specman/": "", "spec/a/spec.md": specText() });
  const { session, client } = await sessionAt(root);
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lock = join(root, ".specman/locks/graph.lock");
  const holding = withLock(lock, {}, async () => ok(await held));
  const ops = [{ op: "add_dependency", ref: "https://example.com/x.md" }];
  const call = client.callTool({ name: "update_artifact", arguments: { locator: "spec://a", ops } });
  await expect
    .poll(() => [...session.calls].map(({ tool, touched }) => ({ tool, touched: [...touched] })))
    .toEqual([{ tool: "update_artifact", touched: ["spec/a/spec.md"] }]);
  release();
  await holding;
  expect((await call).structuredContent).toMatchObject({ persisted: true });
  expect(session.calls.size).toBe(0);
});
