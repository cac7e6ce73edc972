import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** A bare JSON-RPC client: as little as possible between the clock and the server. */
export function connect(args, options = {}) {
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "ignore"], ...options });
  const waiting = new Map();
  let rest = "";
  let nextId = 1;
  child.stdout.setEncoding("utf8");
  child.stdout.on("data", (chunk) => {
    rest += chunk;
    for (let end = rest.indexOf("\n"); end >= 0; end = rest.indexOf("\n")) {
      const message = JSON.parse(rest.slice(0, end));
      rest = rest.slice(end + 1);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });
  const request = (method, params) => {
    const id = nextId++;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  };
  const initialize = () =>
    request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "bench", version: "1" },
    });
  const residentMb = () => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
  };
  /** Processor time of all its threads so far; Linux counts in steps of 10 ms. */
  const cpuMs = () => {
    const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  };
  return { request, initialize, residentMb, cpuMs, stop: () => child.kill("SIGKILL") };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
