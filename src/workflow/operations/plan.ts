import * as z from "zod";
import { operation } from "../../operation/operation.ts";
import { openChange } from "../changes/change-step.ts";
import { planChangeDesign } from "../changes/plan-change.ts";
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
  run: async (context, { spec_directory }) => {
    const step = stepContext(context);
    const change = await openChange(step, "plan", spec_directory);
    if (!change.ok) return change;
    return change.value === undefined
      ? planFeature(step, spec_directory)
      : planChangeDesign(step, change.value);
  },
  text: (output, _input, surface) => {
    const [main] = output.files;
    return [
      main?.action === "created"
        ? `${main.path.endsWith("/design.md") ? "Design" : "Plan"} created successfully at ${main.path}`
        : `The plan already exists and was not changed: ${main?.path}. Delete it to plan again.`,
      filesText(output.files),
      ...output.unknowns.map((unknown) => `Open: ${unknown}`),
      nextText(output, surface),
    ].join("\n");
  },
});
