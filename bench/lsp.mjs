// The editor at size: 500 specs, 50 open changes, 50,000 files of which 500 hold a tagged test. A person types in a
// spec, in the delta of a change and in a test; the time is from the keystroke to the findings of that text, the pause
// of 120 ms included. Next to it runs a floor that only parses, with the same pause. Then the time to the answer of
// `initialize` against `hewto --version`.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import protocol from "vscode-languageserver-protocol/node";

const SPECS = Number(process.env.BENCH_SPECS ?? 500);
const FILES = Number(process.env.BENCH_FILES ?? 50_000);
const CHANGES = Math.ceil(SPECS / 10);
const KEYSTROKES = Number(process.env.BENCH_KEYS ?? 40);
const here = dirname(fileURLToPath(import.meta.url));
const hewto = join(here, "../dist/hewto.js");
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const root = join(folder, "project");

plant();
console.log(`${SPECS} specs, ${CHANGES} open changes, ${FILES} files`);
const documents = {
  spec: "openspec/specs/area-7/spec.md",
  delta: "openspec/changes/change-7/specs/area-7/spec.md",
  test: "src/0/file-7.test.ts",
};
const floor = await start([join(here, "lsp/floor.mjs"), "--stdio"]);
const server = await start([hewto, "lsp", "--stdio"]);
const begunAt = performance.now();
for (const path of Object.values(documents)) {
  await floor.open(path);
  await server.open(path);
}
await server.indexed(documents.spec);
console.log(`links and states known after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
console.log("document  p50 ms  p95 ms  floor p50  floor p95  ratio of p50");
for (const [name, path] of Object.entries(documents)) {
  const times = { floor: [], server: [] };
  for (let key = 0; key < KEYSTROKES; key++) {
    // Side by side, so that both have the same neighbors on this machine.
    times.floor.push(await floor.type(path, key));
    times.server.push(await server.type(path, key));
  }
  const [own, least] = [times.server, times.floor].map(sorted);
  const ratio = (at(own, 0.5) / at(least, 0.5)).toFixed(2);
  const numbers = [at(own, 0.5), at(own, 0.95), at(least, 0.5), at(least, 0.95)].map((ms) => ms.toFixed(0));
  console.log(
    `${name.padEnd(8)}  ${numbers[0].padStart(6)}  ${numbers[1].padStart(6)}  ${numbers[2].padStart(9)}  ${numbers[3].padStart(9)}  ${ratio.padStart(12)}`,
  );
}
console.log(`memory: ${memory(server)} MB, floor ${memory(floor)} MB`);
server.stop();
floor.stop();
await startTimes();

function plant() {
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const scenario = (nth) => `#### Scenario: Case ${nth}\n\n- **WHEN** somebody asks\n- **THEN** it is done\n`;
  const requirement = (area, nth) =>
    `### Requirement: Rule ${nth} of area ${area}\n\nThe system SHALL obey rule ${nth}.\n\n${scenario(1)}\n${scenario(2)}`;
  for (let area = 0; area < SPECS; area++) {
    const rules = [0, 1, 2, 3, 4].map((nth) => requirement(area, nth)).join("\n");
    const purpose = `Lets people work in area ${area}, each day of the year.`;
    write(
      `openspec/specs/area-${area}/spec.md`,
      `# Area ${area}\n\n## Purpose\n\n${purpose}\n\n## Requirements\n\n${rules}`,
    );
  }
  for (let nth = 0; nth < CHANGES; nth++) {
    const change = `openspec/changes/change-${nth}`;
    write(
      `${change}/proposal.md`,
      `## Why\n\n${"It must be better. ".repeat(5)}\n\n## What Changes\n\nRule 1.\n`,
    );
    write(`${change}/tasks.md`, "## 1. All\n\n- [ ] 1.1 Do it\n");
    write(`${change}/specs/area-${nth}/spec.md`, `## MODIFIED Requirements\n\n${requirement(nth, 1)}`);
  }
  for (let nth = 0; nth < FILES; nth++) {
    const isTest = nth < SPECS;
    const tag = `// [VERIFIES: area-${nth}/rule-1-of-area-${nth}#case-1]\ntest("case ${nth}", () => {});\n`;
    const text = isTest ? tag : `export function work${nth}(): number {\n  return ${nth};\n}\n`;
    write(`src/${Math.floor(nth / 500)}/file-${nth}${isTest ? ".test" : ""}.ts`, text);
  }
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"],
  ])
    spawnSync("git", args, { cwd: root });
}

async function start(args) {
  const env = { ...process.env, HOME: folder, XDG_CACHE_HOME: join(folder, "cache") };
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ["pipe", "pipe", "inherit"] });
  const connection = protocol.createProtocolConnection(
    new protocol.StreamMessageReader(child.stdout),
    new protocol.StreamMessageWriter(child.stdin),
  );
  const published = new Map();
  let wake = () => {};
  connection.onNotification("textDocument/publishDiagnostics", ({ uri, version }) => {
    published.set(uri, Math.max(version ?? 0, published.get(uri) ?? 0));
    wake();
  });
  connection.onRequest("client/registerCapability", () => {});
  connection.listen();
  const uri = pathToFileURL(root).href;
  const workspaceFolders = [{ uri, name: "project" }];
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: uri,
    capabilities: {},
    workspaceFolders,
  });
  await connection.sendNotification("initialized", {});
  const versions = new Map();
  const uriOf = (path) => pathToFileURL(join(root, path)).href;
  const checked = async (path, version) => {
    while ((published.get(uriOf(path)) ?? 0) < version)
      await new Promise((resolve) => {
        wake = resolve;
      });
  };
  return {
    pid: child.pid,
    open: async (path) => {
      const text = readFileSync(join(root, path), "utf8");
      versions.set(path, 1);
      const textDocument = { uri: uriOf(path), languageId: "markdown", version: 1, text };
      await connection.sendNotification("textDocument/didOpen", { textDocument });
      await checked(path, 1);
    },
    type: async (path, key) => {
      const version = versions.get(path) + 1;
      versions.set(path, version);
      // A person rests between words; what runs in the background then belongs to the next keystroke.
      await sleep(30);
      const start = { line: 0, character: 5 };
      const change = { range: { start, end: start }, text: "abcdefghij"[key % 10] };
      const begun = performance.now();
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uriOf(path), version },
        contentChanges: [change],
      });
      await checked(path, version);
      return performance.now() - begun;
    },
    /** Until the links and states of the folder are known. */
    indexed: async (path) => {
      for (;;) {
        const lenses = await connection.sendRequest("textDocument/codeLens", {
          textDocument: { uri: uriOf(path) },
        });
        if (lenses.length > 0 && lenses.every(({ command }) => command.title !== "indexing")) return;
        await sleep(200);
      }
    },
    stop: () => child.kill(),
  };
}

function memory({ pid }) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  } catch {
    return "?";
  }
}

/** One after the other, so that both have the same neighbors. */
async function startTimes() {
  const message = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { processId: null, rootUri: pathToFileURL(root).href, capabilities: {} },
  });
  const times = { version: [], lsp: [] };
  for (let round = 0; round < 11; round++) {
    const begun = performance.now();
    spawnSync(process.execPath, [hewto, "--version"]);
    times.version.push(performance.now() - begun);
    times.lsp.push(
      await new Promise((resolve) => {
        const started = performance.now();
        const child = spawn(process.execPath, [hewto, "lsp"], { stdio: ["pipe", "pipe", "inherit"] });
        child.stdin.write(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
        child.stdout.once("data", () => {
          resolve(performance.now() - started);
          child.kill();
        });
      }),
    );
  }
  const [version, lsp] = [at(sorted(times.version), 0.5), at(sorted(times.lsp), 0.5)];
  console.log(
    `start: initialize answered in ${lsp.toFixed(0)} ms, ${(lsp / version).toFixed(2)} times hewto --version (goal: under 2)`,
  );
}

function sorted(list) {
  return [...list].sort((a, b) => a - b);
}

function at(list, share) {
  return list[Math.min(list.length - 1, Math.floor(list.length * share))];
}
