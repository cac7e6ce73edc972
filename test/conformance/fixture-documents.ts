import * as z from "zod";
import { fault } from "../../src/kernel/fault.ts";
import { fail, ok, type Result } from "../../src/kernel/result.ts";
import { type ResourceContents, text } from "../../src/operation/content.ts";
import type { PromptProvider, ResourceProvider } from "../../src/operation/toolset.ts";
import { redDot } from "./fixture-tools.ts";

const watched = "test://watched-resource";
const template = /^test:\/\/template\/([^/]+)\/data$/;

/** The resources that the official suite reads by URI. */
export const fixtureResources: ResourceProvider = {
  list: async () =>
    ok([
      {
        uri: "test://static-text",
        name: "static-text",
        description: "A text that never changes",
        mimeType: "text/plain",
      },
      {
        uri: "test://static-binary",
        name: "static-binary",
        description: "A picture that never changes",
        mimeType: "image/png",
      },
      {
        uri: watched,
        name: "watched-resource",
        description: "A text that can be watched",
        mimeType: "text/plain",
      },
    ]),
  templates: [
    {
      uriTemplate: "test://template/{id}/data",
      name: "template",
      description: "Data by id",
      mimeType: "application/json",
    },
  ],
  owns: (uri) => uri.startsWith("test://"),
  read: async (_context, uri) => read(uri),
  complete: async (_context, { value }) => ["123", "124", "2"].filter((id) => id.startsWith(value)),
};

function read(uri: string): Result<readonly ResourceContents[]> {
  const id = template.exec(uri)?.[1];
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
    return ok([{ uri, mimeType: "application/json", text: data }]);
  }
  if (uri === "test://static-text") {
    return ok([{ uri, mimeType: "text/plain", text: "This is the content of the static text resource." }]);
  }
  if (uri === "test://static-binary") return ok([{ uri, mimeType: "image/png", blob: redDot }]);
  if (uri === watched) return ok([{ uri, mimeType: "text/plain", text: "Watched." }]);
  return fail(fault("path_not_found", `Resource not found: ${uri}`, "Call resources/list."));
}

/** The prompts that the official suite asks for by name. */
export const fixturePrompts: PromptProvider = {
  list: [
    { name: "test_simple_prompt", description: "A prompt without arguments" },
    {
      name: "test_prompt_with_arguments",
      description: "A prompt with two arguments",
      arguments: [
        { name: "arg1", description: "First test argument", required: true },
        { name: "arg2", description: "Second test argument", required: true },
      ],
    },
    {
      name: "test_prompt_with_embedded_resource",
      description: "A prompt that embeds a resource",
      arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    },
    { name: "test_prompt_with_image", description: "A prompt with an image" },
    { name: "test_input_required_result_prompt", description: "A prompt that asks the user first" },
  ],
  get: async ({ client }, promptName, args) => {
    if (promptName === "test_prompt_with_arguments") {
      return say(`Prompt with arguments: arg1='${args.arg1}', arg2='${args.arg2}'`);
    }
    if (promptName === "test_prompt_with_embedded_resource") {
      const resource = {
        uri: args.resourceUri ?? "",
        mimeType: "text/plain",
        text: "Embedded resource content.",
      };
      return messages({ type: "resource", resource }, text("Please process the embedded resource above."));
    }
    if (promptName === "test_prompt_with_image") {
      const image = { type: "image", data: redDot, mimeType: "image/png" } as const;
      return messages(image, text("Please analyze the image above."));
    }
    if (promptName === "test_input_required_result_prompt") {
      const properties = { context: { type: "string" } };
      const params = {
        message: "What context should the prompt use?",
        requestedSchema: { type: "object", properties, required: ["context"] },
      };
      const answers = await client?.ask({ user_context: { method: "elicitation/create", params } });
      if (!answers?.ok) return answers ?? fail(fault("client_refused", "Nobody to ask.", ""));
      const Given = z.object({ content: z.object({ context: z.string() }) });
      const given = Given.safeParse(answers.value.user_context);
      return say(`Use this context: ${given.success ? given.data.content.context : "none"}`);
    }
    return say("This is a simple prompt for testing.");
  },
  complete: async (_context, { value }) =>
    ["paris", "park", "party"].filter((word) => word.startsWith(value)),
};

function say(words: string) {
  return messages(text(words));
}

function messages(...blocks: import("../../src/operation/content.ts").ContentBlock[]) {
  return ok({ messages: blocks.map((content) => ({ role: "user" as const, content })) });
}
