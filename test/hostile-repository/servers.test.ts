import { lstatSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, test } from "vitest";
import { isRecord } from "../../src/kernel/json.ts";
import { hewto } from "../support/bundle.ts";
import { EditorServer } from "../support/editor.ts";
import type { Scene } from "../support/hostile/scene.ts";
import { shown, start } from "../support/processes.ts";
import { runGit } from "../support/repository.ts";
import { TerminalApp } from "../support/tmux.ts";
import { exploits } from "./exploits.ts";
import { type Observed, peakMegabytes, victimOf } from "./victim.ts";

const MINUTES = 60_000;

test.each(["stdio", "http", "sse"] as const)(
  "a server over %s in a clone full of exploits: no tool, prompt or resource does harm",
  async (transport) => {
    const victim = await victimOf(Object.values(exploits));
    expect(await victim.misdeedsOf((scene) => callEverything(scene, transport))).toEqual([]);
  },
  10 * MINUTES,
);

test(
  "the terminal app in a clone full of exploits: no view does harm",
  async () => {
    const victim = await victimOf(Object.values(exploits));
    expect(await victim.misdeedsOf(walkThroughViews)).toEqual([]);
  },
  5 * MINUTES,
);

test(
  "the language server in a clone full of exploits: no answer and no command does harm",
  async () => {
    const victim = await victimOf(Object.values(exploits));
    expect(await victim.misdeedsOf(askEditorServer)).toEqual([]);
  },
  5 * MINUTES,
);

/** Opens every document, asks everything about its headings and tags, and calls every command that does not write. */
async function askEditorServer({ workspace, env }: Scene): Promise<Observed> {
  const server = await EditorServer.start([workspace], undefined, env);
  const editor = await server.add(workspace);
  const answers: unknown[] = [];
  const ask = async (method: string, params: object) => {
    answers.push(await server.connection.sendRequest(`${method}`, params).catch(String));
  };
  const paths = runGit(workspace, "ls-files", "-z").split("\0").filter(isOpened);
  expect(paths.length).toBeGreaterThan(5);
  for (const path of paths) {
    const text = readText(join(workspace, path));
    if (text === undefined) continue;
    await editor.open(path, text);
    const textDocument = { uri: editor.uri(path) };
    for (const name of ["documentSymbol", "foldingRange", "documentLink", "codeLens"])
      await ask(`textDocument/${name}`, { textDocument });
    const lines = text.split("\n").flatMap((line, at) => (/^#|\[\w+:|\]\(/.test(line) ? [at] : []));
    // What looks at the whole clone is asked where it has most to say.
    const isSpec = /\/specs\/[^/]+\/spec\.md$/.test(path);
    const wide = isSpec ? ["references", "rename"] : [];
    for (const line of lines.slice(0, 2))
      for (const name of ["hover", "definition", "completion", "prepareRename", ...wide]) {
        const at = { textDocument, position: { line, character: 6 }, context: { includeDeclaration: true } };
        await ask(`textDocument/${name}`, { ...at, newName: "Other" });
      }
    const diagnostics = server.published.get(textDocument.uri)?.diagnostics ?? [];
    const range = { start: { line: 0, character: 0 }, end: { line: 999, character: 0 } };
    await ask("textDocument/codeAction", { textDocument, range, context: { diagnostics } });
  }
  await ask("workspace/symbol", { query: "sign" });
  const uri = editor.uri("");
  for (const [command, ...more] of [
    ["hewto.check"],
    ["hewto.tree"],
    ["hewto.proposals", "auth/sign-in"],
    ["hewto.runTest", "test/a.test.ts#a"],
    ["hewto.runTest", "../../other/spec.md#a"],
    ["hewto.open", "/etc/passwd"],
  ])
    await ask("workspace/executeCommand", { command, arguments: [uri, ...more] });
  const memory = peakMegabytes(server.process.pid);
  await server.close();
  const published = [...server.published.values()];
  return { output: JSON.stringify([answers, server.said, published]), ended: true, memory };
}

function isOpened(path: string): boolean {
  return /\.(?:md|ts|js|py)$/.test(path);
}

/** Links can lead anywhere: an editor opens them only when a person does. */
function readText(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isFile() && stat.size < 30_000 ? readFileSync(path, "utf8") : undefined;
}

/** Every tool with ordinary arguments, every prompt and every listed resource. */
async function callEverything(scene: Scene, kind: "stdio" | "http" | "sse"): Promise<Observed> {
  const { transport, pid } = kind === "stdio" ? overStdio(scene) : await overHttp(scene, kind);
  const client = new Client({ name: "victim", version: "1.0.0" });
  let output = "";
  const keep = async (work: Promise<unknown>) => {
    output += JSON.stringify(await work.catch(String));
  };
  await client.connect(transport);
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(40);
  for (const { name, inputSchema } of tools.filter((_, nth) => isCalled(nth, kind)))
    await keep(client.callTool({ name, arguments: ordinaryArguments(name, inputSchema) }));
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts)
    await keep(client.getPrompt({ name, arguments: { target: "spec://ferry" } }));
  const { resources } = await client.listResources();
  for (const { uri } of resources) await keep(client.readResource({ uri }));
  const memory = peakMegabytes(pid());
  await client.close();
  return { output, ended: true, memory };
}

/** Transports differ in their frames alone: by default each tool is called over two of the three. */
function isCalled(nth: number, kind: "stdio" | "http" | "sse"): boolean {
  const isSweep = process.env["HEWTO_HOSTILE"] !== undefined;
  return kind === "stdio" || isSweep || nth % 2 === (kind === "http" ? 0 : 1);
}

interface Connected {
  readonly transport: Transport;
  readonly pid: () => number | undefined;
}

function overStdio({ workspace, env }: Scene): Connected {
  const args = [hewto, "mcp", "--toolsets", "all"];
  const options = {
    command: process.execPath,
    args,
    cwd: workspace,
    env: defined(env),
    stderr: "pipe" as const,
  };
  const transport = new StdioClientTransport(options);
  return { transport, pid: () => transport.pid ?? undefined };
}

async function overHttp({ workspace, env }: Scene, kind: "http" | "sse"): Promise<Connected> {
  const args = ["mcp", "--toolsets", "all", "--transport", kind, "--port", "0", "--no-token"];
  const server = start(hewto, args, { cwd: workspace, env: defined(env) });
  const [, url = ""] = await shown(server, /address +(http\S+)/);
  const transport =
    kind === "http" ? new StreamableHTTPClientTransport(new URL(url)) : new SSEClientTransport(new URL(url));
  return { transport, pid: () => server.child.pid };
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([key, value]) => (value ? [[key, value]] : [])));
}

/** Values that fit the documents of the scene. */
const ordinary: Readonly<Record<string, unknown>> = {
  spec_id: "auth",
  requirement: "Sign in",
  change_id: "tweak",
  query: "orchid",
  name: "look",
  path: ".",
  locator: "spec://ferry",
  constraint_id: "concept-ferry.limits",
  slug: "concept-ferry",
  feature_description: "Export the list as CSV",
  spec_directory: "specs/001-export",
  ops: [{ op: "set_title", title: "Ferry" }],
  expand_query: true,
  synthesize: true,
  http: true,
};

function ordinaryArguments(tool: string, schema: unknown): Record<string, unknown> {
  const properties = isRecord(schema) && isRecord(schema["properties"]) ? schema["properties"] : {};
  const given = Object.keys(properties).filter(
    (key) => key in ordinary && !(tool !== "skill" && key === "name"),
  );
  const named = tool.startsWith("find_") || tool === "symbol_context" ? { name: "signIn" } : {};
  const kind = tool.includes("template") || tool === "create_artifact" ? { kind: "specification" } : {};
  const created = tool === "create_artifact" ? { name: "made", mode: "preview" } : {};
  return { ...Object.fromEntries(given.map((key) => [key, ordinary[key]])), ...named, ...kind, ...created };
}

async function walkThroughViews({ workspace, env, home }: Scene): Promise<Observed> {
  const app = await TerminalApp.start({ cwd: workspace, env: { ...defined(env), HOME: home } });
  let output = app.screen();
  const tabs = Array.from({ length: 10 }, () => "l");
  for (const key of ["j", "k", ...tabs, "Enter", "Escape", "?", "Escape", "F5"]) {
    await app.keys(key);
    output += app.screen();
  }
  const memory = peakMegabytes(app.pid());
  app.send("q");
  await app.shows("EXIT:0");
  return { output, ended: true, memory };
}
