// The editor at size: 500 specs, 50 open changes, 50,000 files of which 500 hold a tagged test. A person types in a
// requirement of a spec, in one of a delta and in a test; the time is from the keystroke to the findings of that text,
// the pause of 120 ms included. Every eighth keystroke follows a rest, in which links and states begin to be read
// again. With each keystroke a hover is asked for, which must not wait. Next to it runs a floor that only parses, with
// the same pause, and another Markdown server if `BENCH_LSP_PEER` is the path of a script that serves over stdio. Then
// the time to the answer of `initialize` against `hewto --version`.
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
const KEYSTROKES = Number(process.env.BENCH_KEYS ?? 48);
const here = dirname(fileURLToPath(import.meta.url));
const hewto = join(here, "../dist/hewto.js");
const folder = mkdtempSync(join(tmpdir(), "hewto-bench-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const root = join(folder, "project");

plant();
console.log(`${SPECS} specs, ${CHANGES} open changes, ${FILES} files`);
const rule = "obey rule 1";
/** The files that are edited, and the words after which a letter is typed. */
const documents = {
  spec: ["openspec/specs/area-7/spec.md", rule],
  delta: ["openspec/changes/change-7/specs/area-7/spec.md", rule],
  test: ["src/0/file-7.test.ts", 'test("case'],
};
const peerScript = process.env.BENCH_LSP_PEER;
const servers = {
  server: await start([hewto, "lsp", "--stdio"]),
  floor: await start([join(here, "lsp/floor.mjs"), "--stdio"]),
  ...(peerScript === undefined ? {} : { peer: await start([peerScript, "--stdio"]) }),
};
const { server, floor, peer } = servers;
const begunAt = performance.now();
for (const [name, [path, words]] of Object.entries(documents))
  for (const each of Object.values(servers))
    if (each !== peer || name !== "test") await each.open(path, words);
await server.indexed(documents.spec[0]);
console.log(`links and states known after ${((performance.now() - begunAt) / 1000).toFixed(1)} s`);
console.log("document  p50 ms  p95 ms  after a rest  hover p95  floor p50  floor p95  peer p50  peer p95");
for (const [name, [path]] of Object.entries(documents)) {
  const times = { server: [], floor: [], peer: [] };
  const [rested, hovers] = [[], []];
  for (let key = 0; key < KEYSTROKES; key++) {
    // Side by side, so that all have the same neighbors on this machine.
    times.floor.push((await floor.type(path, key)).ms);
    if (peer !== undefined && name !== "test") times.peer.push((await peer.type(path, key)).ms);
    const isRested = key % 8 === 7;
    // Links are read a second after the last keystroke; this one comes into the middle of that.
    if (isRested) await sleep(1_000 + ((key * 97) % 500));
    const typed = await server.type(path, key, true);
    times.server.push(typed.ms);
    if (isRested) rested.push(typed.ms);
    hovers.push(typed.hoverMs);
  }
  const numbers = [
    ...[at(sorted(times.server), 0.5), at(sorted(times.server), 0.95), at(sorted(rested), 0.5)],
    at(sorted(hovers), 0.95),
    ...[times.floor, times.peer].flatMap((list) => [at(sorted(list), 0.5), at(sorted(list), 0.95)]),
  ].map((ms) => (ms === undefined ? "-" : ms.toFixed(0)));
  const widths = [6, 6, 12, 9, 9, 9, 8, 8];
  console.log(
    `${name.padEnd(8)}  ${numbers.map((text, nth) => text.padStart(widths[nth])).join("  ")}`.trimEnd(),
  );
}
const megabytes = Object.entries(servers).map(([name, each]) => `${name} ${memory(each)} MB`);
console.log(`memory: ${megabytes.join(", ")}`);
for (const each of Object.values(servers)) each.stop();
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
  connection.onRequest("workspace/configuration", ({ items }) => items.map(() => null));
  connection.onRequest("window/showMessageRequest", () => null);
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
  const places = new Map();
  const uriOf = (path) => pathToFileURL(join(root, path)).href;
  const checked = async (path, version) => {
    while ((published.get(uriOf(path)) ?? 0) < version)
      await new Promise((resolve) => {
        wake = resolve;
      });
  };
  return {
    pid: child.pid,
    open: async (path, words) => {
      const text = readFileSync(join(root, path), "utf8");
      versions.set(path, 1);
      const before = text.slice(0, text.indexOf(words) + words.length).split("\n");
      places.set(path, { line: before.length - 1, character: before.at(-1).length });
      const languageId = path.endsWith(".md") ? "markdown" : "typescript";
      const textDocument = { uri: uriOf(path), languageId, version: 1, text };
      await connection.sendNotification("textDocument/didOpen", { textDocument });
      await checked(path, 1);
    },
    type: async (path, key, withHover = false) => {
      const version = versions.get(path) + 1;
      versions.set(path, version);
      await sleep(30);
      const start = places.get(path);
      const change = { range: { start, end: start }, text: "abcdefghij"[key % 10] };
      const begun = performance.now();
      await connection.sendNotification("textDocument/didChange", {
        textDocument: { uri: uriOf(path), version },
        contentChanges: [change],
      });
      let hoverMs;
      const asked = withHover
        ? connection
            .sendRequest("textDocument/hover", { textDocument: { uri: uriOf(path) }, position: start })
            .then(() => {
              hoverMs = performance.now() - begun;
            })
        : undefined;
      await checked(path, version);
      const ms = performance.now() - begun;
      await asked;
      return { ms, hoverMs };
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
