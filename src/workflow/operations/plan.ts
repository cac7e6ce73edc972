import * as z from "zod";
import { operation } from "../../operation/operation.ts";
import { planFeature } from "../steps/plan.ts";
import { stepResult } from "../steps/step.ts";
import { filesText, generating, nextText, reachedBy, specDirectory, stepContext } from "./step.ts";

export const plan = operation({
  name: "speckit.plan",
  title: "Plan",
  summary: "Generate implementation plan",
  details:
    "Writes plan.md, research.md and quickstart.md, and also data-model.md if the specification has entities and contracts/operations.md if it mentions an interface. Existing files do not change.",
  icon: "workflow",
  effects: generating,
  generates: true,
  taskSupport: "optional",
  cli: reachedBy("run plan"),
  input: z.object({ spec_directory: specDirectory }),
  output: z.object({
    ...stepResult,
    unknowns: z.array(z.string()),
    language: z.string(),
    template: z.string(),
  }),
  run: (context, { spec_directory }) => planFeature(stepContext(context), spec_directory),
  text: (output, _input, surface) => {
    const [main] = output.files;
    return [
      main?.action === "created"
        ? `Plan created successfully at ${main.path}`
        : `The plan already exists and was not changed: ${main?.path}. Delete it to plan again.`,
      filesText(output.files),
      ...output.unknowns.map((unknown) => `Open: ${unknown}`),
      nextText(output, surface),
    ].join("\n");
  },
});
