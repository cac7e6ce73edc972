import { mkdtempSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { isAlive } from "../../../test/support/processes.ts";
import { onCall, talk } from "../../../test/support/talk.ts";
import { stdioTransport } from "../transports/stdio.ts";

describe.concurrent("the end of a call and of a conversation", () => {
  it("a call that was answered does not time out", async () => {
    const { session, call } = talk(onCall(`text(message.id, "in time")`));
    await session.open();
    const overdue: string[] = [];
    const outcome = await call({ idleMs: 2000, onOverdue: () => void overdue.push("overdue") });
    await delay(2200);
    expect([outcome.state, overdue]).toEqual(["done", []]);
    await session.close();
  });

  it("an agent that is canceled while it starts does not keep running", async () => {
    const link = stdioTransport({ command: process.execPath, args: [writeAgent("")], cwd: tmpdir() });
    let tell = (_: string) => {};
    const ended = new Promise<string>((resolve) => (tell = resolve));
    const nothing = () => {};
    const closed = ({ reason }: { reason: string }) => tell(reason);
    const started = link.start({
      message: nothing,
      unparsed: nothing,
      stderr: nothing,
      failed: nothing,
      closed,
    });
    await link.close(true);
    expect((await started).ok).toBe(true);
    expect(await ended).toMatch(/^The agent (?:was ended by|ended with exit code 0)/);
  });

  it("the last output of an agent is read before the session is over", async () => {
    // Printed by a child that notices the end: the agent's own output often arrives before its end.
    const notices = `spawn("sh", ["-c", "cat; sleep 0.1; echo last output >&2"], { detached: true, stdio: ["pipe", "ignore", "inherit"] });`;
    const { session, events } = talk("", {
      before: `import { spawn } from "node:child_process"; ${notices}`,
    });
    await session.open();
    await session.close();
    expect(events.flatMap((event) => (event.kind === "stderr" ? [event.text] : [])).join("")).toBe(
      "last output\n",
    );
  });

  it.each([
    ["a result just before the cancel is known", `text(message.id, "too late")`],
    [
      "-32800",
      `globalThis.call = message.id`,
      `send({ id: call, error: { code: -32800, message: "cancelled" } })`,
    ],
    ["nothing", ``],
    ["a result after the grace", `setTimeout(() => text(message.id, "late"), 2500)`],
  ])("a canceled call is canceled, even if the agent replies with %s", async (_, begun, cancelled = "") => {
    const { session, call } = talk(`
      if (message.method === "tools/call") { progress(message.id, 1, "begun"); ${begun}; return false; }
      if (message.method === "notifications/cancelled") { ${cancelled}; return false; }
    `);
    await session.open();
    const abort = new AbortController();
    const outcome = await call({ signal: abort.signal, onProgress: () => abort.abort() });
    expect(outcome).toMatchObject({ state: "cancelled", error: { retryable: true } });
    await session.close();
  });

  it("a result that came first counts, even if a cancellation follows", async () => {
    const { session, call } = talk(onCall(`text(message.id, "first")`));
    await session.open();
    const abort = new AbortController();
    const outcome = await call({ signal: abort.signal });
    abort.abort();
    expect(outcome).toMatchObject({ state: "done", content: [{ text: "first" }] });
    await session.close();
  });

  it.each([
    ["-32601", `send({ id: message.id, error: { code: -32601, message: "Method not found" } })`],
    ["silence", ``],
    ["null, and stays", `answers.shutdown(message.id); setInterval(() => {}, 1000)`],
  ])("an agent that answers shutdown with %s is ended by close", async (_, body) => {
    const pidFile = join(mkdtempSync(join(tmpdir(), "hewto-hostile-")), "pid");
    const { session } = talk(`if (message.method === "shutdown") { ${body}; return false; }`, {
      before: `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.exit = () => {};`,
    });
    await session.open();
    await session.close();
    expect(isAlive(await readFile(pidFile, "utf8"))).toBe(false);
  });
});
