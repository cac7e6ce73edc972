import { describe, expect, it } from "vitest";
import { fault } from "../kernel/fault.ts";
import { fail, ok } from "../kernel/result.ts";
import type { ClientAnswer, ClientPort } from "./context.ts";
import { samplingGenerator } from "./sampling.ts";

function clientThat(answer: (key: string) => ClientAnswer): ClientPort & { asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    canSample: true,
    canElicit: false,
    canListRoots: false,
    ask: async (requests) => {
      asked.push(requests);
      const entries = Object.keys(requests).map((key) => [key, answer(key)]);
      return ok(Object.fromEntries(entries));
    },
    log: async () => {},
    endStream: undefined,
  };
}

describe("samplingGenerator", () => {
  it("asks the client's model and says which it was", async () => {
    const client = clientThat(() => ({ model: "gpt", content: { type: "text", text: "hello" } }));
    const { generate } = samplingGenerator(client);
    expect(await generate({ system: "be brief", prompt: "hi", maxTokens: 7 })).toEqual(
      ok({ text: "hello", by: "sampling:gpt" }),
    );
    expect(client.asked).toEqual([
      {
        generate_1: {
          method: "sampling/createMessage",
          params: {
            messages: [{ role: "user", content: { type: "text", text: "hi" } }],
            maxTokens: 7,
            systemPrompt: "be brief",
          },
        },
      },
    ]);
  });

  it("gives every question of a call its own key, in order, so that a replay finds its answers", async () => {
    const client = clientThat((key) => ({ content: [{ type: "text", text: key }] }));
    const { generate } = samplingGenerator(client);
    expect(await generate({ prompt: "a", maxTokens: 1 })).toMatchObject({ value: { text: "generate_1" } });
    expect(await generate({ prompt: "b", maxTokens: 1 })).toMatchObject({
      value: { text: "generate_2", by: "sampling:client" },
    });
  });

  it("fails on an answer without text, and on a refusal, without throwing", async () => {
    for (const answer of [{}, { content: [] }, { content: { type: "image" } }, { content: "text" }]) {
      const { generate } = samplingGenerator(clientThat(() => answer));
      expect(await generate({ prompt: "a", maxTokens: 1 })).toMatchObject({
        fault: { code: "generated_invalid" },
      });
    }
    const refusal = fail(fault("client_refused", "no", ""));
    const refusing: ClientPort = { ...clientThat(() => ({})), ask: async () => refusal };
    expect(await samplingGenerator(refusing).generate({ prompt: "a", maxTokens: 1 })).toBe(refusal);
  });
});
