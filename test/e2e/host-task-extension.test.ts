import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer, hewto } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import { post } from "../support/http.ts";
import { startListening } from "../support/processes.ts";
import { temporaryFolder, temporaryTree } from "../support/temporary.ts";
import { codeOf, envelope, type Message, openWire, resultOf, textOf } from "../support/wire.ts";

const extension = "io.modelcontextprotocol/tasks";
const capabilities = { elicitation: {}, extensions: { [extension]: {} } };
const _meta = envelope(capabilities);
const without = envelope({ elicitation: {} });

const Task = z.strictObject({
  resultType: z.enum(["task", "complete"]),
  taskId: z.string(),
  status: z.enum(["working", "input_required", "completed", "failed", "cancelled"]),
  statusMessage: z.string().optional(),
  createdAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
  ttlMs: z.number().int().positive().nullable(),
  pollIntervalMs: z.number().int().positive(),
  inputRequests: z.record(z.string(), z.looseObject({ method: z.string() })).optional(),
  result: z.looseObject({}).optional(),
  error: z.looseObject({ code: z.number(), message: z.string() }).optional(),
  _meta: z.unknown(),
});

/** A client of 2026-07-28, whatever carries its messages. */
type Request = (method: string, params: object) => Promise<Message>;

const overStdio = sharedByFile(async (): Promise<Request> => openWire(await fixtureServer()).request);
const overHttp = sharedByFile(async (): Promise<Request> => {
  const { url } = await startListening(await fixtureServer(), ["--workspace", await temporaryFolder()]);
  return (method, params) => posted(url, method, params);
});

async function posted(url: string, method: string, params: object): Promise<Message> {
  const { name, taskId } = z.looseObject({ name: z.string(), taskId: z.string() }).partial().parse(params);
  const routed = name ?? taskId;
  const { messages } = await post(
    url,
    { jsonrpc: "2.0", id: 1, method, params },
    {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(routed === undefined ? {} : { "mcp-name": routed }),
    },
  );
  return messages.find((message) => message.id === 1) ?? {};
}

const tool = (name: string, args: object, more: object = {}) => ({ name, arguments: args, _meta, ...more });

async function create(request: Request, name: string, args: object = {}) {
  return Task.parse(resultOf(await request("tools/call", tool(name, args))));
}

async function get(request: Request, taskId: string) {
  return Task.parse(resultOf(await request("tasks/get", { taskId, _meta })));
}

async function until(request: Request, taskId: string, ...statuses: string[]) {
  for (;;) {
    const task = await get(request, taskId);
    if (statuses.includes(task.status)) return task;
    await sleep(20);
  }
}

describe.each([
  ["stdio", overStdio],
  ["HTTP", overHttp],
])("the tasks extension of 2026-07-28 over %s", (_name, server) => {
  it("is advertised as an extension, and tools/list says nothing of tasks", async () => {
    const request = await server();
    const discovered = resultOf(await request("server/discover", { _meta }));
    expect(discovered).toHaveProperty(["capabilities", "extensions", extension], {});
    expect(discovered).not.toHaveProperty(["capabilities", "tasks"]);
    expect(JSON.stringify(resultOf(await request("tools/list", { _meta })))).not.toContain("taskSupport");
  });

  it("answers a long call with a task that holds the result when it is over", async () => {
    const request = await server();
    const created = await create(request, "probe_job", { label: "long", ms: 700 });
    expect(created).toMatchObject({ resultType: "task", status: "working" });
    expect(created).not.toHaveProperty("content");
    const task = await until(request, created.taskId, "completed", "failed");
    expect(task).toMatchObject({ resultType: "complete", status: "completed", taskId: created.taskId });
    expect(task.result).toMatchObject({ structuredContent: { label: "long" } });
    expect(task.result).not.toHaveProperty(["_meta", "io.modelcontextprotocol/related-task"]);
  });

  it("answers a quick call, and every call of a client that did not ask, with the result itself", async () => {
    const request = await server();
    const quick = resultOf(await request("tools/call", tool("probe_job", { label: "quick", ms: 1 })));
    expect(quick).toMatchObject({ resultType: "complete", structuredContent: { label: "quick" } });
    const call = { name: "probe_job", arguments: { label: "plain", ms: 700 }, _meta: without };
    expect(resultOf(await request("tools/call", call))).toMatchObject({
      resultType: "complete",
      structuredContent: { label: "plain" },
    });
  });

  it("distinguishes a failed tool (completed) from a protocol error (failed)", async () => {
    const request = await server();
    const fault = await create(request, "probe_job", { label: "bad", ms: 500, end: "fault" });
    const ended = await until(request, fault.taskId, "completed", "failed");
    expect(ended).toMatchObject({ status: "completed", result: { isError: true } });
    const broken = await create(request, "protocol_error_job");
    const failed = await until(request, broken.taskId, "completed", "failed");
    expect(failed).toMatchObject({ status: "failed", error: { code: -32603 } });
    expect(failed).not.toHaveProperty("result");
  });

  it("puts questions on the task, accepts answers one by one, and ignores unrequested ones", async () => {
    const request = await server();
    const { taskId } = await create(request, "multi_input");
    const asking = await until(request, taskId, "input_required");
    expect(Object.keys(asking.inputRequests ?? {})).toEqual(["name", "sure"]);
    const update = async (inputResponses: object) =>
      resultOf(await request("tasks/update", { taskId, inputResponses, _meta }));
    const ack = await update({
      name: { action: "accept", content: { name: "Ada" } },
      stray: { action: "x" },
    });
    expect(Object.keys(ack).sort()).toEqual(["_meta", "resultType"]);
    const half = await get(request, taskId);
    expect(half.status).toBe("input_required");
    expect(Object.keys(half.inputRequests ?? {})).toEqual(["sure"]);
    await update({ sure: { action: "decline" } });
    const over = await until(request, taskId, "completed", "failed");
    expect(textOf(over.result ?? {})).toBe(
      JSON.stringify({ name: { action: "accept", content: { name: "Ada" } }, sure: { action: "decline" } }),
    );
  });

  it("asks on the request what it needs before there is a task", async () => {
    const request = await server();
    const first = resultOf(await request("tools/call", tool("test_tool_with_task", {})));
    expect(first).toMatchObject({ resultType: "input_required", inputRequests: { user_name: {} } });
    const inputResponses = { user_name: { action: "accept", content: { name: "Ada" } } };
    const again = tool("test_tool_with_task", {}, { inputResponses, requestState: first.requestState });
    const { taskId, resultType } = Task.parse(resultOf(await request("tools/call", again)));
    expect(resultType).toBe("task");
    const over = await until(request, taskId, "completed", "failed");
    expect(textOf(over.result ?? {})).toBe("Hello, Ada!");
  });

  it("cancels: the work stops, the status says so, and a second time changes nothing", async () => {
    const request = await server();
    const { taskId } = await create(request, "probe_job", { label: `stop ${_name}` });
    for (let times = 0; times < 2; times++) {
      const ack = resultOf(await request("tasks/cancel", { taskId, _meta }));
      expect(Object.keys(ack).sort()).toEqual(["_meta", "resultType"]);
      expect(await get(request, taskId)).toMatchObject({ status: "cancelled" });
    }
    await sleep(50);
    const events = resultOf(await request("tools/call", tool("probe_events", {})));
    expect(textOf(events)).toContain(`stop ${_name} stopped`);
  });

  it("refuses clients that did not declare it, unknown tasks, missing answers and methods of 2025-11-25", async () => {
    const request = await server();
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const params = { taskId: "nobody", inputResponses: {} };
      const undeclared = await request(method, { ...params, _meta: without });
      expect([method, codeOf(undeclared)]).toEqual([method, -32021]);
      expect(undeclared.error).toHaveProperty(["data", "requiredCapabilities", "extensions", extension], {});
      expect([method, codeOf(await request(method, { ...params, _meta }))]).toEqual([method, -32602]);
    }
    const { taskId } = await create(request, "probe_job", { label: "left" });
    expect(codeOf(await request("tasks/update", { taskId, _meta }))).toBe(-32602);
    await request("tasks/cancel", { taskId, _meta });
    for (const method of ["tasks/list", "tasks/result"])
      expect(codeOf(await request(method, { taskId, _meta }))).toBe(-32601);
    const required = { name: "failing_job", arguments: {}, _meta: without };
    expect(codeOf(await request("tools/call", required))).toBe(-32021);
  });

  it("does not let a client that did not declare it subscribe to tasks", async () => {
    const request = await server();
    const listen = (meta: object) =>
      request("subscriptions/listen", { notifications: { taskIds: ["x"] }, _meta: meta });
    expect(codeOf(await listen(without))).toBe(-32021);
  });
});

it("a task of the shipped server is index_codebase on a folder that takes its time", async () => {
  const files = Array.from({ length: 1500 }, (_, n) => [
    `Sources/F${n}.swift`,
    Array.from({ length: 20 }, (_line, m) => `func f${n}_${m}() { print(${m}) }`).join("\n"),
  ]);
  const root = await temporaryTree(Object.fromEntries(files));
  const { request } = openWire(hewto, ["mcp", "--workspace", root]);
  const created = await create(request, "index_codebase", { path: root });
  expect(created.resultType).toBe("task");
  const over = await until(request, created.taskId, "completed", "failed");
  expect(over.result).toMatchObject({ structuredContent: { files: { indexed: 1500 } } });
}, 60_000);

it("a client of 2025-11-25 must ask for a task where the tool needs one", async () => {
  const wire = openWire(await fixtureServer());
  await wire.initialize();
  const call = { name: "failing_job", arguments: {} };
  expect(codeOf(await wire.request("tools/call", call))).toBe(-32601);
  expect(resultOf(await wire.request("tools/call", { ...call, task: {} }))).toHaveProperty([
    "task",
    "taskId",
  ]);
});
