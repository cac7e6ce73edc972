import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import type { Context } from "../../operation/context.ts";
import { operation, writing } from "../../operation/operation.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import { draftSpec } from "../draft/draft.ts";
import { statementsOf } from "../draft/sentences.ts";
import { type CreatedFeature, newFeature, withdrawFeature } from "../new-feature.ts";
import { checkSpec } from "../read/check-spec.ts";
import { readSpec } from "../read/spec-document.ts";
import { specsFolderOf } from "../settings.ts";
import { resolveTemplate } from "../templates/resolve.ts";
import { requirementsChecklist } from "../write/checklist.ts";
import { extendSpec } from "../write/extend-spec.ts";
import { specText } from "../write/spec-text.ts";
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

export const specify = operation({
  name: "speckit.specify",
  title: "Specify",
  summary: "Create or update feature specification",
  details:
    "Writes spec.md and checklists/requirements.md into spec_directory. A specification that is already there only grows: nothing in it is changed. With the folder `specs` itself as spec_directory the next free number is taken.",
  icon: "workflow",
  effects: { ...writing, openWorld: ({ hasProvider }) => hasProvider },
  generates: true,
  taskSupport: "optional",
  cli: { never: "`hewto run specify` calls it, or the agent that is configured instead" },
  input: z.object({
    feature_description: z.string().describe("Natural language description of the feature"),
    spec_directory: specDirectory,
  }),
  output: z.object({
    ...stepShape,
    title: z.string(),
    stories: z.number(),
    requirements: z.number(),
    open_questions: z.array(z.string()),
    template: z.string(),
  }),
  run: async (context, { feature_description: description, spec_directory }) => {
    if (statementsOf(description).length === 0) {
      return fail(
        fault(
          "invalid_argument",
          "feature_description says nothing.",
          "Describe the feature in a sentence or more.",
          { subject: { argument: "feature_description" } },
        ),
      );
    }
    report(context, 5, "Looking at the feature's folder");
    const made = await featureFor(context, spec_directory, description);
    if (!made.ok) return made;
    const written = await writeSpec(context, made.value?.directory ?? spec_directory, description);
    if (!written.ok && made.value) await withdrawFeature(made.value);
    return written;
  },
  text: (output) => {
    const [spec] = output.files;
    const head = {
      created: "Specification created successfully at",
      updated: "Specification updated successfully at",
      unchanged: "The specification already says all of this:",
    }[spec?.action ?? "unchanged"];
    return [
      `${head} ${spec?.path ?? output.spec_directory}`,
      `${output.title}: ${count(output.stories, "story", "stories")}, ${count(output.requirements, "requirement")}, ${count(output.open_questions.length, "open question")}.`,
      ...output.open_questions.map((question) => `? ${question}`),
      filesText(output.files),
      nextText(output),
    ].join("\n");
  },
});

async function writeSpec(context: Context, directory: string, description: string) {
  const opened = await openStep(context, "specify", directory);
  if (!opened.ok) return opened;
  const template = await resolveTemplate(opened.value.feature.workspace, "spec-template");
  report(context, 20, "Analyzing requirements...");
  const spec = await specFor(context, opened.value, description, template);
  if (!spec.ok) return spec;
  const wanted = [spec.value, await checklistFor(context, opened.value, spec.value)];
  report(context, 85, "Writing the files");
  const files = await writeDocuments(context, opened.value, wanted, { step: "specify", update: "spec.md" });
  if (!files.ok) return files;
  report(context, 100, "Specification written");
  const read = readSpec(spec.value.text);
  return ok({
    ...(await stepAnswer(
      context,
      "specify",
      opened.value.feature,
      files.value,
      read.questions.length > 0 ? "clarify" : "plan",
    )),
    title: read.title,
    stories: read.stories.length,
    requirements: read.requirements.length,
    open_questions: [...read.questions],
    template: template.source,
  });
}

/** `specs` itself stands for a feature that has no folder yet; undefined where one is named. */
async function featureFor(
  context: Context,
  directory: string,
  description: string,
): Promise<Result<CreatedFeature | undefined>> {
  const path = await insideWorkspace(context.workspace, directory);
  if (!path.ok || path.value !== (await specsFolderOf(context.workspace))) return ok(undefined);
  return newFeature(context.workspace, { description });
}

async function specFor(
  context: Context,
  step: OpenStep,
  description: string,
  template: { readonly text: string; readonly source: string },
): Promise<Result<Wanted>> {
  const { feature, documents } = step;
  const draft = draftSpec(description);
  if (documents.spec !== undefined) {
    return ok({ name: "spec.md", text: extendSpec(documents.spec, draft).text, by: LOCAL });
  }
  return compose(context, {
    step: "specify",
    name: "spec.md",
    template,
    material: { description, documents: {} },
    check: checkSpec,
    byRule: () => specText(template.text, draft, headOf(context, feature, description)),
    progress: 40,
  });
}

async function checklistFor(context: Context, { feature }: OpenStep, spec: Wanted): Promise<Wanted> {
  const template = await resolveTemplate(feature.workspace, "checklist-template");
  const text = requirementsChecklist(template.text, spec.text, headOf(context, feature, ""));
  return { name: "checklists/requirements.md", text, by: LOCAL };
}
