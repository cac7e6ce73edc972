import * as z from "zod";
import { ok } from "../../kernel/result.ts";
import { reading } from "../../operation/operation.ts";
import type { PromptProvider } from "../../operation/toolset.ts";
import { completeHandle } from "../locate/complete.ts";
import { artifactKinds } from "../model/kinds.ts";
import { workTypes } from "../model/work-types.ts";
import { type PromptSpec, promptCatalog } from "../prompts/catalog.ts";
import { composePrompt } from "../prompts/compose.ts";
import { takeSnapshot } from "../session.ts";
import { Provenance } from "../templates/resolve.ts";
import { extension } from "./capability.ts";
import { openSession } from "./open-session.ts";

const Entry = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  artifact_class: z.enum(artifactKinds),
  work_type: z.enum(workTypes).optional(),
  argument: z.object({ name: z.string(), description: z.string() }).optional(),
});

export const listPromptsTool = extension("list_authoring_prompts", {
  name: "list_authoring_prompts",
  title: "Authoring prompts",
  summary: "Lists the prompts for creating and changing specifications, implementations and scratch pads.",
  icon: "template",
  effects: reading,
  cli: { never: "the contract keeps authoring prompts out of the command line" },
  input: z.object({}),
  output: z.object({ prompts: z.array(Entry) }),
  run: async () => ok({ prompts: promptCatalog.map(entryOf) }),
  text: ({ prompts }) =>
    prompts
      .map(
        ({ name, description, argument }) =>
          `${name}${argument === undefined ? "" : ` (${argument.name})`}: ${description}`,
      )
      .join("\n"),
});

export const getPromptTool = extension("get_authoring_prompt", {
  name: "get_authoring_prompt",
  title: "Read an authoring prompt",
  summary:
    "Returns the prompt for creating or changing an artifact: what to do, which template is used, what to read first.",
  icon: "template",
  effects: { ...reading, openWorld: true },
  cli: { never: "the contract keeps authoring prompts out of the command line" },
  input: z.object({
    name: z.string().describe("The prompt, such as spec, impl, feat, migration or compliance"),
    target: z.string().optional().describe("The artifact: a handle, a name or a path; not needed for spec"),
  }),
  output: z.object({
    name: z.string(),
    description: z.string(),
    artifact_class: z.enum(artifactKinds),
    work_type: z.enum(workTypes).optional(),
    template: Provenance,
    dependencies: z.array(z.object({ handle: z.string(), path: z.string() })).readonly(),
    text: z.string(),
  }),
  run: async (context, input) => {
    const session = await openSession(context, "get_authoring_prompt");
    if (!session.ok) return session;
    const prompt = await composePrompt(session.value, input.name, input.target);
    if (!prompt.ok) return prompt;
    const { spec, text, template, dependencies, workType } = prompt.value;
    return ok({
      name: spec.name,
      description: spec.description,
      artifact_class: spec.artifactClass,
      work_type: workType,
      template,
      dependencies,
      text,
    });
  },
  text: ({ text }) => text,
});

export const artifactPrompts: PromptProvider = {
  list: promptCatalog.map(({ name, title, description, argument }) => ({
    name,
    title,
    description,
    arguments:
      argument === undefined
        ? []
        : [{ name: argument.name, description: argument.description, required: true }],
  })),
  get: async (context, name, args) => {
    const session = await openSession(context, `prompt ${name}`);
    if (!session.ok) return session;
    const spec = promptCatalog.find((each) => each.name === name);
    const prompt = await composePrompt(session.value, name, spec?.argument && args[spec.argument.name]);
    if (!prompt.ok) return prompt;
    return ok({
      description: prompt.value.spec.description,
      messages: [{ role: "user", content: { type: "text", text: prompt.value.text } }],
    });
  },
  complete: async (context, request) => {
    const spec = promptCatalog.find((each) => each.name === request.reference);
    if (spec?.argument === undefined || spec.argument.name !== request.argument) return [];
    const session = await openSession(context, "completion");
    if (!session.ok) return [];
    const warn = (message: string) => context.log("warning", message);
    return completeHandle(
      takeSnapshot(session.value),
      spec.argument.kind ?? "specification",
      request.value,
      warn,
    );
  },
};

function entryOf({
  name,
  title,
  description,
  artifactClass,
  workType,
  argument,
}: PromptSpec): z.infer<typeof Entry> {
  return {
    name,
    title,
    description,
    artifact_class: artifactClass,
    work_type: workType,
    argument: argument && { name: argument.name, description: argument.description },
  };
}
