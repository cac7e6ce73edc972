import { ok, type Result } from "../../kernel/result.ts";
import { constitutionOf } from "../guides.ts";
import { checkPlan } from "../read/check-plan.ts";
import { readSpec } from "../read/spec-document.ts";
import { detectStack } from "../read/stack.ts";
import { resolveTemplate, type Template } from "../templates/resolve.ts";
import { ownTemplates } from "../templates/texts.ts";
import { contractsText } from "../write/contracts-text.ts";
import { dataModelText } from "../write/data-model-text.ts";
import { type PlanInput, planText, quickstartText, researchText, unknownsOf } from "../write/plan-text.ts";
import { compose } from "./compose.ts";
import { principlesIn } from "./principles.ts";
import {
  type DocumentDraft,
  headOf,
  LOCAL,
  type OpenStep,
  openStep,
  resultOf,
  type StepContext,
  writeDocuments,
} from "./step.ts";

/** Writes the plan and the documents that go with it. */
export async function planFeature(context: StepContext, directory: string) {
  context.report(5, "Reading the specification");
  const opened = await openStep(context, "plan", directory);
  if (!opened.ok) return opened;
  const { feature, spec } = opened.value;
  context.report(20, "Reading the project");
  const stack = await detectStack(feature.workspace);
  const constitution = await constitutionOf(feature.workspace);
  const input: PlanInput = {
    spec: readSpec(spec),
    stack,
    principles: principlesIn(constitution),
    head: headOf(context, feature, ""),
    path: feature.path,
  };
  const template = await resolveTemplate(feature.workspace, "plan-template");
  context.report(40, "Writing the plan");
  const plan = await planFor(context, opened.value, input, template);
  if (!plan.ok) return plan;
  context.report(80, "Writing research, data model and quickstart");
  const drafts = [plan.value, ...companions(input)];
  const files = await writeDocuments(context, opened.value, drafts, { step: "plan" });
  if (!files.ok) return files;
  context.report(100, "Plan written");
  return ok({
    ...(await resultOf(context, "plan", feature, files.value, "tasks")),
    unknowns: unknownsOf(input),
    language: stack.language,
    template: template.source,
  });
}

async function planFor(
  context: StepContext,
  { feature, documents }: OpenStep,
  input: PlanInput,
  template: Template,
): Promise<Result<DocumentDraft>> {
  if (documents.plan !== undefined) return ok({ name: "plan.md", text: documents.plan, by: LOCAL });
  const facts = Object.entries(input.stack)
    .map(([key, value]) => `${key}: ${value}`)
    .join("\n");
  return compose(context, {
    step: "plan",
    workspace: feature.workspace,
    name: "plan.md",
    template,
    ownTemplate: ownTemplates["plan-template"],
    material: { facts, documents: { "spec.md": documents.spec } },
    check: checkPlan,
    byRule: (text) => planText(text, input),
    progress: 60,
  });
}

function companions(input: PlanInput): DocumentDraft[] {
  const texts: (readonly [string, string | undefined])[] = [
    ["research.md", researchText(input)],
    ["data-model.md", input.spec.entities.length > 0 ? dataModelText(input) : undefined],
    ["quickstart.md", quickstartText(input)],
    ["contracts/operations.md", contractsText(input)],
  ];
  return texts.flatMap(([name, text]) => (text === undefined ? [] : [{ name, text, by: LOCAL }]));
}
