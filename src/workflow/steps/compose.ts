import { ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { generateDocument } from "../generate.ts";
import { constitutionOf } from "../guides.ts";
import type { Step } from "../phase.ts";
import { documentPrompt, type PromptMaterial } from "../prompts.ts";
import { OWN_TEMPLATE, type Template } from "../templates/resolve.ts";
import { copiedSamples } from "../verdict/copied-samples.ts";
import { type DocumentDraft, LOCAL, type StepContext } from "./step.ts";

export interface Composition {
  readonly step: Step;
  /** The checkout of the feature. */
  readonly workspace: Workspace;
  readonly name: string;
  readonly template: Template;
  /** Our own template for the document. */
  readonly ownTemplate: string;
  /** What a model gets in addition to the template. */
  readonly material: Omit<PromptMaterial, "template">;
  /** The problems of such a document. */
  readonly check: (text: string, template?: string) => string[];
  /** The document without a model, in this template. */
  readonly byRule: (template: string) => string;
  /** The progress of the step when no model answers. */
  readonly progress: number;
}

/** The main document of a step, written by a model if one is available and otherwise by rule; the check is the same. */
export async function compose(
  context: StepContext,
  composition: Composition,
): Promise<Result<DocumentDraft>> {
  const { name, step, template, material, byRule, progress } = composition;
  const own = template.source === OWN_TEMPLATE ? undefined : template.text;
  const check = (text: string) => composition.check(text, own);
  const { writer } = context;
  if (writer) {
    const documents = {
      ...material.documents,
      "constitution.md": await constitutionOf(composition.workspace),
    };
    const prompt = documentPrompt(step, { template: template.text, ...material, documents });
    const kind = name === "spec.md" ? "spec" : name === "plan.md" ? "plan" : "tasks";
    const generated = await generateDocument(writer, prompt, (text) => [
      ...check(text),
      ...copiedSamples(kind, text, template.text),
    ]);
    if (!generated.ok) return generated;
    if (generated.value) return ok({ name, ...generated.value });
    context.report(progress, "No model answered; continuing without one");
  }
  const text = byRule(template.text);
  const problems = check(text);
  if (problems.length === 0) return ok({ name, text, by: LOCAL });
  // Our own template always yields a valid document, so nobody has to repair a template before the step works.
  context.warn(
    `${template.source} was not used for ${name}, because the document would have format errors: ${problems.join(" ")}`,
  );
  return ok({ name, text: byRule(composition.ownTemplate), by: LOCAL });
}
