import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { analysisVersion } from "../../src/code/index/home.ts";
import { Segment } from "../../src/code/store/segment.ts";
import { sha256 } from "../../src/kernel/hash.ts";
import { toBits } from "../../src/store/bits.ts";
import { initStore, openStore } from "../../src/store/open.ts";
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

export async function runLoad(root: string, { seconds, clients }: Load): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "hewto-load-"));
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: "ES256" }] });
  const jwks = createServer((_, response) => response.end(keys)).listen(0, "127.0.0.1");
  await setTimeout(50);
  const address = jwks.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const store = pathToFileURL(join(folder, "store")).href;
  await publish(store, root);
  const grants = join(folder, "grants.json");
  const all = { to: "group:all", repos: ["*"] };
  writeFileSync(grants, JSON.stringify({ seen_at: new Date().toISOString(), grants: [all] }));
  const flags = ["--store", store, "--issuer", issuer, "--audience", audience, "--grants", grants];
  const server = spawn(
    process.execPath,
    [join(root, "dist/hewto.js"), "serve", "--port", "0", "--jwks", `http://127.0.0.1:${port}/`, ...flags],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") } },
  );
  const url = await new Promise<string>((resolve) => {
    server.stderr.on("data", (bytes: Buffer) => {
      const found = /"url":"([^"]+)"/.exec(bytes.toString())?.[1];
      if (found !== undefined) resolve(found);
    });
  });
  const tokenOf = (sub: string) =>
    new SignJWT({ scope: "code:read", groups: ["all"] })
      .setProtectedHeader({ alg: "ES256" })
      .setSubject(sub)
      .setIssuer(issuer)
      .setAudience(audience)
      .setExpirationTime("1h")
      .sign(privateKey);
  const until = performance.now() + seconds * 1000;
  const calm = { times: [] as number[], errors: 0, refused: 0 };
  const loud = { times: [] as number[], errors: 0, refused: 0 };
  const slow = Array.from({ length: 10 }, () => trickle(new URL(url), until));
  const asking = Array.from({ length: clients }, async (_, n) => {
    const token = await tokenOf(`client-${n}`);
    await setTimeout(Math.random() * 2_000);
    while (performance.now() < until) {
      await ask(url, token, calm);
      await setTimeout(1_000 + Math.random() * 2_000);
    }
  });
  const flooding = Array.from({ length: 30 }, async () => {
    const token = await tokenOf("flood");
    while (performance.now() < until) {
      await ask(url, token, loud);
      await setTimeout(20);
    }
  });
  await Promise.all([...asking, ...flooding, ...slow]);
  const metrics = await (await fetch(url.replace("/mcp", "/metrics"))).text();
  const memory = Number(/process_resident_memory_bytes (\d+)/.exec(metrics)?.[1] ?? 0);
  server.kill("SIGTERM");
  jwks.close();
  rmSync(folder, { recursive: true, force: true });
  const at = (list: number[], share: number) =>
    (list.sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0).toFixed(0);
  console.log(`${clients} clients for ${seconds} s; load of the machine ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, { times, errors, refused }] of [
    ["clients", calm],
    ["flooding principal", loud],
  ] as const)
    console.log(
      `${name}: ${times.length} answers, p50 ${at(times, 0.5)} ms, p95 ${at(times, 0.95)} ms, ${refused} refused (429), ${errors} errors`,
    );
  console.log(`memory of the server: ${(memory / 1024 / 1024).toFixed(0)} MiB`);
}

async function publish(url: string, root: string): Promise<void> {
  const options = { tenant: "default" };
  const made = await initStore(url, options, { readers: [], workers: [] });
  const store = await openStore(url, options);
  if (!made.ok || !store.ok) throw new Error("The store cannot be made.");
  const analysis = analysisVersion();
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

interface Outcome {
  readonly times: number[];
  errors: number;
  refused: number;
}

/** One call of 2026-07-28, which needs no session. */
async function ask(url: string, token: string, outcome: Outcome): Promise<void> {
  const query = questions[Math.floor(Math.random() * questions.length)];
  const repo = ["hewto/src", "hewto/test", "hewto/docs"][Math.floor(Math.random() * 3)];
  const name = "search_code";
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "load", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { name, arguments: { query, repo }, _meta: meta };
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
