// `npm run bench client`: how the client handles an agent that sends too much. A burst of 200,000 progress
// notifications and a 50 MB result, each through the session that `hewto run` uses, compared with a plain line splitter
// with JSON.parse on the same bytes at the same time.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSource } from "../scripts/bundle-source.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-client-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const NOTIFICATIONS = 200_000;
const MEGABYTES = 50;

const agent = join(folder, "agent.mjs");
writeFileSync(
  agent,
  `const line = (message) => JSON.stringify({ jsonrpc: "2.0", ...message }) + "\\n";
const write = (text) => new Promise((resolve) => process.stdout.write(text, resolve));
const tools = [{ name: "burst" }, { name: "large" }];
let rest = "";
process.stdin.on("data", async (chunk) => {
  rest += chunk;
  for (let end = rest.indexOf("\\n"); end >= 0; end = rest.indexOf("\\n")) {
    const { id, method, params } = JSON.parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    if (method === "initialize") await write(line({ id, result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "bench", version: "1" } } }));
    if (method === "tools/list") await write(line({ id, result: { tools } }));
    if (method === "shutdown") await write(line({ id, result: null }));
    if (method === "exit") process.exit(0);
    if (method !== "tools/call") continue;
    if (params.name === "burst") {
      for (let n = 0; n < ${NOTIFICATIONS}; n += 1000) {
        let text = "";
        for (let k = n + 1; k <= n + 1000; k++) text += line({ method: "notifications/progress", params: { progressToken: "tool-" + id, progress: k, total: ${NOTIFICATIONS}, message: "step " + k } });
        await write(text);
      }
    }
    const text = params.name === "large" ? "x".repeat(${MEGABYTES} * 1024 * 1024) : "done";
    await write(line({ id, result: { content: [{ type: "text", text }], isError: false } }));
  }
});
`,
);

const bundled = join(folder, "client.mjs");
await bundleSource(
  {
    code: `export { AgentSession } from "./src/client/session/session.ts"; export { stdioTransport } from "./src/client/transports/stdio.ts";`,
    folder: root,
  },
  bundled,
);
const { AgentSession, stdioTransport } = await import(bundled);

async function ours(name) {
  const session = new AgentSession(
    stdioTransport({ command: process.execPath, args: [agent], cwd: folder }),
    {
      capabilities: { sampling: {} },
      serves: {},
      initializeMs: 30_000,
      observe: () => {},
      legacyNames: true,
    },
  );
  await session.open();
  const peak = watchMemory();
  const lag = watchLag();
  const began = performance.now();
  let reports = 0;
  let last = 0;
  const outcome = await session.call(
    name,
    {},
    {
      idleMs: 60_000,
      maxMs: 120_000,
      signal: new AbortController().signal,
      onProgress: ({ progress }) => {
        reports++;
        last = progress;
      },
    },
  );
  const ms = performance.now() - began;
  await session.close();
  const size = outcome.content?.[0]?.text.length ?? 0;
  return { ms, peak: peak(), lag: lag(), reports, last, size, state: outcome.state };
}

/** The same bytes through a splitter and JSON.parse, nothing else. */
function floor(name) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [agent], { stdio: ["pipe", "pipe", "ignore"] });
    const began = performance.now();
    let parts = [];
    child.stdout.on("data", (chunk) => {
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        const message = JSON.parse(Buffer.concat([...parts, chunk.subarray(from, end)]).toString("utf8"));
        parts = [];
        from = end + 1;
        if (message.id !== 1) continue;
        const ms = performance.now() - began;
        child.kill("SIGKILL");
        resolve(ms);
      }
      parts.push(chunk.subarray(from));
    });
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name } })}\n`,
    );
  });
}

function watchMemory() {
  let most = 0;
  const start = process.memoryUsage().rss;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - start);
  }, 20);
  return () => {
    clearInterval(timer);
    return Math.max(most, process.memoryUsage().rss - start) / 1024 / 1024;
  };
}

function watchLag() {
  let most = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    most = Math.max(most, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}

let failed = false;
console.log("| load | ours ms | floor ms | ratio | peak MB over start | longest pause ms | result |");
console.log("|---|---|---|---|---|---|---|");
for (const name of ["burst", "large"]) {
  const bare = await floor(name);
  const run = await ours(name);
  const whole =
    name === "burst"
      ? run.reports === NOTIFICATIONS && run.last === NOTIFICATIONS
      : run.size === MEGABYTES * 1024 * 1024;
  failed ||= !whole || run.state !== "done";
  const load =
    name === "burst" ? `${NOTIFICATIONS.toLocaleString("en")} notifications` : `${MEGABYTES} MB result`;
  console.log(
    `| ${load} | ${run.ms.toFixed(0)} | ${bare.toFixed(0)} | ${(run.ms / bare).toFixed(2)} | ${run.peak.toFixed(0)} | ${run.lag.toFixed(0)} | ${whole && run.state === "done" ? "whole" : "LOST"} |`,
  );
}
process.exit(failed ? 1 : 0);
