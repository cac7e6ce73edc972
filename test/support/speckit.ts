import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import { hewto } from "./bundle.ts";

type Elicit = (message: string) => {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string | boolean>;
};
interface Abilities {
  readonly elicit?: Elicit;
  readonly sample?: (prompt: string) => string;
}

/** A client of our speckit server with these abilities; `call` takes the name of a step. */
export async function connectSpeckit(
  root: string,
  { elicit, sample }: Abilities = {},
  env: Record<string, string> = {},
) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [hewto, "mcp", "--profile", "speckit", "--workspace", root],
    env: { ...(process.env.PATH ? { PATH: process.env.PATH } : {}), HOME: root, ...env },
    stderr: "pipe",
  });
  const capabilities = {
    ...(elicit ? { elicitation: { form: {} } } : {}),
    ...(sample ? { sampling: {} } : {}),
  };
  const client = new Client({ name: "test", version: "1" }, { capabilities });
  if (elicit)
    client.setRequestHandler("elicitation/create", async (request) => elicit(request.params.message));
  if (sample)
    client.setRequestHandler("sampling/createMessage", async (request) => {
      const [message] = request.params.messages;
      const content = Array.isArray(message?.content) ? message.content[0] : message?.content;
      return {
        role: "assistant",
        model: "test-model",
        content: { type: "text", text: sample(content?.type === "text" ? content.text : "") },
      };
    });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = async (step: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name: `speckit.${step}`, arguments: args });
    const [item] = result.content;
    return {
      isError: result.isError ?? false,
      text: item?.type === "text" ? item.text : "",
      data: result.structuredContent ?? {},
      meta: result._meta,
    };
  };
  return { client, call };
}
