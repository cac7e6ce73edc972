import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { writeAgent } from "../support/agents.ts";
import { hewto } from "../support/bundle.ts";
import { run, start } from "../support/processes.ts";
import { temporaryTree } from "../support/temporary.ts";

const handshake = `
  const update = (update) => send({ method: "session/update", params: { sessionId: "s", update } });
  if (message.method === "initialize") { send({ id: message.id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: "acp-agent", version: "3" } } }); return false; }
  if (message.method === "session/new") { globalThis.opened = message.params; send({ id: message.id, result: { sessionId: "s" } }); return false; }
`;

async function project(on: string) {
  const toml = `[mcp]\ndriver = "acp"\ncommand = ${JSON.stringify(process.execPath)}\nargs = [${JSON.stringify(writeAgent(handshake + on))}]\n`;
  const root = await temporaryTree({
    "specs/001-x/spec.md": "x",
    "specs/001-x/plan.md": "# Plan\n",
    "hewto.toml": toml,
  });
  const words = ["run", "plan", "1", "--trust"];
  return {
    root,
    run: (...more: string[]) => run(hewto, [...words, ...more], { cwd: root }),
    start: () => start(hewto, words, { cwd: root }),
  };
}

const turn = `
  if (message.method === "session/prompt") {
    globalThis.prompt = message;
    update({ sessionUpdate: "plan", entries: [{ content: "Read", status: "completed" }, { content: "Write the plan", status: "in_progress" }] });
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: "I will " } });
    send({ id: "p", method: "session/request_permission", params: { sessionId: "s", toolCall: { title: "Edit plan.md" }, options: [{ optionId: "no", kind: "reject_once" }, { optionId: "yes", kind: "allow_once" }] } });
    send({ id: "f", method: "fs/read_text_file", params: {} });
    return false;
  }
  if (message.id === "p") {
    update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: JSON.stringify({ decided: message.result, servers: opened.mcpServers.map(({ name, args }) => [name, args.slice(1, 2)]) }) } });
    send({ id: prompt.id, result: { stopReason: "end_turn" } });
  }
  return false;
`;

test("an ACP agent: plan as progress, chunks as output, our server handed over, permission as a question", async () => {
  const at = await project(turn);
  const refused = await at.run();
  expect(refused.code).toBe(0);
  expect(refused.output).toBe(
    'I will {"decided":{"outcome":{"outcome":"selected","optionId":"no"}},"servers":[["hewto",["mcp"]]]}\n',
  );
  expect(refused.errors).toContain("1/2 Write the plan");
  expect((await at.run("--yes")).output).toContain('"optionId":"yes"');
  const { log } = JSON.parse((await at.run("--json")).output);
  expect(await readFile(log, "utf8")).toMatch(
    /agent: acp-agent 3 acp 1[\s\S]*"id":"f","error":\{"code":-32601/,
  );
});

test("an ACP agent that stops early, is silent or is cancelled: each its own state", async () => {
  const state = async (on: string, ...flags: string[]) => {
    const { code, output } = await (await project(on)).run("--json", ...flags);
    return [code, JSON.parse(output).state];
  };
  const prompt = (body: string) => `if (message.method === "session/prompt") { ${body} } return false;`;
  expect(await state(prompt(`send({ id: message.id, result: { stopReason: "refusal" } });`))).toEqual([
    1,
    "tool-failed",
  ]);
  expect(await state(prompt(""), "--timeout", "1")).toEqual([124, "timed-out"]);
  const at = await project(
    `if (message.method === "session/prompt") { globalThis.prompt = message; update({ sessionUpdate: "tool_call", title: "begun" }); } if (message.method === "session/cancel") send({ id: prompt.id, result: { stopReason: "cancelled" } }); return false;`,
  );
  const started = at.start();
  await new Promise<void>((resolve) =>
    started.child.stderr.on("data", () => /begun/.test(started.errors()) && resolve()),
  );
  started.child.kill("SIGINT");
  expect(await started.exit).toBe(130);
});
