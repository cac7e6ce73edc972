import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { specifyFeature } from "../steps/specify.ts";
import { stepResult } from "../steps/step.ts";
import { filesText, generating, nextText, reachedBy, specDirectory, stepContext } from "./step.ts";

export const specify = operation({
  name: "speckit.specify",
  title: "Specify",
  summary: "Create or update feature specification",
  details:
    "Writes spec.md and checklists/requirements.md into spec_directory. An existing specification is only extended: its text does not change. If spec_directory is the `specs` folder itself, a feature with the next free number is created.",
  icon: "workflow",
  effects: generating,
  generates: true,
  taskSupport: "optional",
  cli: reachedBy("run specify --description TEXT"),
  input: z.object({
    feature_description: z.string().describe("Natural language description of the feature"),
    spec_directory: specDirectory,
  }),
  output: z.object({
    ...stepResult,
    title: z.string(),
    stories: z.number(),
    requirements: z.number(),
    open_questions: z.array(z.string()),
    template: z.string(),
  }),
  run: (context, { feature_description, spec_directory }) =>
    specifyFeature(stepContext(context), spec_directory, feature_description),
  text: (output, _input, surface) => {
    const [spec] = output.files;
    const head = {
      created: "Specification created successfully at",
      updated: "Specification updated successfully at",
      unchanged: "The specification already covers this:",
    }[spec?.action ?? "unchanged"];
    return [
      `${head} ${spec?.path ?? output.spec_directory}`,
      `${output.title}: ${count(output.stories, "story", "stories")}, ${count(output.requirements, "requirement")}, ${count(output.open_questions.length, "open question")}.`,
      ...output.open_questions.map((question) => `? ${question}`),
      filesText(output.files),
      nextText(output, surface),
    ].join("\n");
  },
});
