import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { run, startListening } from "../support/processes.ts";
import { temporaryTree, writeTree } from "../support/temporary.ts";

const planned = { "specs/001-x/plan.md": "# Plan\n" };
const at = (toml = "", more: Record<string, string> = planned) =>
  temporaryTree({
    "specs/001-x/spec.md": "# Feature Specification: x\n\n### User Story 1 - Do\n",
    "hewto.toml": toml,
    ...more,
  });
const stdio = (script: string, more = "") =>
  `[mcp]\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(script)}]\n${more}`;

// covers spec-tui: mcp-endpoint-setting
// covers spec-tui-client: http-agent
test("our own server behind HTTP serves a run as over stdio, whatever proxy is set", async () => {
  const root = await at("", {});
  const { url } = await startListening(hewto, ["mcp", "--profile", "speckit", "--workspace", root]);
  const { code, output, errors } = await run(hewto, ["run", "plan", "1", "--endpoint", url], {
    cwd: root,
    env: { HTTP_PROXY: "http://127.0.0.1:1", http_proxy: "http://127.0.0.1:1" },
  });
  expect({ code, errors: errors.match(/100 %.*/)?.[0] }).toEqual({ code: 0, errors: "100 % Plan written" });
  expect(output).toContain(`Plan created successfully at ${root}/specs/001-x/plan.md`);
});

test("a server of the official SDK is driven: its progress, its result, its end", async () => {
  const root = await at();
  const sdk = (part: string) =>
    pathToFileURL(resolve(`node_modules/@modelcontextprotocol/server/dist/${part}.mjs`)).href;
  await writeTree(root, {
    "server.mjs": `import { Server } from ${JSON.stringify(sdk("index"))};
      import { StdioServerTransport } from ${JSON.stringify(sdk("stdio"))};
      const server = new Server({ name: "sdk-server", version: "9" }, { capabilities: { tools: {} } });
      server.setRequestHandler("tools/list", async () => ({ tools: [{ name: "speckit.plan", inputSchema: { type: "object" } }] }));
      server.setRequestHandler("tools/call", async (request, ctx) => {
        await ctx.mcpReq.notify({ method: "notifications/progress", params: { progressToken: request.params._meta.progressToken, progress: 1, total: 2, message: "from the SDK" } });
        return { content: [{ type: "text", text: "planned " + request.params.arguments.spec_directory }] };
      });
      await server.connect(new StdioServerTransport());`,
    "hewto.toml": stdio(join(root, "server.mjs")),
  });
  const { code, output, errors } = await run(hewto, ["run", "plan", "1", "--trust"], { cwd: root });
  expect({ code, output }).toEqual({ code: 0, output: `planned ${root}/specs/001-x\n` });
  expect(errors).toContain("1/2 from the SDK");
  const missing = await run(hewto, ["run", "tasks", "1", "--trust", "--json"], { cwd: root });
  expect(JSON.parse(missing.output)).toMatchObject({
    state: "unavailable",
    error: { message: expect.stringContaining("sdk-server has no tool speckit.tasks") },
  });
});

test("ten megabytes on stderr block nothing and are in the log to the last line", async () => {
  const agent = writeAgent(
    `if (message.method === "tools/call") { for (let n = 0; n < 100; n++) process.stderr.write(("x".repeat(1023) + "\\n").repeat(100)); process.stderr.write("the last line\\n", () => text(message.id, "done")); return false; }`,
  );
  const root = await at(stdio(agent));
  const { output } = await run(hewto, ["run", "plan", "1", "--trust", "--json"], { cwd: root });
  const { state, log } = JSON.parse(output);
  expect(state).toBe("done");
  const text = await readFile(log, "utf8");
  expect(text.length).toBeGreaterThan(10_000_000);
  expect(text).toContain("[ERR] the last line");
});

test("an older version works; a server that supports only the next generation is refused with a hint", async () => {
  const elder = await at(
    stdio(
      writeAgent(
        `if (message.method === "initialize") { answers.initialize(message.id, "2024-11-05"); return false; } if (message.method === "tools/call") { text(message.id, "old but fine"); return false; }`,
      ),
    ),
  );
  expect((await run(hewto, ["run", "plan", "1", "--trust"], { cwd: elder })).output).toBe("old but fine\n");
  const next = await at(
    stdio(
      writeAgent(
        `if (message.method === "initialize") { send({ id: message.id, error: { code: -32022, message: "Unsupported protocol version", data: { supported: ["2026-07-28"] } } }); return false; }`,
      ),
    ),
  );
  const refused = await run(hewto, ["run", "plan", "1", "--trust"], { cwd: next });
  expect(refused.code).toBe(3);
  expect(refused.errors).toContain(
    "It may support only protocol versions newer than 2025-11-25 (2026-07-28).",
  );
});

test("minimal capabilities are exactly the contract's", async () => {
  const root = await at(
    stdio(
      writeAgent(
        `if (message.method === "initialize") globalThis.said = message.params; if (message.method === "tools/call") { text(message.id, JSON.stringify(said)); return false; }`,
      ),
      'capabilities = "minimal"\n',
    ),
  );
  const { output } = await run(hewto, ["run", "plan", "1", "--trust"], { cwd: root });
  expect(JSON.parse(output)).toEqual({
    protocolVersion: "2025-11-25",
    capabilities: { sampling: {} },
    clientInfo: { name: "spec-tui", version: "0.1.0" },
  });
});
