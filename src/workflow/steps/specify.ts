import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import { draftSpec } from "../draft/draft.ts";
import { statementsOf } from "../draft/sentences.ts";
import { type CreatedFeature, newFeature, withdrawFeature } from "../new-feature.ts";
import { checkSpec } from "../read/check-spec.ts";
import { readSpec } from "../read/spec-document.ts";
import { specsFolderOf } from "../settings.ts";
import { resolveTemplate, type Template } from "../templates/resolve.ts";
import { ownTemplates } from "../templates/texts.ts";
import { requirementsChecklist } from "../write/checklist.ts";
import { extendSpec } from "../write/extend-spec.ts";
import { specText } from "../write/spec-text.ts";
import { compose } from "./compose.ts";
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

/** Writes the spec and its checklist from a description, or extends the spec that exists. */
export async function specifyFeature(context: StepContext, directory: string, description: string) {
  if (statementsOf(description).length === 0) return noDescription();
  context.report(5, "Reading the feature's folder");
  const created = await createFor(context, directory, description);
  if (!created.ok) return created;
  const written = await writeSpec(context, created.value?.directory ?? directory, description);
  if (!written.ok && created.value) await withdrawFeature(created.value);
  return written;
}

export function noDescription(): Result<never> {
  const message = "feature_description is empty.";
  return fail(
    fault("invalid_argument", message, "Describe the feature in a sentence or more.", {
      subject: { argument: "feature_description" },
    }),
  );
}

/** The specs folder itself stands for a new feature; undefined if the directory is that of a feature. */
async function createFor(
  { workspace }: StepContext,
  directory: string,
  description: string,
): Promise<Result<CreatedFeature | undefined>> {
  const path = await insideWorkspace(workspace, directory);
  if (!path.ok || path.value !== (await specsFolderOf(workspace))) return ok(undefined);
  return newFeature(workspace, { description });
}

async function writeSpec(context: StepContext, directory: string, description: string) {
  const opened = await openStep(context, "specify", directory);
  if (!opened.ok) return opened;
  const { feature } = opened.value;
  const template = await resolveTemplate(feature.workspace, "spec-template");
  context.report(20, "Analyzing requirements...");
  const spec = await specFor(context, opened.value, description, template);
  if (!spec.ok) return spec;
  const drafts = [spec.value, await checklistFor(context, opened.value, spec.value)];
  context.report(85, "Writing the files");
  const files = await writeDocuments(context, opened.value, drafts, { step: "specify", update: "spec.md" });
  if (!files.ok) return files;
  context.report(100, "Specification written");
  const { title, stories, requirements, questions } = readSpec(spec.value.text);
  const next = questions.length > 0 ? "clarify" : "plan";
  return ok({
    ...(await resultOf(context, "specify", feature, files.value, next)),
    title,
    stories: stories.length,
    requirements: requirements.length,
    open_questions: [...questions],
    template: template.source,
  });
}

async function specFor(
  context: StepContext,
  { feature, documents }: OpenStep,
  description: string,
  template: Template,
): Promise<Result<DocumentDraft>> {
  const draft = draftSpec(description);
  if (documents.spec !== undefined)
    return ok({ name: "spec.md", text: extendSpec(documents.spec, draft).text, by: LOCAL });
  return compose(context, {
    step: "specify",
    workspace: feature.workspace,
    name: "spec.md",
    template,
    ownTemplate: ownTemplates["spec-template"],
    material: { description, documents: {} },
    check: checkSpec,
    byRule: (text) => specText(text, draft, headOf(context, feature, description)),
    progress: 40,
  });
}

async function checklistFor(
  context: StepContext,
  { feature }: OpenStep,
  spec: DocumentDraft,
): Promise<DocumentDraft> {
  const template = await resolveTemplate(feature.workspace, "checklist-template");
  const text = requirementsChecklist(template.text, spec.text, headOf(context, feature, ""));
  return { name: "checklists/requirements.md", text, by: LOCAL };
}
