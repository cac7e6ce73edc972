/** The five steps of the workflow, in order. */
export const steps = ["specify", "clarify", "plan", "tasks", "implement"] as const;
export type Step = (typeof steps)[number];

/** The next step of a feature, or `done`. */
export type Phase = Step | "done";

/** The documents that decide the phase of a feature. */
export interface Documents {
  /** Undefined if the file is missing, empty, or an unfilled template. */
  readonly spec: string | undefined;
  readonly plan: string | undefined;
  readonly tasks: string | undefined;
  readonly progress: { readonly completed: number; readonly total: number };
}

/** The phase of a feature. Open questions in the spec come before the plan. */
export function phaseOf({ spec, plan, tasks, progress }: Documents): Phase {
  if (spec === undefined) return "specify";
  if (plan === undefined) return openQuestions(spec).length > 0 ? "clarify" : "plan";
  if (tasks === undefined) return "tasks";
  return progress.total > 0 && progress.completed === progress.total ? "done" : "implement";
}

/** Why a step cannot run yet: the missing file and the step that writes it. */
export function missingFor(
  step: Step,
  { spec, plan, tasks }: Documents,
): { file: string; step: Step } | undefined {
  if (step === "specify") return undefined;
  if (spec === undefined) return { file: "spec.md", step: "specify" };
  if (step === "clarify" || step === "plan") return undefined;
  if (plan === undefined) return { file: "plan.md", step: "plan" };
  return step === "implement" && tasks === undefined ? { file: "tasks.md", step: "tasks" } : undefined;
}

/** The texts of `[NEEDS CLARIFICATION: …]`, in order. */
export function openQuestions(spec: string): string[] {
  return [...spec.matchAll(/\[NEEDS CLARIFICATION(?::([^\]]{0,1000}))?\]/g)].map((match) =>
    (match[1] ?? "").trim(),
  );
}
