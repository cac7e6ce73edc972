import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { stdioTransport } from "../transports/stdio.ts";
import { StrayOutput } from "./diagnostics.ts";
import { identify } from "./handshake.ts";
import { AgentSession } from "./session.ts";

/** Why a program that starts with these lines is not an agent. */
async function complaint(before: string, initializeMs = 10_000): Promise<string> {
  const agent = { command: process.execPath, args: [writeAgent("return false;", before)], cwd: tmpdir() };
  const session = new AgentSession(stdioTransport(agent), {
    capabilities: {},
    serves: {},
    initializeMs,
    observe: () => {},
    legacyNames: true,
  });
  const opened = await session.open();
  return opened.ok ? "" : opened.fault.message;
}

test.concurrent("a program that waits for a person is known by what it prints instead of an answer", async () => {
  const prints = `process.stdout.write("Welcome to\\u001b[2J the shell\\n\\nthree\\nfour\\nfive\\n");`;
  expect(await complaint(prints, 1500)).toBe(
    "The agent did not answer `initialize` within 1.5 s. Instead of messages it printed: Welcome to\u241b[2J the shell / three / four.",
  );
});

test.concurrent("one that prints how it is used and ends is known by that, unless it gives a cause", async () => {
  const usage = `console.log("usage: tool FILE");`;
  expect(await complaint(`${usage} process.exit(2);`)).toBe(
    "The agent ended with exit code 2. Instead of messages it printed: usage: tool FILE.",
  );
  expect(await complaint(`${usage} console.error("Error: no FILE"); process.exit(2);`)).toBe(
    "The agent ended with exit code 2. It printed: Error: no FILE.",
  );
});

test("an agent without a name is accepted, and a silent one is reported with the time limit", () => {
  const output = { stray: new StrayOutput(), lastStderr: [] };
  const result = { protocolVersion: "2025-06-18" };
  expect(identify({ kind: "result", result }, 1000, output)).toMatchObject({
    value: { name: "unnamed", version: "", protocolVersion: "2025-06-18", capabilities: {} },
  });
  expect(identify(undefined, 1000, output)).toMatchObject({
    fault: { message: "The agent did not answer `initialize` within 1 s." },
  });
});
