import { describe, expect, it } from "vitest";
import * as z from "zod";
import { fixtureServer } from "../support/bundle.ts";
import { sharedByFile } from "../support/cleanup.ts";
import {
  codeOf,
  type Message,
  notifications,
  openWire,
  resultOf,
  textOf,
  type Wire,
} from "../support/wire.ts";

const related = "io.modelcontextprotocol/related-task";
const Task = z.strictObject({
  taskId: z.string(),
  status: z.enum(["working", "input_required", "completed", "failed", "cancelled"]),
  statusMessage: z.string().optional(),
  createdAt: z.iso.datetime(),
  lastUpdatedAt: z.iso.datetime(),
  ttl: z.number().nullable(),
  pollInterval: z.number().optional(),
});
const Created = z.strictObject({ task: Task });
const Listed = z.strictObject({ tasks: z.array(Task), nextCursor: z.string().optional() });

async function open(capabilities: object = {}): Promise<Wire> {
  const wire = openWire(await fixtureServer());
  await wire.initialize("2025-11-25", capabilities);
  return wire;
}

/** For tasks that are distinguished only by their ids. */
const server = sharedByFile(() => open());

async function create(wire: Wire, args: object, task: object = {}, more: object = {}) {
  return Created.parse(await wire.call("probe_job", args, { task, ...more })).task;
}

async function get(wire: Wire, taskId: string) {
  return Task.parse(resultOf(await wire.request("tasks/get", { taskId })));
}

function statuses(wire: Wire): unknown[] {
  return notifications(wire.messages, "notifications/tasks/status").map(({ status }) => status);
}

function isStatus(status: string) {
  return ({ method, params }: Message) =>
    method === "notifications/tasks/status" &&
    z.object({ status: z.string() }).parse(params).status === status;
}

describe("a call with a task", () => {
  // covers swiftindex: creates-tasks, task-states
  it("is answered at once with the task and nothing else", async () => {
    const wire = await server();
    const task = await create(wire, { label: "job" });
    expect(task).toMatchObject({ status: "working", ttl: 3_600_000, pollInterval: expect.any(Number) });
    expect(await get(wire, task.taskId)).toMatchObject({ taskId: task.taskId, status: "working" });
  });

  it("keeps the ttl that was asked for, within reason", async () => {
    const wire = await server();
    expect((await create(wire, { label: "a", ms: 1 }, { ttl: 60_000 })).ttl).toBe(60_000);
    expect((await create(wire, { label: "b", ms: 1 }, { ttl: null })).ttl).toBe(3_600_000);
    expect((await create(wire, { label: "c", ms: 1 }, { ttl: 1e12 })).ttl).toBe(24 * 3_600_000);
    const params = { name: "probe_job", arguments: { label: "d" }, task: { ttl: -1 } };
    expect(codeOf(await wire.request("tools/call", params))).toBe(-32602);
  });

  it("is -32601 where the tool forbids tasks, and -32602 where there is no tool", async () => {
    const wire = await server();
    const call = (name: string) => wire.request("tools/call", { name, arguments: { label: "x" }, task: {} });
    expect(codeOf(await call("probe_wait"))).toBe(-32601);
    expect(codeOf(await call("nobody"))).toBe(-32602);
  });

  it("is offered by tools/list only for the tools that take it", async () => {
    const wire = await server();
    const Tools = z.object({
      tools: z.array(z.looseObject({ name: z.string(), execution: z.unknown().optional() })),
    });
    const { tools } = Tools.parse(resultOf(await wire.request("tools/list")));
    const offering = tools.filter(({ execution }) => execution !== undefined);
    const probes = offering.filter(({ name }) => name.startsWith("probe_"));
    expect(probes.map(({ name }) => name)).toEqual(["probe_job", "probe_question_job"]);
    expect(probes[0]?.execution).toEqual({ taskSupport: "optional" });
  });

  // covers swiftindex: task-states
  it("with wrong arguments fails as a task", async () => {
    const wire = await server();
    const { taskId } = await create(wire, {});
    const result = resultOf(await wire.request("tasks/result", { taskId }));
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe("Missing required argument: label");
    expect(await get(wire, taskId)).toMatchObject({ status: "failed" });
  });
});

describe("tasks/result", () => {
  it("waits for the end and gives the very result of the call, with the task it belongs to", async () => {
    const wire = await server();
    const direct = await wire.call("probe_job", { label: "same", ms: 1 });
    const { taskId } = await create(wire, { label: "same", ms: 150 });
    const result = resultOf(await wire.request("tasks/result", { taskId }));
    expect(result).toEqual({ ...direct, _meta: { [related]: { taskId } } });
    expect(await get(wire, taskId)).toMatchObject({ status: "completed" });
  });

  // covers swiftindex: task-states, task-methods
  it("blocks nobody else, and any number may wait", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 200 });
    const waiters = [
      wire.request("tasks/result", { taskId }, "one"),
      wire.request("tasks/result", { taskId }, "two"),
    ];
    await wire.request("ping", {}, "ping");
    expect(wire.messages.some(({ id }) => id === "one" || id === "two")).toBe(false);
    const [one, two] = (await Promise.all(waiters)).map(resultOf);
    expect(one).toMatchObject({ structuredContent: { label: "job" } });
    expect(two).toEqual(one);
  });

  it("gives the result again and again until the ttl is over", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 1 });
    const first = resultOf(await wire.request("tasks/result", { taskId }));
    expect(resultOf(await wire.request("tasks/result", { taskId }))).toEqual(first);
  });

  it.each([
    ["fault", /^job failed\. Try again\.$/],
    ["throw", /^Internal error: job broke/],
  ])("of a job that ends in a %s is an error result, and the task has failed", async (end, message) => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 1, end });
    const result = resultOf(await wire.request("tasks/result", { taskId }));
    expect(result).toMatchObject({ isError: true, _meta: { [related]: { taskId } } });
    expect(textOf(result)).toMatch(message);
    expect(await get(wire, taskId)).toMatchObject({
      status: "failed",
      statusMessage: expect.stringMatching(message),
    });
  });
});

describe("tasks/cancel", () => {
  // covers swiftindex: cancels-tasks, task-states
  it("stops the work, and cancelled it stays", async () => {
    const wire = await open();
    const { taskId } = await create(wire, { label: "job" });
    await wire.call("probe_echo", { text: "let it start" });
    const cancelled = Task.parse(resultOf(await wire.request("tasks/cancel", { taskId })));
    expect(cancelled).toMatchObject({ taskId, status: "cancelled" });
    const Events = z.object({ structuredContent: z.object({ events: z.array(z.string()) }) });
    const seen = async () => Events.parse(await wire.call("probe_events")).structuredContent.events;
    expect(await seen()).toContain("job aborted");
    while (!(await seen()).includes("job stopped"));
    expect(await get(wire, taskId)).toMatchObject({ status: "cancelled" });
    expect(statuses(wire)).toEqual(["cancelled"]);
  });

  it("ends the wait of those who asked for the result", async () => {
    const wire = await open();
    const { taskId } = await create(wire, { label: "job" });
    const waiting = wire.request("tasks/result", { taskId });
    while (!textOf(await wire.call("probe_events")).includes("job started"));
    await wire.request("tasks/cancel", { taskId });
    expect(await waiting).toMatchObject({
      error: { code: -32000, message: expect.stringContaining("cancelled") },
    });
    while (!textOf(await wire.call("probe_events")).includes("job stopped"));
    expect(codeOf(await wire.request("tasks/result", { taskId }))).toBe(-32000);
  });

  it("of a task before its first step means that it never starts", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "never" });
    wire.send({ jsonrpc: "2.0", id: "c", method: "tasks/cancel", params: { taskId } });
    await wire.reply("c");
    expect(await get(wire, taskId)).toMatchObject({ status: "cancelled" });
  });

  // covers swiftindex: task-states
  it("of a task that has ended is -32602 and changes nothing", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 1 });
    await wire.request("tasks/result", { taskId });
    expect(codeOf(await wire.request("tasks/cancel", { taskId }))).toBe(-32602);
    expect(await get(wire, taskId)).toMatchObject({ status: "completed" });
    const second = await create(wire, { label: "job" });
    await wire.request("tasks/cancel", { taskId: second.taskId });
    expect(codeOf(await wire.request("tasks/cancel", { taskId: second.taskId }))).toBe(-32602);
  });

  it("is not what notifications/cancelled of a waiting request does", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 150 });
    wire.send({ jsonrpc: "2.0", id: "w", method: "tasks/result", params: { taskId } });
    wire.notify("notifications/cancelled", { requestId: "w" });
    expect(resultOf(await wire.request("tasks/result", { taskId }))).toMatchObject({ structuredContent: {} });
    expect(wire.messages.some(({ id }) => id === "w")).toBe(false);
  });
});

describe("tasks/list", () => {
  // covers swiftindex: task-states, task-methods
  it("gives every task that can still be read, in pages", async () => {
    const wire = await open();
    const made: string[] = [];
    for (let index = 0; index < 60; index++) made.push((await create(wire, { label: "job", ms: 1 })).taskId);
    const first = Listed.parse(resultOf(await wire.request("tasks/list")));
    const { nextCursor: cursor } = first;
    expect(cursor).toBeDefined();
    const second = Listed.parse(resultOf(await wire.request("tasks/list", { cursor })));
    expect([...first.tasks, ...second.tasks].map(({ taskId }) => taskId)).toEqual(made);
    expect(second.nextCursor).toBeUndefined();
  });

  it.each(["nonsense", "", "YWZ0ZXI6eA"])("refuses the cursor %j with -32602", async (cursor) => {
    const wire = await server();
    expect(codeOf(await wire.request("tasks/list", { cursor }))).toBe(-32602);
  });
});

describe("an unknown task", () => {
  it.each(["tasks/get", "tasks/result", "tasks/cancel"])("is -32602 for %s", async (method) => {
    const wire = await server();
    expect(codeOf(await wire.request(method, { taskId: "nobody" }))).toBe(-32602);
    expect(codeOf(await wire.request(method, {}))).toBe(-32602);
  });
});

describe("the time to live", () => {
  // covers swiftindex: task-states
  it("once over, the task is gone from everywhere", async () => {
    const wire = await open();
    const { taskId } = await create(wire, { label: "job", ms: 1 }, { ttl: 300 });
    let gone = await wire.request("tasks/get", { taskId });
    while ("result" in gone) gone = await wire.request("tasks/get", { taskId });
    expect(codeOf(gone)).toBe(-32602);
    expect(codeOf(await wire.request("tasks/result", { taskId }))).toBe(-32602);
    expect(Listed.parse(resultOf(await wire.request("tasks/list"))).tasks).toEqual([]);
  });

  it("of zero means that nothing is kept", async () => {
    const wire = await server();
    const { taskId } = await create(wire, { label: "job", ms: 1 }, { ttl: 0 });
    let gone = await wire.request("tasks/get", { taskId });
    while ("result" in gone) gone = await wire.request("tasks/get", { taskId });
    expect(codeOf(gone)).toBe(-32602);
  });
});

describe("what a task says", () => {
  it("is never heard before the client knows the task", async () => {
    const wire = await open();
    for (let index = 0; index < 20; index++) {
      const { taskId } = await create(wire, { label: "quick", ms: 0 });
      await wire.until(({ params }) => z.object({ taskId: z.literal(taskId) }).safeParse(params).success);
    }
    const known = new Set<unknown>();
    for (const { result, method, params } of wire.messages) {
      const created = Created.safeParse(result);
      if (created.success) known.add(created.data.task.taskId);
      if (method === "notifications/tasks/status") {
        expect(known).toContain(Task.parse(params).taskId);
      }
    }
    expect(known.size).toBe(20);
  });

  it("are its statuses, as whole tasks", async () => {
    const wire = await open();
    const { taskId } = await create(wire, { label: "job", ms: 20 });
    await wire.until(isStatus("completed"));
    const [note] = notifications(wire.messages, "notifications/tasks/status");
    expect(Task.parse(note)).toEqual(await get(wire, taskId));
  });

  it("is its progress: in the status always, as notifications when a token came", async () => {
    const wire = await open();
    const quiet = await create(wire, { label: "quiet" });
    let seen = await get(wire, quiet.taskId);
    while (!seen.statusMessage?.startsWith("step")) seen = await get(wire, quiet.taskId);
    expect(notifications(wire.messages, "notifications/progress")).toEqual([]);
    await wire.request("tasks/cancel", { taskId: quiet.taskId });
    const loud = await create(wire, { label: "loud", ms: 60 }, {}, { _meta: { progressToken: 0 } });
    await wire.request("tasks/result", { taskId: loud.taskId });
    const notes = notifications(wire.messages, "notifications/progress");
    expect(notes.length).toBeGreaterThan(1);
    for (const note of notes) {
      expect(note).toMatchObject({ progressToken: 0, _meta: { [related]: { taskId: loud.taskId } } });
    }
  });

  it("may be a question: the task waits for the answer", async () => {
    const wire = await open({ elicitation: {} });
    const { task } = Created.parse(await wire.call("probe_question_job", {}, { task: {} }));
    const { taskId } = task;
    const question = await wire.until(({ method }) => method === "elicitation/create");
    expect(question.params).toMatchObject({ message: "Who are you?", _meta: { [related]: { taskId } } });
    expect(await get(wire, taskId)).toMatchObject({ status: "input_required" });
    wire.send({ jsonrpc: "2.0", id: question.id, result: { action: "accept", content: { name: "Ada" } } });
    const result = resultOf(await wire.request("tasks/result", { taskId }));
    expect(textOf(result)).toContain("Ada");
    expect(statuses(wire)).toEqual(["input_required", "working", "completed"]);
  });

  it("is a failure where the client cannot answer", async () => {
    const wire = await open();
    const { task } = Created.parse(await wire.call("probe_question_job", {}, { task: {} }));
    const result = resultOf(await wire.request("tasks/result", { taskId: task.taskId }));
    expect(result).toHaveProperty(["_meta", "hewto/fault", "code"], "client_refused");
    expect(textOf(result)).toContain("does not offer elicitation");
  });
});
