import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import type { CallOptions } from "../session/session.ts";
import { execDriver } from "./exec-driver.ts";

/** One step by a program of these lines, and how often it was told that time is up. */
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

test("a program that talks and talks is ended when the run takes too long, and that is what is said", async () => {
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

test("a program that is silent is ended for that", async () => {
  expect(await running("sleep 60", { idleMs: 100, maxMs: 60_000 })).toMatchObject({
    state: "timed-out",
    error: {
      message: "No progress for 0.1 s.",
      hint: expect.stringContaining("mcp.timeout_seconds (or --timeout)"),
    },
    overdue: 1,
  });
});
