import { setTimeout as sleep } from "node:timers/promises";
import { ProtocolError } from "@modelcontextprotocol/server";
import * as z from "zod";
import { fault } from "../../src/kernel/fault.ts";
import { isRecord } from "../../src/kernel/json.ts";
import { fail, ok } from "../../src/kernel/result.ts";
import type { ClientRequest, Context } from "../../src/operation/context.ts";
import { type AnyOperation, operation, reading } from "../../src/operation/operation.ts";
import { untyped } from "../support/operations.ts";

const common = {
  ...untyped,
  icon: "check",
  effects: reading,
  text: (output: unknown) => String(output),
} as const;
const named = (name: string, summary: string) => ({ ...common, name, title: summary, summary });

/** Long enough to become a task. */
const WORK_MS = 1000;

function form(message: string, property: string): ClientRequest {
  const properties = { [property]: { type: property === "confirm" ? "boolean" : "string" } };
  return {
    method: "elicitation/create",
    params: { message, requestedSchema: { type: "object", properties } },
  };
}

async function ask(context: Context, requests: Record<string, ClientRequest>) {
  const answers = await context.client?.ask(requests);
  return answers ?? fail(fault("client_refused", "Nobody to ask.", ""));
}

/** What the suite calls to look at the tasks extension of 2026-07-28. */
export const taskTools: readonly AnyOperation[] = [
  operation({
    ...named("greet", "Greets at once"),
    input: z.object({ name: z.string() }),
    run: async (_context, { name }) => ok(`Hello, ${name}!`),
  }),
  operation({
    ...named("slow_compute", "Works for some seconds"),
    taskSupport: "optional",
    input: z.object({ seconds: z.number(), label: z.string().optional() }),
    run: async ({ signal }, { seconds, label }) => {
      await sleep(seconds * 1000, undefined, { signal });
      return ok(`${label ?? "It"} took ${seconds} s.`);
    },
  }),
  operation({
    ...named("failing_job", "Fails after a while"),
    taskSupport: "required",
    input: z.object({}),
    run: async ({ signal }) => {
      await sleep(WORK_MS, undefined, { signal });
      return fail(fault("tool_failed", "This job fails on purpose.", ""));
    },
  }),
  operation({
    ...named("protocol_error_job", "Ends in a protocol error"),
    taskSupport: "optional",
    input: z.object({}),
    run: async ({ signal }) => {
      await sleep(WORK_MS, undefined, { signal });
      throw new ProtocolError(-32603, "This job breaks the protocol on purpose.");
    },
  }),
  operation({
    ...named("confirm_delete", "Asks while it works"),
    taskSupport: "optional",
    input: z.object({ filename: z.string() }),
    run: async (context, { filename }) => {
      await sleep(WORK_MS, undefined, { signal: context.signal });
      const answers = await ask(context, { confirm: form(`Delete ${filename}?`, "confirm") });
      return answers.ok ? ok(`Answered: ${JSON.stringify(answers.value.confirm)}`) : answers;
    },
  }),
  operation({
    ...named("multi_input", "Asks two things at once while it works"),
    taskSupport: "optional",
    input: z.object({}),
    run: async (context) => {
      await sleep(WORK_MS, undefined, { signal: context.signal });
      const answers = await ask(context, { name: form("Name?", "name"), sure: form("Sure?", "confirm") });
      return answers.ok ? ok(JSON.stringify(answers.value)) : answers;
    },
  }),
  operation({
    ...named("test_tool_with_task", "Asks first, then works"),
    taskSupport: "required",
    input: z.object({}),
    run: async (context) => {
      const answers = await ask(context, { user_name: form("What is your name?", "name") });
      if (!answers.ok) return answers;
      await sleep(WORK_MS, undefined, { signal: context.signal });
      const content = answers.value.user_name?.content;
      return ok(`Hello, ${isRecord(content) ? String(content.name) : "stranger"}!`);
    },
  }),
  operation({
    ...named("test_x_mcp_header", "Has an argument that is repeated in a header"),
    input: z.object({ region: z.string() }),
    publishedInput: {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
      required: ["region"],
    },
    run: async (_context, { region }) => ok(`Region: ${region}`),
  }),
];
