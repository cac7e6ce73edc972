import { join } from "node:path";
import { expect, test } from "vitest";
import { type HttpReply, httpAgent, resultOf } from "../../../test/support/http-agent.ts";
import { temporaryTree } from "../../../test/support/temporary.ts";
import { openWorkspace } from "../../workspace/paths/root.ts";
import { unattended } from "../answers/handlers.ts";
import { nobody, type Person } from "../answers/person.ts";
import { clientSettings } from "../settings.ts";
import { runStep } from "./run.ts";

/** Runs `plan` with an HTTP server as the agent, for this person. */
async function runAt(
  reply: HttpReply,
  person: Person = nobody,
  signal: AbortSignal = new AbortController().signal,
) {
  const at = await httpAgent((message, response, heard) => {
    if (message.method !== "tools/list") return reply(message, response, heard);
    const tools = reply(message, response, heard) ? undefined : [{ name: "speckit.plan" }];
    if (tools)
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, result: { tools } }));
    return true;
  });
  const root = await temporaryTree({ "specs/001-x/spec.md": "x", "specs/001-x/plan.md": "# Plan\n" });
  const workspace = await openWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.fault.message);
  const env = { HOME: root };
  const flags = { driver: "mcp-http", endpoint: at.url };
  const settings = await clientSettings({ workspace: workspace.value, env, flags });
  if (!settings.ok) throw new Error(settings.fault.message);
  const { outcome } = await runStep({
    step: "plan",
    args: { spec_directory: join(root, "specs/001-x") },
    workspace: workspace.value,
    cwd: root,
    settings: settings.value,
    services: { ...unattended(workspace.value), person },
    env,
    clock: () => new Date(),
    signal,
    onEvent: () => {},
  });
  const methods = at.seen.map(({ message }) => message.method ?? "");
  const times = (method: string) => methods.filter((each) => each === method).length;
  return { outcome, times };
}

/** A server that loses the session at the first call. */
function forgetful(): HttpReply {
  let calls = 0;
  return (message, response) => {
    if (message.method !== "tools/call") return false;
    if (++calls === 1) response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(resultOf(message.id, "second time"));
    return true;
  };
}

// covers spec-tui-client: readable-errors
test("after a lost session the call is repeated in a new one only if the user approves", async () => {
  const questions: string[] = [];
  const asked = (answer: boolean): Person => ({
    ...nobody,
    isPresent: true,
    approve: async (what) => {
      questions.push(what);
      return answer;
    },
  });
  const again = await runAt(forgetful(), asked(true));
  expect(again.outcome).toMatchObject({ state: "done", content: [{ text: "second time" }] });
  expect([again.times("initialize"), again.times("tools/call")]).toEqual([2, 2]);
  expect(questions).toEqual([
    "The agent lost the session in which speckit.plan ran. Run it again in a new session?",
  ]);
  const left = await runAt(forgetful(), asked(false));
  expect(left.outcome).toMatchObject({
    state: "agent-died",
    error: { hint: "Run the step again to open a new session." },
  });
  expect(left.times("tools/call")).toBe(1);
  expect((await runAt(forgetful())).times("tools/call")).toBe(1);
});

test("a tool that is removed between the list and the call is missing, and the current tools are named", async () => {
  let lists = 0;
  const { outcome, times } = await runAt((message, response) => {
    const body =
      message.method === "tools/call"
        ? { error: { code: -32602, message: "Unknown tool: speckit.plan" } }
        : message.method === "tools/list" && ++lists > 1
          ? { result: { tools: [{ name: "speckit.tasks" }] } }
          : undefined;
    if (body)
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id: message.id, ...body }));
    return body !== undefined;
  });
  expect(outcome).toMatchObject({
    state: "unavailable",
    error: { message: "web has no tool speckit.plan; its tools are speckit.tasks." },
  });
  expect(times("tools/call")).toBe(1);
});

test("wrong arguments for an existing tool are reported in the agent's words", async () => {
  const { outcome } = await runAt((message, response) => {
    if (message.method !== "tools/call") return false;
    response.writeHead(200, { "content-type": "application/json" }).end(
      JSON.stringify({
        jsonrpc: "2.0",
        id: message.id,
        error: { code: -32602, message: "no such folder" },
      }),
    );
    return true;
  });
  expect(outcome).toMatchObject({
    state: "protocol-error",
    error: { message: "no such folder", retryable: false },
  });
});

test("a run that is canceled before it starts does not start an agent", async () => {
  const { outcome, times } = await runAt(() => false, nobody, AbortSignal.abort());
  expect(outcome.state).toBe("cancelled");
  expect(times("initialize")).toBe(0);
});
