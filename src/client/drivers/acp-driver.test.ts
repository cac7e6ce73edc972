import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import type { CallOptions } from "../session/session.ts";
import { stdioTransport } from "../transports/stdio.ts";
import { acpDriver } from "./acp-driver.ts";

function driverOf(on: string, initializeMs = 10_000) {
  const transport = stdioTransport({ command: process.execPath, args: [writeAgent(on)], cwd: tmpdir() });
  return acpDriver(transport, {
    cwd: tmpdir(),
    initializeMs,
    server: { command: "hewto", args: [] },
    permit: async () => false,
    observe: () => {},
  });
}

async function running(on: string, options: Partial<CallOptions>) {
  const driver = driverOf(on);
  await driver.start();
  try {
    return await driver.run(
      "plan",
      { spec_directory: "/x" },
      {
        idleMs: 60_000,
        maxMs: 60_000,
        signal: new AbortController().signal,
        onProgress: () => {},
        ...options,
      },
    );
  } finally {
    await driver.close(true);
  }
}

const greets = `if (message.method === "initialize") { send({ id: message.id, result: { protocolVersion: 1 } }); return false; }`;
const opens = `if (message.method === "session/new") { send({ id: message.id, result: { sessionId: "s" } }); return false; }`;

test("a user who wants to wait gives an ACP agent more time", async () => {
  const timers: NodeJS.Timeout[] = [];
  const outcome = await running(
    `${greets} ${opens} if (message.method === "session/prompt") setTimeout(() => send({ id: message.id, result: { stopReason: "end_turn" } }), 1500); return false;`,
    { idleMs: 700, onIdleTimer: (restart) => void timers.push(setInterval(restart, 100)) },
  );
  for (const each of timers) clearInterval(each);
  expect(timers).toHaveLength(1);
  expect(outcome.state).toBe("done");
});

test("a run whose ACP agent opens no session can be canceled at once", async () => {
  const abort = new AbortController();
  const outcome = running(
    `${greets} if (message.method === "session/new") process.stderr.write("asked"); return false;`,
    { signal: abort.signal },
  );
  setTimeout(() => abort.abort(), 200);
  expect((await outcome).state).toBe("cancelled");
});

test("an ACP agent that has answered does not time out", async () => {
  const overdue: string[] = [];
  const outcome = await running(
    `${greets} ${opens} if (message.method === "session/prompt") send({ id: message.id, result: { stopReason: "end_turn" } }); return false;`,
    { idleMs: 1000, onOverdue: () => void overdue.push("overdue") },
  );
  await delay(1200);
  expect([outcome.state, overdue]).toEqual(["done", []]);
});

test("a program that is not an ACP agent is identified by its output", async () => {
  const driver = driverOf(`console.log("Welcome to the shell"); return false;`, 1500);
  expect(await driver.start()).toMatchObject({
    fault: {
      message:
        "The ACP handshake failed: no reply in time. Instead of messages it printed: Welcome to the shell.",
    },
  });
  await driver.close(true);
});
