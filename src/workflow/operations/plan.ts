import * as z from "zod";
import { ok, type Result } from "../../kernel/result.ts";
import { readMarkdown } from "../../markdown/document.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { readText } from "../../workspace/files/files.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { constitutionPath } from "../guides.ts";
import { checkPlan } from "../read/check-plan.ts";
import { isUntouched } from "../read/placeholders.ts";
import { readSpec } from "../read/spec-document.ts";
import { detectStack } from "../read/stack.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { contractsText } from "../write/contracts-text.ts";
import { dataModelText } from "../write/data-model-text.ts";
import { type PlanInput, planText, quickstartText, researchText, unknownsOf } from "../write/plan-text.ts";
import { compose } from "./compose.ts";
import {
  filesText,
  headOf,
  LOCAL,
  nextText,
  type OpenStep,
  openStep,
  report,
  specDirectory,
  stepAnswer,
  stepShape,
  type Wanted,
  writeDocuments,
} from "./step.ts";

export const plan = operation({
  name: "speckit.plan",
  title: "Plan",
  summary: "Generate implementation plan",
  details:
    "Writes plan.md, research.md, quickstart.md and, where the specification has entities or an interface, data-model.md and contracts/operations.md. Files that are already there stay as they are.",
  icon: "workflow",
  effects: { ...writing, openWorld: ({ hasProvider }) => hasProvider },
  generates: true,
  taskSupport: "optional",
  cli: { never: "`hewto run plan` calls it, or the agent that is configured instead" },
  input: z.object({ spec_directory: specDirectory }),
  output: z.object({
    ...stepShape,
    unknowns: z.array(z.string()),
    language: z.string(),
    template: z.string(),
  }),
  run: async (context, { spec_directory }) => {
    report(context, 5, "Reading the specification");
    const opened = await openStep(context, "plan", spec_directory);
    if (!opened.ok) return opened;
    const { feature, documents } = opened.value;
    report(context, 20, "Looking at the project");
    const stack = await detectStack(feature.workspace);
    const principles = await principlesOf(feature.workspace);
    const spec = readSpec(documents.spec ?? "");
    const input: PlanInput = {
      spec,
      stack,
      principles,
      head: headOf(context, feature, ""),
      path: feature.path,
    };
    const template = await resolveTemplate(feature.workspace, "plan-template");
    report(context, 40, "Writing the plan");
    const main = await planFor(context, opened.value, input, template);
    if (!main.ok) return main;
    report(context, 80, "Writing research, data model and quickstart");
    const files = await writeDocuments(context, opened.value, [main.value, ...companions(input)], {
      step: "plan",
    });
    if (!files.ok) return files;
    report(context, 100, "Plan written");
    const answer = await stepAnswer(context, "plan", feature, files.value, "tasks");
    return ok({
      ...answer,
      unknowns: unknownsOf(input),
      language: stack.language,
      template: template.source,
    });
  },
  text: (output) => {
    const [main] = output.files;
    const isNew = main?.action === "created";
    return [
      isNew
        ? `Plan created successfully at ${main?.path}`
        : `The plan is already there and stays as it is: ${main?.path}. Delete it to plan anew.`,
      filesText(output.files),
      ...output.unknowns.map((unknown) => `Open: ${unknown}`),
      nextText(output),
    ].join("\n");
  },
});

async function planFor(
  context: Context,
  { documents }: OpenStep,
  input: PlanInput,
  template: { text: string; source: string },
): Promise<Result<Wanted>> {
  if (documents.plan !== undefined) return ok({ name: "plan.md", text: documents.plan, by: LOCAL });
  const facts = Object.entries(input.stack)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");
  return compose(context, {
    step: "plan",
    name: "plan.md",
    template,
    material: { facts, documents: { "spec.md": documents.spec } },
    check: checkPlan,
    byRule: () => planText(template.text, input),
    progress: 60,
  });
}

function companions(input: PlanInput): Wanted[] {
  const contracts = contractsText(input);
  const all: (readonly [string, string | undefined])[] = [
    ["research.md", researchText(input)],
    ["data-model.md", input.spec.entities.length > 0 ? dataModelText(input) : undefined],
    ["quickstart.md", quickstartText(input)],
    ["contracts/operations.md", contracts],
  ];
  return all.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text, by: LOCAL }]));
}

/** The headings below "Core Principles" of the project's constitution. */
async function principlesOf(workspace: Workspace): Promise<string[]> {
  const file = await readText(workspace, constitutionPath, { lossy: true });
  if (!file.ok || isUntouched(file.value.text)) return [];
  const { headings } = readMarkdown(file.value.text);
  const core = headings.find(({ text }) => /^core principles$/i.test(text));
  return headings
    .filter(({ level, line }) => core && level === core.level + 1 && line > core.line && line <= core.endLine)
    .map(({ text }) => text);
}
