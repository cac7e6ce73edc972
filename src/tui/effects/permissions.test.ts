import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writeAgent } from "../../../test/support/agents.ts";
import { LiveApp } from "../../../test/support/live-app.ts";
import { temporaryFolder, temporaryTree } from "../../../test/support/temporary.ts";

const spec = { "specs/001-x/spec.md": "# X\n", "specs/001-x/plan.md": "# Plan\n" };

/** Settings that name this agent. */
function settings(agent: string, more = ""): string {
  return `[mcp]\ncommand = "${process.execPath}"\nargs = ["${agent}"]\n${more}`;
}

async function openWith(config: string): Promise<LiveApp> {
  const home = await temporaryTree({ ".config/hewto/config.toml": config });
  const app = await LiveApp.open(await temporaryTree(spec), { PATH: process.env["PATH"], HOME: home });
  onTestFinished(() => app.stop());
  return app;
}

/** Asks a model twice before it answers; the next run is a new process and asks again. */
const asksTwice = [
  'if (message.method === "tools/call") { call = message.id; return sample(1); } if (message.id === 901) return sample(2); if (message.id === 902) { text(call, "HEARD " + message.result?.content?.text); return false; }',
  'let call = 0; function sample(n) { send({ id: 900 + n, method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "Question " + n } }], maxTokens: 10 } }); return false; }',
] as const;

test("permission for the run covers the second prompt to a model, and the next run asks again", async () => {
  const model = '[model]\nbackend = "command"\ncommand = "sh"\nargs = ["-c", "cat | tail -1"]\n';
  const app = await openWith(settings(writeAgent(...asksTwice), model));
  await (await app.keys("r", "p")).shows("Question 1");
  await (await app.keys("r")).shows("plan · 001-x · done");
  expect(app.text()).toContain("HEARD Question 2");
  await (await app.keys("R")).shows("Question 1");
  await (await app.keys("y")).shows("Question 2");
  await (await app.keys("n")).shows("plan · 001-x · done");
  expect(app.text()).toContain("HEARD undefined");
});

const acp = `
  const update = (update) => send({ method: "session/update", params: { sessionId: "s", update } });
  const ask = (id) => send({ id, method: "session/request_permission", params: { sessionId: "s", toolCall: { title: "Edit file " + id }, options: [{ optionId: "no", kind: "reject_once" }, { optionId: "yes", kind: "allow_once" }] } });
  if (message.method === "initialize") send({ id: message.id, result: { protocolVersion: 1, agentCapabilities: {}, agentInfo: { name: "acp-agent", version: "3" } } });
  if (message.method === "session/new") send({ id: message.id, result: { sessionId: "s" } });
  if (message.method === "session/prompt") { globalThis.prompt = message; ask("p1"); }
  if (message.id === "p1" || message.id === "p2") globalThis.said = (globalThis.said ?? "SAID") + " " + message.result.outcome.optionId;
  if (message.id === "p1") ask("p2");
  if (message.id === "p2") { update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: said } }); send({ id: prompt.id, result: { stopReason: "end_turn" } }); }
  return false;
`;

test("an agent that asks permission for each action gets it once, for the whole run, or not at all", async () => {
  const app = await openWith(settings(writeAgent(acp), 'driver = "acp"\n'));
  await (await app.keys("r", "p")).shows("Edit file p1");
  expect(app.text()).toContain("y allow, r allow for this run, n deny");
  await (await app.keys("r")).shows("plan · 001-x · done");
  expect(app.text()).toContain("SAID yes yes");
  await (await app.keys("R")).shows("Edit file p1");
  await (await app.keys("y")).shows("Edit file p2");
  await (await app.keys("n")).shows("plan · 001-x · done");
  expect(app.text()).toContain("SAID yes no");
});

test("permission to start a project's command cannot be given for the run: r does not answer", async () => {
  const agent = writeAgent(
    'if (message.method === "tools/call") { text(message.id, "hello"); return false; }',
  );
  const home = await temporaryFolder();
  const root = await temporaryTree({ ...spec, "hewto.toml": settings(agent) });
  const app = await LiveApp.open(root, { PATH: process.env["PATH"], HOME: home });
  onTestFinished(() => app.stop());
  await (await app.keys("r", "p")).shows("wants to start:");
  expect(app.text()).toContain("y allow, n deny");
  await app.keys("r", "e");
  expect(app.text()).toContain("wants to start:");
  await (await app.keys("\u0003")).shows("plan · 001-x · failed");
  expect(existsSync(join(home, ".config/hewto/trusted-commands.json"))).toBe(false);
});
