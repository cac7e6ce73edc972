import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { CallOptions } from "../session/session.ts";
import { execDriver } from "./exec-driver.ts";

/** Runs one step with a program of these lines, and counts how often a timeout was reported. */
async function running(script: string, limits: Pick<CallOptions, "idleMs" | "maxMs">) {
  const line = { command: "sh", args: ["-c", script], env: {}, promptArgument: false };
  const driver = execDriver(line, tmpdir(), { PATH: process.env["PATH"] }, () => {});
  let overdue = 0;
  const outcome = await driver.run(
    "plan",
    { spec_directory: "/x" },
    {
      ...limits,
      signal: new AbortController().signal,
      onProgress: () => {},
      onOverdue: () => void overdue++,
    },
  );
  return { ...outcome, overdue };
}

test("a program that keeps printing is ended when the run takes too long, with that as the reason", async () => {
  const talks = "while :; do echo more; sleep 0.02; done";
  expect(await running(talks, { idleMs: 10_000, maxMs: 600 })).toMatchObject({
    state: "timed-out",
    error: {
      message: "The run took longer than 0.6 s.",
      hint: expect.stringContaining("mcp.max_timeout_seconds"),
    },
    overdue: 1,
  });
});

test("a program without output is ended when it is idle for too long", async () => {
  expect(await running("sleep 60", { idleMs: 100, maxMs: 60_000 })).toMatchObject({
    state: "timed-out",
    error: {
      message: "No progress for 0.1 s.",
      hint: expect.stringContaining("mcp.timeout_seconds (or --timeout)"),
    },
    overdue: 1,
  });
});

test("a program that is not there is unavailable before anything is asked of it", async () => {
  const line = { command: "no-such-agent-of-hewto", args: [], env: {}, promptArgument: false };
  const driver = execDriver(line, tmpdir(), { PATH: process.env["PATH"] }, () => {});
  expect(await driver.start()).toMatchObject({
    ok: false,
    fault: {
      code: "agent_unavailable",
      message: "The program `no-such-agent-of-hewto` was not found.",
    },
  });
});
