import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runHere } from "../support/cli.ts";
import { forbiddenListener } from "../support/hostile/no-connection.ts";
import { httpAgent } from "../support/http-agent.ts";
import { connectSpeckit } from "../support/speckit.ts";
import { temporaryFolder, temporaryTree, writeTree } from "../support/temporary.ts";

/** A model or embedding server that writes down who came; `away` reaches it by an address that is not loopback. */
async function server() {
  const heard: { path: string; headers: IncomingMessage["headers"]; body: string }[] = [];
  const http = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    heard.push({ path: request.url ?? "", headers: request.headers, body });
    const { input = [] } = JSON.parse(body);
    response.end(
      JSON.stringify({
        choices: [{ message: { content: "By the model." } }],
        data: Object.keys(input).map((index) => ({ index: Number(index), embedding: [1, 0.5] })),
      }),
    );
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void http.close());
  const { port } = http.address() as AddressInfo; // a listening TCP server has one
  return { heard, here: `http://127.0.0.1:${port}/v1`, away: `http://0.0.0.0:${port}/v1` };
}

async function project(toml: string, keys: Readonly<Record<string, string>> = {}) {
  const root = await temporaryTree({
    "src/auth.ts": "export function authenticate(user: string) {\n  return user;\n}\n",
    "specs/001-x/spec.md": "# Feature Specification: x\n",
    "specs/001-x/plan.md": "# Plan\n",
    "hewto.toml": toml,
  });
  const home = await temporaryFolder();
  const env = { HOME: home, XDG_CONFIG_HOME: "", ...keys };
  const at = (...words: string[]) => runHere(words, { cwd: root, env });
  const search = async (...words: string[]) =>
    JSON.parse((await at("search", "authenticate", "--json", ...words)).output);
  const findings = async (): Promise<string[]> =>
    JSON.parse((await at("doctor", "--json")).output).findings.map(
      ({ message, remedy }: { message: string; remedy: string }) => `${message} → ${remedy}`,
    );
  return { root, home, env, at, search, findings };
}

const waits = (address: string, key: string) =>
  `hewto.toml of this project wants to send your code and questions to \`${address} with the key in ${key}\`, and you have not allowed that yet.`;

/** An agent over HTTP that answers every step, and what it was asked. */
function planner() {
  const tools = ["specify", "clarify", "plan", "tasks", "implement"].map((step) => `speckit.${step}`);
  return httpAgent(({ id, method }, response) => {
    if (method !== "tools/list" && method !== "tools/call") return false;
    const list = { tools: tools.map((name) => ({ name, inputSchema: { type: "object" } })) };
    const result = method === "tools/list" ? list : { content: [{ type: "text", text: "Planned" }] };
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    return true;
  });
}

test.each([
  ["away from loopback", "0.0.0.0", (url: string) => `transport = "http"\nendpoint = "${url}"`],
  ["given as the transport", "0.0.0.0", (url: string) => `transport = "${url}"`],
  ["on loopback", "127.0.0.1", (url: string) => `endpoint = "${url}"`],
  ["on loopback in short form", "127.1", (url: string) => `endpoint = "${url}"`],
  ["on loopback as a decimal number", "2130706433", (url: string) => `endpoint = "${url}"`],
  ["on loopback as a hexadecimal number", "0x7f000001", (url: string) => `endpoint = "${url}"`],
])(
  "an agent at an address in the project's file, %s, is not contacted before approval, and works after it",
  async (_, host, settings) => {
    const { url, seen } = await planner();
    const { at } = await project(`[mcp]\n${settings(url.replace("127.0.0.1", host))}\n`);
    const refused = await at("run", "plan", "1");
    expect(refused.code).toBe(3);
    const shown = host === "0.0.0.0" ? url.replace("127.0.0.1", host) : url;
    expect(refused.errors).toContain(`wants to send your code and questions to \`${shown}\``);
    expect(refused.errors).toContain("hewto doctor --trust");
    expect((await at("doctor")).output).toContain("you have not allowed that yet");
    expect(seen).toEqual([]);
    expect((await at("doctor", "--trust")).code).toBe(0);
    expect((await at("run", "plan", "1")).output).toBe("Planned\n");
  },
);

test("a header that would go with a trusted address is asked about; an address that a person names needs no yes", async () => {
  const { url } = await planner();
  const { at: withHeaders, root } = await project(`[mcp]\nendpoint = "${url}"\n`);
  await withHeaders("doctor", "--trust");
  await writeTree(root, { "hewto.toml": `[mcp]\nendpoint = "${url}"\nheaders = { "x-key" = "k" }\n` });
  const asked = await withHeaders("run", "plan", "1");
  expect(asked).toMatchObject({ code: 3, errors: expect.stringContaining("with the key in x-key") });
  const { at: named } = await project(`[mcp]\nendpoint = "https://evil.example/mcp"\n`);
  const away = url.replace("127.0.0.1", "0.0.0.0");
  expect((await named("run", "plan", "1", "--endpoint", away)).output).toBe("Planned\n");
});

// [VERIFIES: agent-client/trust-before-the-start#a-cloned-project-that-names-a-server]
test("a model at an address in the project's file is not contacted before approval; search says why and how to approve it", async () => {
  const { heard, away } = await server();
  const toml = `[model]\nbackend = "http"\nendpoint = "${away}"\napi_key_env = "GITHUB_TOKEN"\n`;
  const { at, search, findings } = await project(toml, { GITHUB_TOKEN: "secret" });
  await at("index");
  const untrusted = await search("--synthesize");
  expect(untrusted.synthesis.generated_by).toBe("local");
  expect(untrusted.notice).toContain(waits(away, "GITHUB_TOKEN"));
  expect(untrusted.notice).toContain("Run `hewto doctor --trust`");
  expect(await search()).not.toHaveProperty("notice");
  expect(await findings()).toContainEqual(expect.stringContaining(waits(away, "GITHUB_TOKEN")));
  expect(heard).toEqual([]);
  await at("doctor", "--trust");
  const { synthesis, notice } = await search("--synthesize");
  expect([synthesis.summary, notice]).toEqual(["By the model.", undefined]);
  expect(heard.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret"]);
  expect((await findings()).join()).not.toContain("not allowed");
});

test("a step that a forbidden model would have written says so in its answer", async () => {
  const { heard, away } = await server();
  const { root, env } = await project(`[model]\nbackend = "http"\nendpoint = "${away}"\n`);
  const { call } = await connectSpeckit(root, {}, env);
  const where = { spec_directory: join(root, "specs/002-y") };
  const made = await call("specify", { feature_description: "Users can book a place", ...where });
  expect(made.data).toMatchObject({
    generated_by: "hewto",
    notice: expect.stringContaining("Ask the user to run `hewto doctor --trust`"),
  });
  expect(made.text).toContain(waits(away, "OPENAI_API_KEY"));
  expect(heard).toEqual([]);
});

test.each(["127.0.0.1", "127.1", "2130706433", "0x7f.1", "localhost"])(
  "a model on this machine, spelled %s, is not asked before a yes either",
  async (host) => {
    const { heard, here } = await server();
    const endpoint = here.replace("127.0.0.1", host);
    const { at, search } = await project(`[model]\nbackend = "http"\nendpoint = "${endpoint}"\n`, {
      OPENAI_API_KEY: "secret",
    });
    await at("index");
    const { synthesis, notice } = await search("--synthesize");
    expect(synthesis.generated_by).toBe("local");
    expect(notice).toContain(waits(host === "localhost" ? endpoint : here, "OPENAI_API_KEY"));
    expect(heard).toEqual([]);
    await at("doctor", "--trust");
    expect((await search("--synthesize")).synthesis.summary).toBe("By the model.");
    expect(heard.map(({ headers }) => headers.authorization)).toEqual(["Bearer secret"]);
  },
);

test("an address of the project's file with a query, a fragment or a user name is not asked, yes or no", async () => {
  const { http } = await forbiddenListener();
  const { port } = new URL(http);
  for (const place of [
    `${http}/actuator/shutdown?x=`,
    `${http}/a#b`,
    `http://me@127.0.0.1:${port}/v1`,
    `${http}/v1?`,
  ]) {
    const sections = [
      `[embedding]\nprovider = "openai"\nendpoint = "${place}"\napi_key = "theirs"\n`,
      `[model]\nbackend = "http"\nendpoint = "${place}"\n`,
      `[mcp]\nendpoint = "${place}"\n`,
    ];
    const { at, search } = await project(sections.join("\n"));
    await at("doctor", "--trust");
    await at("index");
    expect((await search("--synthesize")).notice).toContain("a query, a fragment or a user name");
    expect((await at("run", "plan", "1")).code).toBe(3);
  }
});

test("an embedding server in the project's file gets neither code nor key before approval; the packaged model is used", async () => {
  const { heard, away } = await server();
  const { at, search, findings } = await project(`[embedding]\nprovider = "openai"\nendpoint = "${away}"\n`, {
    HEWTO_EMBEDDING_API_KEY: "secret",
  });
  const told = waits(away, "embedding.api_key");
  expect((await at("index")).output).toContain(told);
  const { results, notice } = await search();
  expect(results[0].path).toBe("src/auth.ts");
  expect(notice).toContain(told);
  expect(notice).toContain("hewto doctor --trust");
  expect(notice).toContain("The model in the package is used instead.");
  expect(await findings()).toContainEqual(expect.stringContaining(told));
  expect(heard).toEqual([]);
  await at("doctor", "--trust");
  expect(await search()).not.toHaveProperty("notice");
  expect(heard.length).toBeGreaterThan(0);
  expect(new Set(heard.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer secret"]));
});

test("an embedding server on this machine needs a yes like any other; a person's own address needs none", async () => {
  const { heard, here, away } = await server();
  const local = await project(`[embedding]\nprovider = "openai"\nendpoint = "${here}"\n`, {
    HEWTO_EMBEDDING_API_KEY: "secret",
  });
  await local.at("index");
  expect((await local.search()).notice).toContain(waits(here, "embedding.api_key"));
  expect((await local.findings()).join()).toContain(waits(here, "embedding.api_key"));
  expect(heard).toEqual([]);
  await local.at("doctor", "--trust");
  await local.search();
  expect(heard.splice(0).length).toBeGreaterThan(0);
  const own = await project('[embedding]\nprovider = "openai"\nendpoint = "https://evil.example/v1"\n', {
    HEWTO_EMBEDDING_ENDPOINT: away,
    HEWTO_EMBEDDING_API_KEY: "secret",
  });
  expect((await own.at("index")).code).toBe(0);
  expect(new Set(heard.map(({ headers }) => headers.authorization))).toEqual(new Set(["Bearer secret"]));
});

test("approval is for one address in one project: another address, or the same with another key, asks again", async () => {
  const { heard, away } = await server();
  const toml = (more: string) => `[model]\nbackend = "http"\nendpoint = "${away}"\n${more}`;
  const first = await project(toml(""));
  await first.at("doctor", "--trust");
  const second = await project(toml('api_key_env = "AWS_SECRET_ACCESS_KEY"\n'));
  const env = { ...second.env, HOME: first.home };
  await runHere(["index"], { cwd: second.root, env });
  const { output } = await runHere(["search", "authenticate", "--synthesize"], { cwd: second.root, env });
  expect(output).toContain(waits(away, "AWS_SECRET_ACCESS_KEY"));
  expect(heard).toEqual([]);
});

test("the usual address of a provider that the project's file chose needs a yes too", async () => {
  const { at, search } = await project('[embedding]\nprovider = "ollama"\n');
  await at("index");
  expect((await search()).notice).toContain("`http://127.0.0.1:11434/`");
});
