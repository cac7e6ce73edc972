import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import type { CallOptions } from "../session/session.ts";
import { stdioTransport } from "../transports/stdio.ts";
import { acpDriver } from "./acp-driver.ts";

function driverOf(on: string, initializeMs = 10_000) {
  const link = stdioTransport({ command: process.execPath, args: [writeAgent(on)], cwd: tmpdir() });
  return acpDriver(link, {
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

test("a person who would rather wait gives an ACP agent more time", async () => {
  const patience: NodeJS.Timeout[] = [];
  const outcome = await running(
    `${greets} ${opens} if (message.method === "session/prompt") setTimeout(() => send({ id: message.id, result: { stopReason: "end_turn" } }), 1500); return false;`,
    { idleMs: 700, onIdleTimer: (extend) => void patience.push(setInterval(extend, 100)) },
  );
  for (const each of patience) clearInterval(each);
  expect(patience).toHaveLength(1);
  expect(outcome.state).toBe("done");
});

test("an ACP agent that opens no session can be left at once", async () => {
  const abort = new AbortController();
  const outcome = running(
    `${greets} if (message.method === "session/new") process.stderr.write("asked"); return false;`,
    { signal: abort.signal },
  );
  setTimeout(() => abort.abort(), 200);
  expect((await outcome).state).toBe("cancelled");
});

test("time is not up for an ACP agent that has answered", async () => {
  const overdue: string[] = [];
  const outcome = await running(
    `${greets} ${opens} if (message.method === "session/prompt") send({ id: message.id, result: { stopReason: "end_turn" } }); return false;`,
    { idleMs: 1000, onOverdue: () => void overdue.push("overdue") },
  );
  await delay(1200);
  expect([outcome.state, overdue]).toEqual(["done", []]);
});

test("a program that is not an ACP agent is recognized by its output", async () => {
  const driver = driverOf(`console.log("Welcome to the shell"); return false;`, 1500);
  expect(await driver.start()).toMatchObject({
    fault: {
      message:
        "The agent did not shake hands over ACP: it did not answer in time. Instead of messages it printed: Welcome to the shell.",
    },
  });
  await driver.close(true);
});
