import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { shown, start, startListening } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";
import { codeOf, openWire, resultOf, textOf } from "../support/wire.ts";

const waiting = (label: string, ms?: number) => ({
  jsonrpc: "2.0",
  id: label,
  method: "tools/call",
  params: { name: "probe_wait", arguments: { label, ...(ms ? { ms } : {}) } },
});
const stubborn = {
  jsonrpc: "2.0",
  id: "stubborn",
  method: "tools/call",
  params: { name: "probe_stubborn", arguments: {} },
};

/** Generous, because the machine is shared; what would never end is what these tests are about. */
const SOON_MS = 4000;

async function soon<T>(ending: Promise<T>): Promise<T | "still running"> {
  return Promise.race([
    ending,
    new Promise<"still running">((resolve) => setTimeout(() => resolve("still running"), SOON_MS).unref()),
  ]);
}

describe("end of input", () => {
  // covers swiftindex: protocol-edge-cases
  it("ends an idle server", async () => {
    const wire = openWire(hewto, ["mcp"]);
    wire.child.stdin.end();
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.messages).toEqual([]);
  });

  it("delivers the replies in flight first", async () => {
    const wire = openWire(await fixtureServer());
    wire.send(waiting("a", 60));
    wire.send(waiting("b", 10));
    wire.child.stdin.end();
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.messages.map(({ id }) => id)).toEqual(["b", "a"]);
  });

  it("delivers a long reply whole to a reader that takes its time", async () => {
    const wire = openWire(await fixtureServer());
    wire.child.stdout.pause();
    const params = { name: "probe_big", arguments: { size: 8_000_000 } };
    wire.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
    wire.child.stdin.end();
    const slowly = setInterval(() => {
      wire.child.stdout.resume();
      setImmediate(() => wire.child.stdout.pause());
    }, 20);
    const code = await wire.exit;
    clearInterval(slowly);
    expect(code).toBe(0);
    expect(resultOf(await wire.reply(1)).content).toEqual([
      { type: "audio", data: "x".repeat(8_000_000), mimeType: "audio/wav" },
    ]);
  });

  it("ends a call that never ends, and a timer that holds the process", async () => {
    const wire = openWire(await fixtureServer());
    wire.send(stubborn);
    wire.send(waiting("endless"));
    wire.child.stdin.end();
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.messages).toEqual([]);
  });

  it("ends a task that runs in the background", async () => {
    const wire = openWire(await fixtureServer());
    await wire.initialize();
    await wire.call("probe_job", { label: "job" }, { task: {} });
    wire.child.stdin.end();
    expect(await soon(wire.exit)).toBe(0);
  });

  it("comes at once where there is no input at all", async () => {
    const child = spawn(process.execPath, [hewto, "mcp"], { stdio: ["ignore", "pipe", "pipe"] });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [code] = await Promise.race([
      once(child, "close"),
      new Promise<unknown[]>((resolve) => setTimeout(() => resolve(["still running"]), SOON_MS).unref()),
    ]);
    expect(code).toBe(0);
  });
});

describe("signals", () => {
  it.each([
    ["SIGTERM", 0],
    ["SIGHUP", 0],
    ["SIGINT", 130],
  ] as const)("%s answers what is in flight and ends with %i", async (signal, code) => {
    const wire = openWire(await fixtureServer());
    wire.send(stubborn);
    wire.send(waiting("short", 40));
    await wire.request("ping");
    wire.child.kill(signal);
    expect(await soon(wire.exit)).toBe(code);
    expect(wire.messages).toHaveLength(2);
    expect(wire.messages[1]).toMatchObject({ id: "short", result: {} });
  });

  it.each([
    ["SIGTERM", 0],
    ["SIGINT", 130],
  ] as const)("%s ends a listening server, open streams and all, with %i", async (signal, code) => {
    const server = await startListening(hewto, ["mcp"]);
    const stream = await fetch(server.url, { headers: { accept: "text/event-stream" } });
    server.child.kill(signal);
    expect(await soon(server.exit)).toBe(code);
    await stream.body?.cancel().catch(() => {});
  });
});

describe("the parent", () => {
  // [ENSURES: requirement-a-clean-end.rules:TEST]
  // [VERIFIES: mcp-server/a-clean-end#the-host-is-killed]
  it("takes the server with it when it is killed, though the input stays open", async () => {
    const folder = await temporaryTree({
      "parent.mjs": `
        import { spawn } from "node:child_process";
        import { openSync } from "node:fs";
        // Opened for writing too, the pipe never ends while anyone has it: the child itself is enough.
        const input = openSync(process.argv[2], "r+");
        const child = spawn(process.execPath, process.argv.slice(3), { stdio: [input, "inherit", "inherit"] });
        process.stderr.write("child " + child.pid + "\\n");
        setInterval(() => {}, 1000);
      `,
    });
    const pipe = join(folder, "input");
    execFileSync("mkfifo", [pipe]);
    const parent = start(join(folder, "parent.mjs"), [pipe, hewto, "mcp"]);
    const [, pid] = await shown(parent, /child (\d+)/);
    onTestFinished(() => endQuietly(Number(pid)));
    await writeFile(pipe, '{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
    await once(parent.child.stdout, "data");
    parent.child.kill("SIGKILL");
    // The streams close when their last holder is gone: the orphan.
    expect(await soon(parent.exit)).toBe("SIGKILL");
  });
});

describe("a script that starts a listener in the background", () => {
  it("may end: the listener stays until it is told to go", async () => {
    const folder = await temporaryTree({
      "script.mjs": `
        import { spawn } from "node:child_process";
        const stdio = ["ignore", "ignore", "pipe"];
        const child = spawn(process.execPath, process.argv.slice(2), { stdio, detached: true });
        child.stderr.on("data", (text) => {
          const [address] = /http:.*\\/mcp/.exec(String(text)) ?? [];
          if (address) { process.stdout.write(child.pid + " " + address + "\\n"); process.exit(0); }
        });
      `,
    });
    const script = start(join(folder, "script.mjs"), [
      hewto,
      ...["mcp", "--transport", "http", "--port", "0", "--no-token"],
    ]);
    const [said] = await once(script.child.stdout, "data");
    const [pid, url = ""] = String(said).trim().split(" ");
    onTestFinished(() => endQuietly(Number(pid)));
    await script.exit;
    // Longer than the interval at which the parent is checked.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await fetch(url)).status).toBe(406);
  });
});

describe("the reader", () => {
  it("may close stdout: the server ends without a word of complaint", async () => {
    const wire = openWire(await fixtureServer());
    await wire.request("ping");
    wire.child.stdout.destroy();
    wire.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.errors()).not.toMatch(/Error|EPIPE|at /);
  });

  it("may close stdout of the shipped program too", async () => {
    const wire = openWire(hewto, ["mcp"]);
    await wire.request("ping");
    wire.child.stdout.destroy();
    wire.send({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.errors()).not.toMatch(/Error|EPIPE|at /);
  });
});

describe("failures that belong to nobody", () => {
  it.each(["rejection", "throw"])("such as a stray %s are reported, and the server lives on", async (how) => {
    const wire = openWire(await fixtureServer());
    await wire.call("probe_stray", { how });
    while (!wire.errors().includes(`stray ${how}`)) await wire.request("ping");
    expect(textOf(await wire.call("probe_echo", { text: "still here" }))).toBe("still here");
  });

  it("such as a closed stderr stop no call", async () => {
    const wire = openWire(await fixtureServer());
    await wire.request("ping");
    wire.child.stderr.destroy();
    for (let index = 0; index < 5; index++) await wire.call("probe_print");
    expect(textOf(await wire.call("probe_echo", { text: "still here" }))).toBe("still here");
    expect(wire.junk).toEqual([]);
  });
});

describe("spec-tui's own method names", () => {
  // covers spec-tui-client: shutdown-and-exit
  it("shutdown is answered with null and ends nothing", async () => {
    const wire = openWire(hewto, ["mcp"]);
    expect(await wire.request("shutdown", undefined, 99)).toEqual({ jsonrpc: "2.0", id: 99, result: null });
    expect(codeOf(await wire.request("ping"))).toBeUndefined();
  });

  it("exit ends the server while its input stays open", async () => {
    const wire = openWire(hewto, ["mcp"]);
    await wire.initialize();
    await wire.request("shutdown");
    wire.notify("exit");
    expect(await soon(wire.exit)).toBe(0);
  });

  // [ENSURES: requirement-a-clean-end.rules:TEST]
  it("exit answers what is in flight first", async () => {
    const wire = openWire(await fixtureServer());
    wire.send(waiting("a", 40));
    wire.notify("exit");
    expect(await soon(wire.exit)).toBe(0);
    expect(wire.messages).toMatchObject([{ id: "a", result: {} }]);
  });
});

describe("stdout", () => {
  // covers swiftindex: protocol-edge-cases, json-rpc-over-stdio
  it("holds nothing but the protocol, whatever a tool prints", async () => {
    const wire = openWire(await fixtureServer());
    expect(textOf(await wire.call("probe_print"))).toBe("printed");
    await wire.request("ping");
    expect(wire.junk).toEqual([]);
    for (const source of ["log", "info", "debug", "dir", "table", "write"]) {
      expect(wire.errors()).toContain(source);
    }
  });
});

function endQuietly(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself, as it should.
  }
}
