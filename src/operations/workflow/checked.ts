import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";

/** Our own text, held to the same check as a model's: a project's template may have broken it. */
export function checked(text: string, check: (text: string) => string[], template: string): Result<string> {
  const problems = check(text);
  if (problems.length === 0) return ok(text);
  const message = `The document would break its own format: ${problems.join(" ")}`;
  return fail(fault("template_error", message, `Mend the template ${template}.`, { details: { problems } }));
}
