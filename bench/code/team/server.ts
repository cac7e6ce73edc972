import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { search } from "../../../src/code/search.ts";
import type { StaticModel } from "../../../src/code/semantic/model/static-model.ts";
import { clone, originFrom } from "./git.ts";
import { requestOf } from "./ranker.ts";
import {
  add,
  build,
  chunksOf,
  median,
  must,
  newStore,
  questionsOf,
  useCache,
  type World,
  work,
} from "./world.ts";

const audience = "https://hewto.example/mcp";
const issuer = "https://id.example";

/** Questions inside one repository: asked of a server over PostgreSQL, and of an embedded index in the same minutes. */
export async function measureServer(
  { folder, server, sources, program, row }: World,
  model: StaticModel,
): Promise<void> {
  const { store, url } = await newStore(server);
  const source = sources[0] ?? "";
  const origin = originFrom(source, join(folder, "served"));
  useCache(folder, "served-worker");
  await add(store, origin, ["main"], "acme/served");
  await work(store);
  await must(store.grants.replace(new Date().toISOString(), [{ to: "ada", repos: ["acme/*"] }]));
  useCache(folder, "served-built");
  const { snapshot } = await build(clone(origin, join(folder, "served-checkout")), undefined);
  const { privateKey, publicKey } = await generateKeyPair("ES256");
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "k1", alg: "ES256" }] });
  const listener = createServer((_, response) => response.end(keys)).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const jwks = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}/`;
  const token = await new SignJWT({ scope: "code:read" })
    .setProtectedHeader({ alg: "ES256", kid: "k1" })
    .setSubject("ada")
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime("1h")
    .sign(privateKey);
  const flags = ["--issuer", issuer, "--audience", audience, "--jwks", jwks, "--port", "0"];
  const child = spawn(process.execPath, [program, "serve", "--store", url, ...flags], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const post = clientOf(await addressIn(child.stderr), token);
  const times = { embedded: [] as number[], served: [] as number[], ping: [] as number[] };
  const timed = async (key: keyof typeof times, run: () => unknown) => {
    const started = performance.now();
    await run();
    times[key].push(performance.now() - started);
  };
  const questions = questionsOf(snapshot, 120);
  for (const [turn, query] of [...questions, ...questions].entries()) {
    if (turn === questions.length) for (const each of Object.values(times)) each.length = 0;
    await timed("embedded", () => search(snapshot, requestOf(query, model)));
    const params = { name: "search_code", arguments: { query, repo: "acme/served" } };
    await timed("served", async () => {
      const text = await post("tools/call", params);
      if (!text.includes('"isError":false')) throw new Error(`No answer: ${text.slice(0, 300)}`);
    });
    await timed("ping", () => post("ping", {}));
  }
  child.kill("SIGTERM");
  await once(child, "exit");
  listener.close();
  await store.close();
  const [embedded, served, ping] = [times.embedded, times.served, times.ping].map(median);
  const goal = 2 * (embedded ?? 0) + (ping ?? 0);
  row(
    `p50 inside one repository (${basename(source)}, ${chunksOf(snapshot)} chunks), server`,
    `${goal.toFixed(1)} ms`,
    `${(served ?? 0).toFixed(1)} ms`,
    (served ?? Number.POSITIVE_INFINITY) <= goal,
  );
  row("  embedded p50; round trip of a ping", "–", `${embedded?.toFixed(1)} ms; ${ping?.toFixed(1)} ms`);
}

/** The address in the first line of its log. */
async function addressIn(log: Readable): Promise<string> {
  let text = "";
  for await (const part of log.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    text += part;
    const url = /"url":"([^"]+)"/.exec(text)?.[1];
    if (url === undefined) continue;
    log.resume();
    return url;
  }
  throw new Error(`The server ended: ${text}`);
}

function clientOf(url: string, token: string) {
  let id = 0;
  let session: string | undefined;
  const post = async (method: string, params: object): Promise<string> => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...(session === undefined ? {} : { "mcp-session-id": session }),
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: ++id, method, params }),
    });
    session ??= response.headers.get("mcp-session-id") ?? undefined;
    return response.text();
  };
  const clientInfo = { name: "bench", version: "1" };
  const opened = post("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  return async (method: string, params: object) => {
    await opened;
    return post(method, params);
  };
}
