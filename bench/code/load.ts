import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { analysisKey } from "../../src/code/remote/analysis-key.ts";
import { Segment } from "../../src/code/store/segment.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { toBits } from "../../src/store/bits.ts";
import { initStore, openStore } from "../../src/store/open.ts";
import { asLogin, newDatabase, newLogin, startPostgres, stopPostgres } from "../../test/support/postgres.ts";
import { segmentOf } from "./corpus.ts";

const issuer = "https://id.example";
const audience = "https://hewto.example/mcp";
const questions = [
  "cancel a running call",
  "settle",
  "who reads the manifest",
  "parse a heading",
  "readQuery",
];

interface Load {
  readonly seconds: number;
  readonly clients: number;
}

/** What one kind of client got. */
interface Outcome {
  readonly times: number[];
  errors: number;
  refused: number;
}

const newOutcome = (): Outcome => ({ times: [], errors: 0, refused: 0 });

/** Ordinary clients alone for a fifth of the time, then hostile ones in addition. */
export async function runLoad(root: string, { seconds, clients }: Load): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hewto-load-"));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, "pg"));
  const postgres = await startPostgres(join(folder, "pg"));
  const login = await newLogin(postgres);
  const store = await newDatabase(postgres);
  await publish(store, root, login);
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] });
  const jwks = createServer((_, response) => response.end(keys)).listen(0, "127.0.0.1");
  await once(jwks, "listening");
  const { url, server } = await startServer(root, folder, asLogin(store, login), portOf(jwks.address()));
  const tokenOf = (sub: string) =>
    new SignJWT({ scope: "code:read", groups: ["all"] })
      .setProtectedHeader({ alg: "ES256" })
      .setSubject(sub)
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime("1h")
      .sign(privateKey);
  const begun = performance.now();
  const until = begun + seconds * 1000;
  const hostileFrom = begun + seconds * 200;
  const [calm, crowded, loud, forged] = [newOutcome(), newOutcome(), newOutcome(), newOutcome()];
  const metric = async (name: string) =>
    Number(new RegExp(`^${name} ([\\d.]+)$`, "m").exec(await metricsText(url))?.[1] ?? 0);
  const memory: number[] = [];
  const watching = (async () => {
    for (; performance.now() < until; await setTimeout(5_000))
      memory.push(await metric("process_resident_memory_bytes").catch(() => 0));
  })();
  const asking = Array.from({ length: clients }, async (_, n) => {
    const token = await tokenOf(`client-${n}`);
    await setTimeout(Math.random() * 2_000);
    while (performance.now() < until) {
      await ask(url, token, performance.now() < hostileFrom ? calm : crowded);
      await setTimeout(1_000 + Math.random() * 2_000);
    }
  });
  const loop = async (count: number, sub: string, outcome: Outcome, forge = false) => {
    await setTimeout(seconds * 200);
    const token = forge ? `${await tokenOf(sub)}x` : await tokenOf(sub);
    await Promise.all(
      Array.from({ length: count }, async () => {
        for (; performance.now() < until; await setTimeout(20)) await ask(url, token, outcome);
      }),
    );
  };
  const hostile = setTimeout(seconds * 200).then(async () => {
    const token = await tokenOf("sleeper");
    const target = new URL(url);
    await Promise.all([
      ...Array.from({ length: 10 }, () => trickle(target, until)),
      ...Array.from({ length: 10 }, () => neverRead(target, token, until)),
      ...Array.from({ length: 2 }, () => sendTooMuch(url, token, until)),
    ]);
  });
  const flooding = [loop(30, "flood", loud), loop(4, "forger", forged, true)];
  await Promise.all([...asking, ...flooding, hostile, watching]);
  await setTimeout(2_000);
  const [last, waiting, dropped] = [
    await metric("process_resident_memory_bytes"),
    await metric("hewto_audit_waiting"),
    await metric("hewto_audit_dropped"),
  ];
  const audited = await auditCount(store);
  server.kill("SIGTERM");
  await once(server, "exit");
  jwks.close();
  stopPostgres(postgres, "immediate");
  rmSync(folder, { recursive: true, force: true });
  console.log(`${clients} clients for ${seconds} s; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { times, errors, refused }] of [
    ["clients alone", calm],
    ["clients among hostile ones", crowded],
    ["one principal with 30 calls at once", loud],
    ["forged tokens (each is an error)", forged],
  ] as const)
    console.log(
      `${name}: ${times.length} answers, p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, p99 ${at(times, 0.99)} ms, ${refused} refused (429), ${errors} errors`,
    );
  const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(0);
  console.log(
    `memory of the server: ${mib(memory[Math.floor(memory.length / 5)] ?? 0)} MiB after a fifth, ${mib(Math.max(...memory))} at most, ${mib(last)} at the end`,
  );
  console.log(`audit: ${audited} lines in the store, ${waiting} waiting, ${dropped} dropped`);
}

const at = (list: number[], share: number) =>
  (list.sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0).toFixed(0);

function portOf(address: ReturnType<Server["address"]>): number {
  return typeof address === "object" && address ? address.port : 0;
}

async function metricsText(url: string): Promise<string> {
  return (await fetch(url.replace("/mcp", "/metrics"))).text();
}

async function auditCount(store: string): Promise<number> {
  const opened = await openStore(store, { tenant: "default" });
  if (!opened.ok) return 0;
  const read = await opened.value.audit.read({ limit: 10_000_000 });
  await opened.value.close();
  return read.ok ? read.value.length : 0;
}

/** The built program, with a login that can read and write the audit, and nothing else. */
async function startServer(root: string, folder: string, store: string, keysPort: number) {
  const flags = ["--store", store, "--issuer", issuer, "--audience", audience];
  const server = spawn(
    process.execPath,
    [
      join(root, "dist/hewto.js"),
      "serve",
      "--port",
      "0",
      "--jwks",
      `http://127.0.0.1:${keysPort}/`,
      ...flags,
    ],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") } },
  );
  const url = await new Promise<string>((resolve) => {
    server.stderr.on("data", (bytes: Buffer) => {
      const found = /"url":"([^"]+)"/.exec(bytes.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  return { url, server };
}

async function publish(url: string, root: string, login: string): Promise<void> {
  const options = { tenant: "default" };
  const made = await initStore(url, options, { servers: [login] });
  const store = await openStore(url, options);
  if (!made.ok || !store.ok) throw new Error("The store cannot be made.");
  const all = [{ to: "group:all", repos: ["*"] }];
  const granted = await store.value.grants.replace(new Date().toISOString(), all);
  if (!granted.ok) throw new Error(granted.fault.message);
  const analysis = analysisKey();
  for (const part of ["src", "test", "docs"]) {
    const { search, texts, chunks } = await segmentOf(join(root, part));
    const paths = Segment.read(search)?.paths ?? [];
    const files = paths.map((path) => ({ blob: sha256(`${part} ${path}`).slice(0, 40), path: sha256(path) }));
    const repo = await store.value.repos.add({ name: `hewto/${part}`, source: root, refs: ["main"] });
    const id = await store.value.segments.put({ analysis, chunks, files, madeBy: "bench", search, texts });
    if (!repo.ok || !id.ok) throw new Error("The store cannot be filled.");
    const segments = [{ id: id.value, files: files.length, living: toBits(files.keys(), files.length) }];
    const key = { repo: repo.value.id, ref: "main", analysis };
    await store.value.manifests.swap(key, 0, { commit: sha256(part).slice(0, 40), segments });
  }
  await store.value.close();
}

/** One call of 2026-07-28, which needs no session. */
async function ask(url: string, token: string, outcome: Outcome): Promise<void> {
  const name = "search_code";
  const query = questions[Math.floor(Math.random() * questions.length)];
  const repo = ["hewto/src", "hewto/test", "hewto/docs"][Math.floor(Math.random() * 3)];
  // One question in twenty is asked of all repositories.
  const scope = Math.random() < 0.05 ? { repos: "all" } : { repo };
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "load", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: { query, ...scope }, _meta: meta };
  const started = performance.now();
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": name,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    const text = await response.text();
    if (response.status === 429) outcome.refused++;
    else if (response.ok && text.includes("structuredContent"))
      outcome.times.push(performance.now() - started);
    else outcome.errors++;
  } catch {
    outcome.errors++;
  }
}

/** Asks for much and does not read a byte of the answer. */
async function neverRead(url: URL, token: string, until: number): Promise<void> {
  const params = { name: "search_code", arguments: { query: "parse", repos: "all", limit: 200 } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
  while (performance.now() < until) {
    const socket = connect(Number(url.port), url.hostname);
    socket.on("error", () => {});
    socket.pause();
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    await setTimeout(20_000);
    socket.destroy();
  }
}

async function sendTooMuch(url: string, token: string, until: number): Promise<void> {
  const body = "x".repeat(4 * 1024 * 1024);
  for (; performance.now() < until; await setTimeout(500))
    await fetch(url, { method: "POST", headers: { authorization: `Bearer ${token}` }, body })
      .then((response) => response.text())
      .catch(() => "");
}

/** A request that never ends: one byte a second. */
async function trickle(url: URL, until: number): Promise<void> {
  while (performance.now() < until) {
    const socket = connect(Number(url.port), url.hostname);
    socket.on("error", () => {});
    socket.write("POST /mcp HTTP/1.1\r\nHost: x\r\n");
    for (let n = 0; n < 20 && !socket.destroyed && performance.now() < until; n++) {
      socket.write("x");
      await setTimeout(1_000);
    }
    socket.destroy();
  }
}
