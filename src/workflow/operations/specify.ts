import * as z from "zod";
import { count } from "../../kernel/text.ts";
import { operation } from "../../operation/operation.ts";
import { openOrCreateChange, specifyChange } from "../changes/specify-change.ts";
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
  run: async (context, { feature_description, spec_directory }) => {
    const step = stepContext(context);
    const change = await openOrCreateChange(step, spec_directory, feature_description);
    if (!change.ok) return change;
    return change.value === undefined
      ? specifyFeature(step, spec_directory, feature_description)
      : specifyChange(step, change.value, feature_description);
  },
  text: (output, _input, surface) => {
    const [spec] = output.files;
    const noun = spec?.path.endsWith("/proposal.md") ? "Change" : "Specification";
    const head = {
      created: `${noun} created successfully at`,
      updated: `${noun} updated successfully at`,
      unchanged: `The ${noun.toLowerCase()} already covers this:`,
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
