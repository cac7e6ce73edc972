import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import { generateDocument } from "../generate.ts";
import type { Step } from "../phase.ts";
import { documentPrompt, type PromptMaterial } from "../prompts.ts";
import { OWN_TEMPLATE, type Template } from "../templates/resolve.ts";
import { type DocumentDraft, LOCAL, type StepContext } from "./step.ts";

export interface Composition {
  readonly step: Step;
  readonly name: string;
  readonly template: Template;
  /** What a model gets in addition to the template. */
  readonly material: Omit<PromptMaterial, "template">;
  /** The problems of such a document. */
  readonly check: (text: string, template?: string) => string[];
  /** The document without a model. */
  readonly byRule: () => string;
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
    const prompt = documentPrompt(step, { template: template.text, ...material });
    const generated = await generateDocument(writer, prompt, check);
    if (!generated.ok) return generated;
    if (generated.value) return ok({ name, ...generated.value });
    context.report(progress, "No model answered; continuing without one");
  }
  const text = byRule();
  const problems = check(text);
  if (problems.length === 0) return ok({ name, text, by: LOCAL });
  // With our own template the document is always valid: only a project's template can break it.
  const message = `With this template the document has format errors: ${problems.join(" ")}`;
  return fail(
    fault("template_error", message, `Fix the template ${template.source}.`, { details: { problems } }),
  );
}
