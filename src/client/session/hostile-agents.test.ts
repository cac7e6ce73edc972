import { mkdtempSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../../test/support/processes.ts";
import { onCall, talk } from "../../../test/support/talk.ts";
import { stdioTransport } from "../transports/stdio.ts";

describe.concurrent("what an agent writes", () => {
  // [ENSURES: requirement-every-way-to-end.rules:TEST]
  it("one that never answers initialize is ended, and was sent no cancellation", async () => {
    const pidFile = join(mkdtempSync(join(tmpdir(), "hewto-hostile-")), "pid");
    const { session, events } = talk("return false;", {
      before: `import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); process.on("SIGTERM", () => {}); setInterval(() => {}, 1000);`,
      initializeMs: 700,
    });
    expect((await session.open()).ok).toBe(false);
    expect(events.filter(({ kind }) => kind === "sent")).toHaveLength(1);
    expect(isAlive(await readFile(pidFile, "utf8"))).toBe(false);
  });

  it("with garbage, blank lines, a byte order mark, a batch and two messages in one chunk, nothing is lost", async () => {
    const { session, call, unparsed } = talk(
      onCall(`
        const line = (value) => JSON.stringify({ jsonrpc: "2.0", ...value });
        const note = (done) => ({ method: "notifications/progress", params: { progressToken: "tool-" + message.id, progress: done, total: 9 } });
        process.stdout.write("npx: installed 3 in 2s\\n\\n\\r\\n\\ufeff" + line(note(1)) + "\\r\\n" + line(note(2)) + "\\n{ broken\\n42\\n[" + line(note(3)) + "," + line(note(4)) + "]\\n" + line({ id: message.id, result: { content: [] } }) + "\\nbye\\n");`),
    );
    await session.open();
    const seen: number[] = [];
    const outcome = await call({ onProgress: ({ progress }) => seen.push(progress) });
    expect(outcome.state).toBe("done");
    expect(seen).toEqual([1, 2, 3, 4]);
    await session.close();
    expect(unparsed()).toEqual(["npx: installed 3 in 2s", "{ broken", "42", "bye"]);
  });

  it("LSP framing is recognized and named", async () => {
    const { session } = talk(
      `const body = JSON.stringify({ jsonrpc: "2.0", id: 1, result: {} }); process.stdout.write("Content-Length: " + body.length + "\\r\\n\\r\\n" + body); return false;`,
    );
    const opened = await session.open();
    expect(opened.ok ? "" : opened.fault.message).toContain("frames its messages with Content-Length");
  });

  it("a burst of notifications, a result of many lines and a line of 5 MB end in the result", async () => {
    const { session, call } = talk(
      onCall(
        `for (let n = 1; n <= 20000; n++) progress(message.id, n, "", 20000); text(message.id, "x".repeat(5e6) + "\\n" + "line\\n".repeat(200000))`,
      ),
    );
    await session.open();
    let last = 0;
    const outcome = await call({ onProgress: ({ progress }) => (last = progress) });
    expect(last).toBe(20_000);
    expect(String(outcome.content?.[0]?.text)).toHaveLength(5_000_000 + 1 + 5 * 200_000);
    await session.close();
  });

  it("one that closes its input ends the call", async () => {
    const { session, call } = talk(
      `if (message.method === "tools/list") { closeSync(0); answers["tools/list"](message.id); setInterval(() => {}, 1000); return false; }`,
      { before: `import { closeSync } from "node:fs";` },
    );
    await session.open();
    await session.tools(5000);
    const outcome = await call();
    expect(outcome).toMatchObject({
      state: "agent-died",
      error: { message: expect.stringContaining("closed its input"), retryable: true },
    });
    await session.close();
  });

  it("a file that cannot be executed is unavailable, with the error of the system", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "hewto-hostile-")), "agent");
    await writeFile(file, "#!/bin/sh\n");
    await chmod(file, 0o644);
    const started = await stdioTransport({ command: file, args: [], cwd: tmpdir() }).start({
      message: () => {},
      unparsed: () => {},
      stderr: () => {},
      failed: () => {},
      closed: () => {},
    });
    expect(started).toMatchObject({ ok: false, fault: { code: "agent_unavailable" } });
    expect(started.ok ? "" : started.fault.message).toContain("EACCES");
  });

  it("a slow start is waited for", async () => {
    const { session } = talk("", { before: "await new Promise((resolve) => setTimeout(resolve, 1000));" });
    expect(await session.open()).toMatchObject({ ok: true, value: { name: "test-agent" } });
    await session.close();
  });
});

describe.concurrent("odd replies", () => {
  it("an unknown id, a second reply and an unsolicited reply are logged and ignored", async () => {
    const { session, call, notes } = talk(
      onCall(`
        send({ id: 77, result: { content: [] } }); send({ id: null, error: { code: -32700, message: "?" } });
        text(message.id, "first"); text(message.id, "second")`),
    );
    await session.open();
    expect(await call()).toMatchObject({ state: "done", content: [{ text: "first" }] });
    await session.close();
    expect(notes()).toMatchObject([
      expect.stringContaining('"id":77'),
      expect.stringContaining('"id":null'),
      expect.stringContaining('"second"'),
    ]);
  });

  it("a reply with both a result and an error is an error", async () => {
    const { session, call } = talk(
      onCall(
        `send({ id: message.id, result: { content: [] }, error: { code: -32603, message: "torn in two" } })`,
      ),
    );
    await session.open();
    expect(await call()).toMatchObject({ state: "protocol-error", error: { message: "torn in two" } });
    await session.close();
  });

  // covers spec-tui-client: progress-notifications
  it("progress is matched by token, by id, or to the only call; late and foreign notifications are ignored", async () => {
    const { session, call } = talk(`
      if (message.method !== "tools/call") return;
      globalThis.calls = [...(globalThis.calls ?? []), message.id];
      const note = (progressToken, done) => send({ method: "notifications/progress", params: { progressToken, progress: done } });
      if (calls.length === 1) { note("unknown", 1); note(String(message.id), 2); note(message.id, 3); return false; }
      const [a, b] = calls;
      note("tool-" + a, 10); note("tool-" + b, 20); note("unknown", 99);
      text(a, "a"); note("tool-" + a, 11); note("tool-" + b, 21); text(b, "b");
      return false;
    `);
    await session.open();
    const seen = { a: [] as number[], b: [] as number[] };
    let begun: () => void = () => {};
    const both = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const a = call({
      onProgress: ({ progress }) => {
        seen.a.push(progress);
        if (progress === 3) begun();
      },
    });
    await both;
    const b = call({ onProgress: ({ progress }) => seen.b.push(progress) });
    expect(await a).toMatchObject({ content: [{ text: "a" }] });
    expect(await b).toMatchObject({ content: [{ text: "b" }] });
    expect(seen.a).toEqual([1, 2, 3, 10]);
    expect(seen.b).toEqual([20, 21]);
    await session.close();
  });
});

describe.concurrent("tool lists", () => {
  it("three pages become one list, in order; a tool without a schema is kept, one without a name is not", async () => {
    const { session } = talk(`
      if (message.method !== "tools/list") return;
      const page = Number(message.params?.cursor ?? 1);
      const tools = page === 2 ? [{ name: "speckit.b", inputSchema: 7 }, { title: "nameless" }, "junk"] : [{ name: "speckit." + page }];
      send({ id: message.id, result: { tools, ...(page < 3 ? { nextCursor: String(page + 1) } : {}) } });
      return false;
    `);
    await session.open();
    const listed = await session.tools(5000);
    expect(listed).toMatchObject({
      ok: true,
      value: [
        { name: "speckit.1" },
        { name: "speckit.b", inputSchema: { type: "object" } },
        { name: "speckit.3" },
      ],
    });
    await session.close();
  });

  it("endless new cursors are cut off at a hundred pages", async () => {
    const { session, events } = talk(`
      if (message.method !== "tools/list") return;
      send({ id: message.id, result: { tools: [{ name: "t" }], nextCursor: String(message.id) } });
      return false;
    `);
    await session.open();
    const listed = await session.tools(5000);
    expect(listed.ok && listed.value).toHaveLength(100);
    expect(events.filter(({ kind }) => kind === "sent")).toHaveLength(102);
    await session.close();
  });

  it("a flood of list_changed does not disturb a call, and is reported", async () => {
    const { session, call, events } = talk(
      onCall(
        `for (let n = 0; n < 5000; n++) send({ method: "notifications/tools/list_changed" }); text(message.id, "still there")`,
      ),
    );
    await session.open();
    expect(await call()).toMatchObject({ state: "done", content: [{ text: "still there" }] });
    expect(events.filter(({ kind }) => kind === "tools-changed")).toHaveLength(5000);
    await session.close();
  });
});
