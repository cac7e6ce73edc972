import { describe, expect, it } from "vitest";
import type { ToolResult } from "./answer.ts";
import { TaskCancelled, TaskStore, type TaskView } from "./tasks.ts";

const done: ToolResult = { content: [{ type: "text", text: "done" }] };

function openStore() {
  const changes: string[] = [];
  let now = Date.UTC(2026, 0, 1);
  const store = new TaskStore(
    () => new Date(now++),
    (view) => void changes.push(view.status),
  );
  return { store, changes };
}

function started(view: TaskView | undefined): TaskView {
  if (!view) throw new Error("not started");
  return view;
}

describe("TaskStore", () => {
  it("shows a task from its start to its end, with times that move", async () => {
    const { store, changes } = openStore();
    const { taskId, createdAt } = started(store.start(undefined, async () => done));
    expect(store.get(taskId)).toMatchObject({ status: "working", createdAt, lastUpdatedAt: createdAt });
    expect(await store.result(taskId)).toBe(done);
    const after = store.get(taskId);
    expect(after).toMatchObject({ status: "completed", createdAt });
    expect(Date.parse(after?.lastUpdatedAt ?? "")).toBeGreaterThan(Date.parse(createdAt));
    expect(changes).toEqual(["completed"]);
  });

  it("begins when the answer that names the task is on its way, however long that takes to send", async () => {
    const { store } = openStore();
    let hasBegun = false;
    store.start(undefined, async () => {
      hasBegun = true;
      return done;
    });
    for (let step = 0; step < 1000; step++) await Promise.resolve();
    expect(hasBegun).toBe(false);
    await new Promise((resolve) => setImmediate(resolve));
    expect(hasBegun).toBe(true);
  });

  it("passes on the protocol error of its work, and has failed", async () => {
    const { store } = openStore();
    const { taskId } = started(store.start(undefined, () => Promise.reject(new Error("no such tool"))));
    await expect(store.result(taskId)).rejects.toThrow("no such tool");
    expect(store.get(taskId)).toMatchObject({ status: "failed", statusMessage: "no such tool" });
  });

  it("keeps at most a thousand tasks", async () => {
    const { store } = openStore();
    for (let index = 0; index < 1000; index++) started(store.start(undefined, async () => done));
    expect(store.start(undefined, async () => done)).toBeUndefined();
    store.close();
  });

  it("waits with several questions open until the last is answered", async () => {
    const { store, changes } = openStore();
    const answers: (() => void)[] = [];
    const ask = () => new Promise<void>((resolve) => void answers.push(resolve));
    const { taskId } = started(
      store.start(undefined, async (task) => {
        await Promise.all([task.asking(ask), task.asking(ask)]);
        return done;
      }),
    );
    while (answers.length < 2) await new Promise((resolve) => setImmediate(resolve));
    answers[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get(taskId)).toMatchObject({ status: "input_required" });
    answers[1]?.();
    await store.result(taskId);
    expect(changes).toEqual(["input_required", "working", "completed"]);
  });

  it("forgets a task at the end of its ttl, but does not kill it: who waits gets the result", async () => {
    const { store } = openStore();
    let finish: (result: ToolResult) => void = () => {};
    const work = new Promise<ToolResult>((resolve) => {
      finish = resolve;
    });
    const { taskId } = started(store.start(1, () => work));
    const waiting = store.result(taskId);
    while (store.get(taskId)) await new Promise((resolve) => setTimeout(resolve, 2));
    expect(store.list(undefined)).toEqual({ tasks: [] });
    expect(store.result(taskId)).toBeUndefined();
    finish(done);
    expect(await waiting).toBe(done);
  });

  it("stops everything when the session ends, also what nobody can read any more", async () => {
    const { store } = openStore();
    const stopped: string[] = [];
    const work = (name: string, ttl: number | undefined) =>
      store.start(
        ttl,
        ({ signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener("abort", () => {
              stopped.push(name);
              reject(signal.reason);
            });
          }),
      );
    started(work("kept", undefined));
    const { taskId } = started(work("forgotten", 1));
    while (store.get(taskId)) await new Promise((resolve) => setTimeout(resolve, 2));
    store.close();
    expect(stopped).toEqual(["kept", "forgotten"]);
  });

  it("never starts what was cancelled before its first step", async () => {
    const { store } = openStore();
    let ran = false;
    const { taskId } = started(
      store.start(undefined, async () => {
        ran = true;
        return done;
      }),
    );
    store.cancel(taskId);
    await expect(store.result(taskId)).rejects.toBeInstanceOf(TaskCancelled);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(ran).toBe(false);
    expect(store.get(taskId)).toMatchObject({ status: "cancelled" });
  });
});
