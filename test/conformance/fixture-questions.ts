import * as z from "zod";
import { fault } from "../../src/kernel/fault.ts";
import { fail, ok } from "../../src/kernel/result.ts";
import { type ContentBlock, text } from "../../src/operation/content.ts";
import type { ClientAnswer, ClientPort, ClientRequest, Context } from "../../src/operation/context.ts";
import { type AnyOperation, operation, reading } from "../../src/operation/operation.ts";
import { untyped } from "../support/operations.ts";
import { fixtureTool } from "./fixture-tools.ts";

type Properties = Record<string, Record<string, unknown>>;

function form(message: string, properties: Properties, required: string[] = Object.keys(properties)) {
  const requestedSchema = { type: "object", properties, required };
  return { method: "elicitation/create", params: { message, requestedSchema } } satisfies ClientRequest;
}

function sample(prompt: string, maxTokens: number): ClientRequest {
  const messages = [{ role: "user", content: { type: "text", text: prompt } }];
  return { method: "sampling/createMessage", params: { messages, maxTokens } };
}

const roots: ClientRequest = { method: "roots/list", params: {} };
const name: Properties = { name: { type: "string" } };

/** Shows what came back, so that a test can see that it arrived. */
function show(answer: unknown): ContentBlock[] {
  return [text(JSON.stringify(answer))];
}

function clientOf({ client }: Context): ClientPort {
  if (!client) throw new Error("no client to ask");
  return client;
}

/** The answers, or the end of the tool. */
async function ask<K extends string>(
  context: Context,
  requests: Readonly<Record<K, ClientRequest>>,
): Promise<Record<K, ClientAnswer>> {
  const answers = await clientOf(context).ask(requests);
  if (answers.ok) return answers.value;
  throw new Error(answers.fault.message);
}

/** A tool that asks the client once and shows the answers. */
function question(toolName: string, requests: Readonly<Record<string, ClientRequest>>): AnyOperation {
  return fixtureTool(toolName, `Asks for ${Object.keys(requests).join(", ")}`, async (context) =>
    show(await ask(context, requests)),
  );
}

function elicited({ action, content }: ClientAnswer): string {
  return `action=${String(action)}, content=${JSON.stringify(content ?? {})}`;
}

/** A 2025-11-25 tool that elicits and reports how that ended. */
function elicitation(toolName: string, properties: Properties): AnyOperation {
  return fixtureTool(toolName, "Asks the user with a form", async (context) => {
    const { answer } = await ask(context, { answer: form("Please fill in.", properties, []) });
    return [text(`Elicitation completed: ${elicited(answer)}`)];
  });
}

const titled = (prefix: string, noun: string) =>
  ["First", "Second", "Third"].map((title, index) => ({
    const: `${prefix}${index + 1}`,
    title: `${title} ${noun}`,
  }));
const options = ["option1", "option2", "option3"];

/** The tools of the suite that need the client: sampling, elicitation, roots, in both protocol generations. */
export const questionTools: readonly AnyOperation[] = [
  operation({
    name: "test_sampling",
    title: "Asks the client's model",
    summary: "Asks the client's model",
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.object({ prompt: z.string().describe("What to ask") }),
    run: async ({ generator }, { prompt }) => {
      if (!generator) return fail(fault("capability_unavailable", "The client offers no sampling.", ""));
      return generator.generate({ prompt, maxTokens: 100 });
    },
    text: (output) => `LLM response: ${z.object({ text: z.string() }).parse(output).text}`,
  }),
  operation({
    name: "test_elicitation",
    title: "Asks the user",
    summary: "Asks the user",
    icon: "check",
    effects: reading,
    ...untyped,
    input: z.object({ message: z.string().describe("What to show") }),
    run: async (context, { message }) => {
      const fields = {
        username: { type: "string", description: "User's response" },
        email: { type: "string", description: "User's email address" },
      };
      const { user } = await ask(context, { user: form(message, fields) });
      return ok(`User response: ${elicited(user)}`);
    },
    text: (output) => String(output),
  }),
  elicitation("test_elicitation_sep1034_defaults", {
    name: { type: "string", default: "John Doe" },
    age: { type: "integer", default: 30 },
    score: { type: "number", default: 95.5 },
    status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
    verified: { type: "boolean", default: true },
  }),
  elicitation("test_elicitation_sep1330_enums", {
    untitledSingle: { type: "string", enum: options },
    titledSingle: { type: "string", oneOf: titled("value", "Option") },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: { type: "array", items: { type: "string", enum: options } },
    titledMulti: { type: "array", items: { anyOf: titled("value", "Choice") } },
  }),
  question("test_missing_capability", { answer: sample("Hello?", 10) }),
  question("test_streaming_elicitation", { user_name: form("What is your name?", name) }),
  fixtureTool("test_input_required_result_elicitation", "Greets", async (context) => {
    const { user_name } = await ask(context, { user_name: form("What is your name?", name) });
    const given = z.object({ content: z.object({ name: z.string() }) }).safeParse(user_name);
    return [text(`Hello, ${given.success ? given.data.content.name : "stranger"}!`)];
  }),
  question("test_input_required_result_sampling", {
    capital_question: sample("What is the capital of France?", 100),
  }),
  question("test_input_required_result_list_roots", { client_roots: roots }),
  fixtureTool("test_input_required_result_request_state", "Needs its state back", async (context) => {
    await ask(context, { confirm: form("Please confirm", { ok: { type: "boolean" } }) });
    return [text("state-ok")];
  }),
  question("test_input_required_result_multiple_inputs", {
    user_name: form("What is your name?", name),
    greeting: sample("Generate a greeting", 50),
    client_roots: roots,
  }),
  fixtureTool("test_input_required_result_multi_round", "Asks twice", async (context) => {
    const { step1 } = await ask(context, { step1: form("Step 1: What is your name?", name) });
    const color: Properties = { color: { type: "string" } };
    const { step2 } = await ask(context, { step2: form("Step 2: What is your favorite color?", color) });
    return show({ step1, step2 });
  }),
  question("test_input_required_result_tampered_state", {
    confirm: form("Please confirm", { ok: { type: "boolean" } }),
  }),
  fixtureTool(
    "test_input_required_result_capabilities",
    "Asks what the client can answer",
    async (context) => {
      const client = clientOf(context);
      const requests: Record<string, ClientRequest> = {
        ...(client.canSample ? { sampled: sample("Hello?", 10) } : {}),
        ...(client.canElicit ? { user_name: form("What is your name?", name) } : {}),
      };
      return show(await ask(context, requests));
    },
  ),
];
