import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { planScript } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { run, shown, start } from "../support/processes.ts";
import { temporaryTree, writeTree } from "../support/temporary.ts";

const at = (path: string) => JSON.stringify(pathToFileURL(resolve("node_modules", path)).href);

/**
 * An agent on the official SDK, which checks every message that we send against the protocol's schemas. It
 * connects to the MCP server that it is given, sends a plan, asks for permission, and writes the plan itself.
 */
const agent = `
import { agent, methods, ndJsonStream, PROTOCOL_VERSION } from ${at("@agentclientprotocol/sdk/dist/v1/stable/acp.js")};
import { Client } from ${at("@modelcontextprotocol/client/dist/index.mjs")};
import { StdioClientTransport } from ${at("@modelcontextprotocol/client/dist/stdio.mjs")};
import { writeFile } from "node:fs/promises";
import { Readable, Writable } from "node:stream";

let servers = [];
let cancelled = () => {};
const app = agent({ name: "sdk-agent" })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: PROTOCOL_VERSION, agentCapabilities: {}, agentInfo: { name: "sdk-agent", version: "2.4" } }))
  .onRequest(methods.agent.session.new, ({ params }) => { servers = params.mcpServers; return { sessionId: "one" }; })
  .onNotification(methods.agent.session.cancel, () => cancelled())
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const { sessionId } = params;
    const update = (update) => client.notify(methods.client.session.update, { sessionId, update });
    const say = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
    const entries = (done) => ["Look around", "Write plan.md"].map((content, index) => ({ content, priority: "high", status: index < done ? "completed" : "in_progress" }));
    await update({ sessionUpdate: "plan", entries: entries(0) });
    if (process.argv.includes("--wait")) {
      await new Promise((resolve) => { cancelled = resolve; });
      return { stopReason: "cancelled" };
    }
    const [server] = servers;
    const mcp = new Client({ name: "sdk-agent", version: "2.4" });
    await mcp.connect(new StdioClientTransport({ command: server.command, args: server.args, stderr: "pipe" }));
    const { tools } = await mcp.listTools();
    const has = ["list_specs", "skill", "search_code", "create_artifact"].filter((name) => tools.some((tool) => tool.name === name));
    await mcp.close();
    await update({ sessionUpdate: "plan", entries: entries(1) });
    const toolCall = { toolCallId: "1", title: "Write plan.md", kind: "edit", status: "pending" };
    await update({ sessionUpdate: "tool_call", ...toolCall });
    const options = [{ kind: "allow_once", name: "Yes", optionId: "yes" }, { kind: "reject_once", name: "No", optionId: "no" }];
    const { outcome } = await client.request(methods.client.session.requestPermission, { sessionId, toolCall, options });
    if (outcome.optionId === "yes") await writeFile(process.env.SPECIFY_FEATURE_DIRECTORY + "/plan.md", ${planScript("params.prompt[0].text")});
    await update({ sessionUpdate: "tool_call_update", toolCallId: "1", status: outcome.optionId === "yes" ? "completed" : "failed" });
    await say(server.name + " offers " + has.join(", ") + "; ");
    await say("leave: " + outcome.optionId);
    return { stopReason: "end_turn" };
  });
app.connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
`;

async function project(...args: string[]) {
  const root = await temporaryTree({ "specs/001-x/spec.md": "# Feature Specification: x\n" });
  const words = [join(root, "agent.mjs"), ...args];
  await writeTree(root, {
    "agent.mjs": agent,
    "hewto.toml": `[mcp]\ndriver = "acp"\ncommand = ${JSON.stringify(process.execPath)}\nargs = ${JSON.stringify(words)}\n`,
  });
  return root;
}

test("an agent on the official ACP SDK works: plan, leave, files, and our server with all its tools", async () => {
  const root = await project();
  const { code, output, errors } = await run(hewto, ["run", "plan", "1", "--trust", "--yes"], { cwd: root });
  expect({ code, output }, errors).toEqual({
    code: 0,
    output: "hewto offers skill, search_code; leave: yes\n",
  });
  expect(errors).toContain("1/2 Write plan.md");
  expect(await readFile(join(root, "specs/001-x/plan.md"), "utf8")).toContain("Write plan.md.");
  const refused = await run(hewto, ["run", "plan", "1", "--trust"], { cwd: root });
  expect(refused.output).toContain("leave: no");
});

test("an agent on the official ACP SDK is cancelled by Ctrl-C as the protocol says", async () => {
  const root = await project("--wait");
  const started = start(hewto, ["run", "plan", "1", "--trust"], { cwd: root });
  await shown(started, /0\/2/);
  started.child.kill("SIGINT");
  expect(await started.exit).toBe(130);
});
