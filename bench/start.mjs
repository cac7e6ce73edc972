// Time from spawn to the `initialize` reply, and the latency of one call, of the bundled server and a hand-written
// floor. Interleaved, so that both see the same noise. Both have run once before: "first start" is before compiled code
// was cached, as right after an install. Goals: a call at most 3×; start at most 2.2× on Node 20, and 2.5× on later
// versions, where the floor itself starts in 25 ms.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { connect, median } from "./support/stdio-client.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const workspace = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.env.XDG_CACHE_HOME = join(workspace, "cache");
const contestants = {
  floor: [join(here, "support/floor-server.mjs")],
  hewto: [join(here, "../dist/hewto.js"), "mcp", "--workspace", workspace],
};
const ROUNDS = 31;
const CALLS = 1000;

// Killed as soon as they answer, so that nothing is cached.
const firstStarts = await timeStarts(7);
const settled = connect(contestants.hewto);
await settled.initialize();
await sleep(2000);
settled.stop();
const starts = await timeStarts(ROUNDS);

const calls = { floor: [], hewto: [] };
const memory = {};
const clients = Object.entries(contestants).map(([name, args]) => [name, connect(args)]);
for (const [, client] of clients) await client.initialize();
for (const [, client] of clients) for (let warm = 0; warm < 200; warm++) await client.request("ping", {});
for (let round = 0; round < CALLS; round++) {
  for (const [name, client] of clients) {
    const began = performance.now();
    // Rejected for a missing argument: all of the server's work (checks, audit, reply) and none of a tool's.
    await client.request("tools/call", { name: "get_spec_requirements", arguments: {} });
    calls[name].push(performance.now() - began);
  }
}
for (const [name, client] of clients) {
  memory[name] = client.residentMb();
  client.stop();
}
rmSync(workspace, { recursive: true, force: true });

const row = (label, unit, values, digits) => {
  const [floor, hewto] = [median(values.floor), median(values.hewto)];
  console.log(
    `${label.padEnd(22)} floor ${floor.toFixed(digits)} ${unit}   hewto ${hewto.toFixed(digits)} ${unit}   ratio ${(hewto / floor).toFixed(2)}`,
  );
  return hewto / floor;
};
row("first start", "ms", firstStarts, 1);
const start = row("spawn → initialize", "ms", starts, 1);
const call = row("call without work", "ms", calls, 3);
console.log(
  `memory after ${CALLS} calls  floor ${memory.floor.toFixed(0)} MB   hewto ${memory.hewto.toFixed(0)} MB`,
);
const maxStart = Number.parseInt(process.versions.node, 10) < 22 ? 2.2 : 2.5;
const good = start <= maxStart && call <= 3;
console.log(
  `${good ? "within the goals" : "MISSED a goal"} (Node ${process.version}: start ≤ ${maxStart}, call ≤ 3)`,
);
process.exit(good ? 0 : 1);

async function timeStarts(rounds) {
  const times = { floor: [], hewto: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [name, args] of Object.entries(contestants)) {
      const began = performance.now();
      const client = connect(args);
      await client.initialize();
      times[name].push(performance.now() - began);
      client.stop();
    }
  }
  return times;
}
