import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { generateDocument } from "../generate.ts";
import type { Step } from "../phase.ts";
import { documentPrompt, type PromptMaterial } from "../prompts.ts";
import { OWN_TEMPLATE } from "../templates/resolve.ts";
import { LOCAL, report, type Wanted, writerOf } from "./step.ts";

export interface Composition {
  readonly step: Step;
  readonly name: string;
  readonly template: { readonly text: string; readonly source: string };
  /** What a model gets beside the template. */
  readonly material: Omit<PromptMaterial, "template">;
  /** What keeps a text from being such a document. */
  readonly check: (text: string, template?: string) => string[];
  /** The document by rule. */
  readonly byRule: () => string;
  /** How far the step is when no model answers. */
  readonly progress: number;
}

/** The main document of a step: by the model at hand, else by rule; held to the same check either way. */
export async function compose(context: Context, wanted: Composition): Promise<Result<Wanted>> {
  const { name, step, template, material } = wanted;
  const own = template.source === OWN_TEMPLATE ? undefined : template.text;
  const check = (text: string) => wanted.check(text, own);
  const writer = writerOf(context);
  if (writer) {
    const prompt = documentPrompt(step, { template: template.text, ...material });
    const generated = await generateDocument(writer, prompt, check);
    if (!generated.ok) return generated;
    if (generated.value) return ok({ name, ...generated.value });
    report(context, wanted.progress, "No model answers; working by rule");
  }
  const text = wanted.byRule();
  const problems = check(text);
  if (problems.length === 0) return ok({ name, text, by: LOCAL });
  // Ours is right by itself: only a project's own template can break it.
  const message = `The document would break its own format: ${problems.join(" ")}`;
  return fail(
    fault("template_error", message, `Fix the template ${template.source}.`, { details: { problems } }),
  );
}
