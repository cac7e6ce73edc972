import { data } from "./generate.ts";
import type { Step } from "./phase.ts";

/** The format of each document, said once for every model and agent. */
const formats = {
  specify:
    "Write spec.md. Title `# Feature Specification: <name>`. Sections: `## User Scenarios & Testing` with `### User Story N - <title> (Priority: Pn)`, each with **Why this priority**, **Independent Test** and numbered acceptance scenarios `1. **Given** …, **When** …, **Then** …`; `### Edge Cases`; `## Requirements` with `### Functional Requirements` as `- **FR-001**: The system MUST …` and `### Key Entities` as `- **Name**: …`; `## Success Criteria` with `- **SC-001**: …`, measurable and free of technology; `## Assumptions`. At most three `[NEEDS CLARIFICATION: question]`. Say what and why, never how.",
  clarify:
    "Find what is unclear in the specification. At most five questions, one a line, each ending with a question mark, the most important first.",
  plan: "Write plan.md. Title `# Implementation Plan: <feature>`. Sections: `## Summary`, `## Technical Context` with **Language/Version**:, **Primary Dependencies**:, **Storage**:, **Testing**:, **Target Platform**:, **Project Type**:, **Performance Goals**:, **Constraints**:, **Scale/Scope**:; `## Constitution Check`; `## Project Structure`; `## Complexity Tracking`.",
  tasks:
    "Write tasks.md. Title `# Tasks: <feature>`. Phases as `## Phase N: …`: Setup, Foundational, one phase `## Phase N: User Story n - <title> (Priority: Pn)` for each story, Polish. Every task is `- [ ] T001 [P] [US1] Description with path`: ids rise without gaps, [P] only where tasks touch different files, [USn] on every task of a story's phase and on no other.",
  implement:
    "Do the tasks in their order, tick each with `[X]` in tasks.md when it is done and tested, and stop at the first that fails.",
} as const satisfies Record<Step, string>;

export interface PromptMaterial {
  readonly template?: string;
  readonly description?: string;
  readonly documents: Readonly<Record<string, string | undefined>>;
  readonly facts?: string;
}

/** What a model is asked for one document. */
export function documentPrompt(
  step: Step,
  { template, description, documents, facts }: PromptMaterial,
): string {
  return [
    formats[step],
    ...(template === undefined ? [] : [`Follow this template:\n${data("template", template)}`]),
    ...(description === undefined ? [] : [data("feature description", description)]),
    ...(facts === undefined ? [] : [data("facts about the project", facts)]),
    ...Object.entries(documents).flatMap(([name, text]) => (text === undefined ? [] : [data(name, text)])),
  ].join("\n\n");
}

/**
 * What an agent that works on the files itself is told: the same format, where to write, and what the project has
 * for this step (`guides`).
 */
export function agentPrompt(
  step: Step,
  args: Readonly<Record<string, unknown>>,
  guides: readonly string[],
): string {
  const directory = String(args.spec_directory);
  const extra = [
    typeof args.feature_description === "string" ? data("feature description", args.feature_description) : "",
    Array.isArray(args.questions) && args.questions.length > 0
      ? data("questions", args.questions.join("\n"))
      : "",
    typeof args.task_filter === "string" ? `Only these tasks: ${args.task_filter}.` : "",
  ].filter((part) => part !== "");
  const where = `Work on the feature in ${directory}. Do not ask for confirmation; do not touch other features; overwrite nothing that a person wrote.`;
  const also =
    step === "clarify"
      ? "Write each question with the answer that the specification itself supports as `- Q: … → A: …` under `## Clarifications` / `### Session YYYY-MM-DD` of spec.md, and print the questions that only a person can answer. If nothing is unclear, print `No questions.`"
      : step === "plan"
        ? "Also write research.md, data-model.md and quickstart.md beside it where they have something to say."
        : "";
  return [formats[step], where, also, ...guides, ...extra].filter((part) => part !== "").join("\n\n");
}
