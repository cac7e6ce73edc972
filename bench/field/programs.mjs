// Runs both programs as a user would: whole processes, an empty home, no telemetry.
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";

const maxMs = 180_000;

/** `hewto` and `peer` (undefined without OpenSpec): each runs in a folder with arguments and gives the exit code and output. */
export function programs({ root, peerFolder, home }) {
  mkdirSync(home, { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CACHE_HOME: join(home, "cache"),
    XDG_DATA_HOME: join(home, "data"),
    OPENSPEC_TELEMETRY: "0",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
    CI: "1",
  };
  const program = (script) => (words, cwd) => run(script, words, { cwd, env });
  const peer = peerFolder && join(peerFolder, "node_modules/@fission-ai/openspec/bin/openspec.js");
  return { hewto: program(join(root, "dist/hewto.js")), peer: peer && program(peer), env };
}

function run(script, words, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...words], {
      ...options,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.setEncoding("utf8").on("data", (chunk) => {
      errors += chunk;
    });
    const timer = setTimeout(() => child.kill("SIGKILL"), maxMs);
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, output, errors });
    });
  });
}

/** The JSON that a program printed; undefined where it printed something else. */
export function jsonOf({ output }) {
  try {
    return JSON.parse(output.slice(Math.max(0, output.indexOf("{"))));
  } catch {
    return undefined;
  }
}
