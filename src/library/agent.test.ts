import { resolve } from "node:path";
import { expect, test } from "vitest";
import { writeAgent } from "../../test/support/agents.ts";
import { requirement, scenario, spec } from "../../test/support/specs.ts";
import { temporaryTree } from "../../test/support/temporary.ts";
import { type Agent, connectAgent } from "./agent.ts";
import { HewtoError } from "./error.ts";

const files = { "openspec/specs/auth/spec.md": spec("auth", requirement("Login", scenario("Right word"))) };

async function connected(work: (agent: Agent) => Promise<void>): Promise<void> {
  const workspace = await temporaryTree(files);
  const args = [resolve("dist/hewto.js"), "mcp", "--profile", "spox", "--workspace", workspace];
  const agent = await connectAgent({ command: process.execPath, args, cwd: workspace });
  try {
    await work(agent);
  } finally {
    await agent.close();
  }
}

test("an agent names itself, lists its tools and answers calls", () =>
  connected(async (agent) => {
    expect(agent.identity.name).toBe("spox");
    expect((await agent.tools()).map(({ name }) => name)).toContain("list_specs");
    expect(await agent.call("list_specs")).toMatchObject({
      state: "done",
      structuredContent: { specs: [{ id: "auth" }] },
    });
  }));

test("a failed tool, a tool that is not there and a cancelled call are outcomes", () =>
  connected(async (agent) => {
    expect((await agent.call("get_spec_requirements", { spec_id: "none" })).state).toBe("tool-failed");
    expect((await agent.call("no_such_tool")).state).toBe("protocol-error");
    expect((await agent.call("list_specs", {}, { signal: AbortSignal.abort() })).state).toBe("cancelled");
  }));

test("a program gets the variables of this process and those that are added", async () => {
  const says = "text(message.id, JSON.stringify([process.env.PATH, process.env.COLOR])); return false;";
  const script = writeAgent(`if (message.method === "tools/call") { ${says} }`);
  const agent = await connectAgent({ command: process.execPath, args: [script], env: { COLOR: "blue" } });
  const { content } = await agent.call("speckit.plan");
  await agent.close();
  expect(content).toEqual([{ type: "text", text: JSON.stringify([process.env["PATH"], "blue"]) }]);
});

test("a program that is not there rejects with what to do", async () => {
  const error = await connectAgent({ command: "no-such-program-of-hewto" }).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(HewtoError);
  expect(error).toMatchObject({ code: "agent_unavailable" });
});

test("an agent that goes silent is given up after the time that the caller gave", async () => {
  const script = writeAgent('if (message.method === "tools/call") return false;');
  const agent = await connectAgent({ command: process.execPath, args: [script] });
  expect((await agent.call("speckit.plan", {}, { idleMs: 200 })).state).toBe("timed-out");
  expect((await agent.call("speckit.plan", {}, { maxMs: 200 })).state).toBe("timed-out");
  await agent.close();
});

test("what the caller answers is declared to the agent as capabilities", async () => {
  const keep = 'if (message.method === "initialize") globalThis.declared = message.params.capabilities;';
  const says = "text(message.id, JSON.stringify(globalThis.declared)); return false;";
  const script = writeAgent(`${keep} if (message.method === "tools/call") { ${says} }`);
  const serves = { "sampling/createMessage": async () => ({}), "elicitation/create": async () => ({}) };
  const agent = await connectAgent({ command: process.execPath, args: [script] }, { serves });
  const { content } = await agent.call("speckit.plan");
  await agent.close();
  expect(JSON.parse(String(content?.[0]?.["text"]))).toEqual({ sampling: {}, elicitation: { form: {} } });
});

test("a handshake that is not answered ends after the time that the caller gave", async () => {
  const script = writeAgent("return false;");
  const waiting = connectAgent({ command: process.execPath, args: [script] }, { timeoutMs: 300 });
  await expect(waiting).rejects.toBeInstanceOf(HewtoError);
});

test("progress of a call and everything that is said are reported to the caller", async () => {
  const says = 'progress(message.id, 30, "working"); text(message.id, "done"); return false;';
  const script = writeAgent(`if (message.method === "tools/call") { ${says} }`);
  const kinds = new Set<string>();
  const onEvent = ({ kind }: { kind: string }) => void kinds.add(kind);
  const agent = await connectAgent({ command: process.execPath, args: [script] }, { onEvent });
  const reports: unknown[] = [];
  await agent.call("speckit.plan", {}, { onProgress: (report) => void reports.push(report) });
  await agent.close();
  expect(reports).toMatchObject([{ progress: 30, message: "working" }]);
  expect(kinds.size).toBeGreaterThan(1);
});
