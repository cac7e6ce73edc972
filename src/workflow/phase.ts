import { readMarkdown } from "../markdown/document.ts";

/** The five steps of the workflow, in order. */
export const steps = ["specify", "clarify", "plan", "tasks", "implement"] as const;
export type Step = (typeof steps)[number];

/** What is done around the steps. Like a step, an agent can do it. */
export const reviews = ["constitution", "checklist", "analyze", "converge"] as const;
export type Review = (typeof reviews)[number];

/** What an agent can be asked for. */
export type AgentTask = Step | Review;

export function isReview(task: AgentTask): task is Review {
  return reviews.some((review) => review === task);
}

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

/** A `[NEEDS CLARIFICATION: …]` that a person has to answer. */
export interface OpenMarker {
  readonly line: number;
  /** Empty if the marker has no text. */
  readonly question: string;
}

const marker = /\[NEEDS CLARIFICATION(?::([^\]]{0,1000}))?\]/g;
/** The text of the marker in spec-kit's instructions to the author. */
const sampleQuestion = "specific question";

/**
 * The open markers of a spec. Those in code blocks, comments and check boxes ("No [NEEDS CLARIFICATION] markers
 * remain") only talk about markers: early templates of spec-kit put such lines into every spec.
 */
export function openMarkers(spec: string): OpenMarker[] {
  if (!spec.includes("[NEEDS CLARIFICATION")) return [];
  return readMarkdown(spec).lines.flatMap(({ kind, text, number }) => {
    if (kind !== "prose" || /^\s*[-*+] \[[ xX]\] /.test(text)) return [];
    const questions = [...text.matchAll(marker)].map((match) => (match[1] ?? "").trim());
    return questions
      .filter((question) => question !== sampleQuestion)
      .map((question) => ({ line: number, question }));
  });
}

/** The texts of `[NEEDS CLARIFICATION: …]`, in order. */
export function openQuestions(spec: string): string[] {
  return openMarkers(spec).map(({ question }) => question);
}
