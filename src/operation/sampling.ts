import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import type { ClientAnswer, ClientPort, Generator } from "./context.ts";
import type { GenerateRequest } from "./generate-request.ts";

/** The client's own model as a generator. Each request of one call gets its own key, in order. */
export function samplingGenerator(client: ClientPort): Generator {
  let requests = 0;
  return {
    name: "sampling",
    generate: async (request) => {
      const key = `generate_${++requests}`;
      const params = samplingParams(request);
      const answers = await client.ask({ [key]: { method: "sampling/createMessage", params } });
      return answers.ok ? textOf(answers.value[key]) : answers;
    },
  };
}

function samplingParams({ system, prompt, maxTokens }: GenerateRequest): Record<string, unknown> {
  return {
    messages: [{ role: "user", content: { type: "text", text: prompt } }],
    maxTokens,
    systemPrompt: system,
  };
}

function textOf(answer: ClientAnswer | undefined): Result<{ text: string; by: string }> {
  const blocks = Array.isArray(answer?.content) ? answer.content : [answer?.content];
  const texts = blocks.flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  if (texts.length === 0) {
    return fail(
      fault("generated_invalid", "The client's model sent no text.", "Try again, or configure a provider."),
    );
  }
  const model = typeof answer?.model === "string" ? answer.model : "client";
  return ok({ text: texts.join("\n"), by: `sampling:${model}` });
}
