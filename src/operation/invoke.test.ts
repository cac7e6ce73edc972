import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { temporaryFolder } from "../../test/support/temporary.ts";
import { fault } from "../kernel/fault.ts";
import { fail, ok } from "../kernel/result.ts";
import { invoke } from "./invoke.ts";
import { operation, reading } from "./operation.ts";
import { type CallObserver, createRuntime } from "./runtime.ts";

const { signal } = new AbortController();

async function runtimeWith(log: string[] = []) {
  const workspace = { root: await temporaryFolder() };
  return createRuntime({ workspace, log: (level, message) => void log.push(`${level}: ${message}`) });
}

const double = operation({
  name: "double",
  title: "Double",
  summary: "Doubles a number.",
  icon: "check",
  effects: reading,
  cli: { never: "a fixture of the tests" },
  input: z.object({ number: z.int().max(100), note: z.string().optional() }),
  output: z.object({ result: z.int(), note: z.string().optional() }),
  run: async ({ touched }, { number, note }) => {
    touched(`number ${number}`);
    if (number === 13) throw new Error("unlucky", { cause: new Error("a black cat") });
    if (number === 0) return fail(fault("invalid_argument", "Zero stays zero.", ""));
    return ok({ result: number * 2, note });
  },
  text: ({ result }) => `${result}`,
});

test("an answer has the operation's own types, and no undefined fields", async () => {
  const answer = await invoke(await runtimeWith(), double, { number: 21 }, { signal });
  if (!answer.ok) throw new Error(answer.fault.message);
  const result: number = answer.value.output.result;
  expect(result).toBe(42);
  expect(Object.keys(answer.value.output)).toEqual(["result"]);
  expect(answer.value.input).toEqual({ number: 21 });
});

test("wrong arguments are a fault, and the operation does not run", async () => {
  const runtime = await runtimeWith();
  expect(await invoke(runtime, double, { number: 101 }, { signal })).toMatchObject({
    ok: false,
    fault: { code: "invalid_argument", subject: { argument: "number" } },
  });
  expect(await invoke(runtime, double, {}, { signal })).toMatchObject({
    fault: { message: "Missing required argument: number" },
  });
});

test("a bug is a fault that keeps its stack, and HEWTO_DEBUG=1 logs where it happened", async () => {
  const log: string[] = [];
  const runtime = await runtimeWith(log);
  const answer = await invoke(runtime, double, { number: 13 }, { signal });
  expect(answer).toMatchObject({
    ok: false,
    fault: { code: "internal_error", message: "Internal error: unlucky" },
  });
  expect(!answer.ok && answer.cause instanceof Error && answer.cause.stack).toContain("invoke.test.ts");
  expect(log).toEqual([]);
  process.env["HEWTO_DEBUG"] = "1";
  onTestFinished(() => {
    delete process.env["HEWTO_DEBUG"];
  });
  await invoke(runtime, double, { number: 13 }, { signal });
  expect(log.join("\n")).toMatch(
    /^error: Error: unlucky\n.*invoke\.test\.ts.*Caused by: Error: a black cat/s,
  );
});

test("what the surface passes through is thrown, not turned into a fault", async () => {
  const scope = { signal, passes: (thrown: unknown) => thrown instanceof Error };
  await expect(invoke(await runtimeWith(), double, { number: 13 }, scope)).rejects.toThrow("unlucky");
});

test("a bug in a call that was cancelled is reported as cancelled", async () => {
  const abort = new AbortController();
  abort.abort();
  expect(await invoke(await runtimeWith(), double, { number: 13 }, { signal: abort.signal })).toMatchObject({
    fault: { code: "cancelled", retryable: true },
  });
});

test("the observer sees each call start and end, with what it touched and how it ended", async () => {
  const events: string[] = [];
  const observer: CallObserver = {
    started: ({ operation }) => void events.push(`start ${operation.name}`),
    ended: ({ touched }, outcome) => void events.push(`end ${[...touched].join()} ${outcome}`),
  };
  const runtime = await runtimeWith();
  for (const number of [1, 0, 13, 500]) await invoke(runtime, double, { number }, { signal, observer });
  expect(events.filter((event) => event.startsWith("start"))).toHaveLength(4);
  expect(events.filter((event) => event.startsWith("end"))).toEqual([
    "end number 1 ok",
    "end number 0 invalid_argument",
    "end number 13 internal_error",
    "end  invalid_argument",
  ]);
});

test("the observer sees that a call was cancelled, whether it had an answer by then or not", async () => {
  const outcomes: string[] = [];
  const observer: CallObserver = { started: () => {}, ended: (_, outcome) => void outcomes.push(outcome) };
  const abort = new AbortController();
  abort.abort();
  const runtime = await runtimeWith();
  for (const number of [1, 0, 13, 500])
    await invoke(runtime, double, { number }, { signal: abort.signal, observer });
  expect(outcomes).toEqual(["cancelled", "cancelled", "cancelled", "cancelled"]);
});

test("an operation can call another one, with its types, and its arguments are checked too", async () => {
  const quadruple = operation({
    ...double,
    name: "quadruple",
    run: async (context, { number }) => {
      const once = await context.call(double, { number });
      return once.ok ? context.call(double, { number: once.value.result }) : once;
    },
  });
  const runtime = await runtimeWith();
  expect(await invoke(runtime, quadruple, { number: 10 }, { signal })).toMatchObject({
    value: { output: { result: 40 } },
  });
  expect(await invoke(runtime, quadruple, { number: 60 }, { signal })).toMatchObject({
    fault: { code: "invalid_argument" },
  });
});

test("a plan that a repository brings along is set aside before the operation reads anything, and logged once", async () => {
  const log: string[] = [];
  const runtime = await runtimeWith(log);
  const { mkdirSync } = await import("node:fs");
  const folder = join(runtime.workspace.root, ".hewto/journal/0123456789abcdef");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "plan.json"), "{}");
  await invoke(runtime, double, { number: 1 }, { signal });
  expect(log).toEqual([expect.stringContaining("warning: Set aside")]);
  await invoke(runtime, double, { number: 1 }, { signal });
  expect(log).toHaveLength(1);
});
