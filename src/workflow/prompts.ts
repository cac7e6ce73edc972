import { data } from "./generate.ts";
import type { Step } from "./phase.ts";

/** The format of each document, the same for every model and agent. */
const formats = {
  specify:
    "Write spec.md. Title `# Feature Specification: <name>`. Sections: `## User Scenarios & Testing` with `### User Story N - <title> (Priority: Pn)`, each with **Why this priority**, **Independent Test** and numbered acceptance scenarios `1. **Given** …, **When** …, **Then** …`; `### Edge Cases`; `## Requirements` with `### Functional Requirements` as `- **FR-001**: The system MUST …` and `### Key Entities` as `- **Name**: …`; `## Success Criteria` with `- **SC-001**: …`, measurable and free of technology; `## Assumptions`. At most three `[NEEDS CLARIFICATION: question]`. Describe what and why, never how.",
  clarify:
    "Find what is unclear in the specification. Ask at most five questions, one per line, each ending with a question mark, the most important first.",
  plan: "Write plan.md. Title `# Implementation Plan: <feature>`. Sections: `## Summary`, `## Technical Context` with **Language/Version**:, **Primary Dependencies**:, **Storage**:, **Testing**:, **Target Platform**:, **Project Type**:, **Performance Goals**:, **Constraints**:, **Scale/Scope**:; `## Constitution Check`; `## Project Structure`; `## Complexity Tracking`.",
  tasks:
    "Write tasks.md. Title `# Tasks: <feature>`. Phases as `## Phase N: …`: Setup, Foundational, one phase `## Phase N: User Story n - <title> (Priority: Pn)` per story, Polish. Every task is `- [ ] T001 [P] [US1] Description with path`: ids count up without gaps, [P] only on tasks that touch different files, [USn] on every task of a story's phase and nowhere else.",
  implement:
    "Work through the tasks in order. Mark each task `[X]` in tasks.md once it is done and tested. Stop at the first task that fails.",
} as const satisfies Record<Step, string>;

export interface PromptMaterial {
  readonly template?: string;
  readonly description?: string;
  readonly documents: Readonly<Record<string, string | undefined>>;
  readonly facts?: string;
}

/** The prompt for a model that writes one document. */
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
 * The prompt for an agent that edits the files itself: the same format, the folder, and what the project has for this
 * step (`guides`).
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
  const where = `Work on the feature in ${directory}. Do not ask for confirmation, do not touch other features, and do not overwrite anything that a person wrote.`;
  const also =
    step === "clarify"
      ? "Record each question that the specification already answers as `- Q: … → A: …` in spec.md, under `## Clarifications` and `### Session YYYY-MM-DD`. Print the questions that only a person can answer. If nothing is unclear, print `No questions.`"
      : step === "plan"
        ? "Also write research.md, data-model.md and quickstart.md next to it if there is something to put in them."
        : "";
  return [formats[step], where, also, ...guides, ...extra].filter((part) => part !== "").join("\n\n");
}
