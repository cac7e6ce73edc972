import { count } from "../../kernel/text.ts";
import { listText } from "../draft/grammar.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import type { Stack } from "../read/stack.ts";
import { fillTemplate } from "../templates/fill.ts";
import { contractsText } from "./contracts-text.ts";
import { codeFile, testFile } from "./layout.ts";
import { type SpecHead, withoutQuestion } from "./spec-text.ts";

export interface PlanInput {
  readonly spec: SpecDocument;
  readonly stack: Stack;
  /** Names of the principles in `.specify/memory/constitution.md`. */
  readonly principles: readonly string[];
  readonly head: SpecHead;
  /** The feature's folder, relative to the checkout. */
  readonly path: string;
}

/** plan.md from the spec and the project's files; what neither answers is marked as open. */
export function planText(template: string, input: PlanInput): string {
  const { spec, head } = input;
  return fillTemplate(template, {
    title: spec.title || head.folder,
    ...head,
    sections: [
      ["Summary", summary(spec)],
      ["Technical Context", context(input)],
      ["Constitution Check", gates(input)],
      ["Project Structure", structure(input)],
      ["Complexity Tracking", "No violations to justify."],
    ],
  });
}

/** What the plan cannot answer: open questions of the spec and undecided technology. */
export function unknownsOf({ spec, stack }: Pick<PlanInput, "spec" | "stack">): string[] {
  return [
    ...(stack.evidence === "" ? ["Language and version"] : []),
    ...spec.questions.filter((each) => each !== ""),
  ];
}

function summary({ title, stories, requirements, entities }: SpecDocument): string {
  const rows = stories.map(({ number, title: name, priority }) => `${number}. ${name} (${priority})`);
  const stored = entities.length > 0 ? ` Entities: ${entities.map(({ name }) => name).join(", ")}.` : "";
  return [
    `${title}: ${count(stories.length, "story", "stories")}, ${count(requirements.length, "requirement")}.${stored}`,
    "",
    "Build the stories in this order. Finish, test and demo each one before you start the next:",
    "",
    ...rows,
  ].join("\n");
}

function context({ spec, stack }: PlanInput): string {
  const stated = [...spec.criteria, ...spec.requirements];
  const speed = stated.find(({ text }) => /\b(seconds?|minutes?|ms|fast|quickly|latency)\b/i.test(text));
  const scale = stated.find(({ text }) => /\b\d+ (users?|requests?|concurrent|people at once)\b/i.test(text));
  const limits = spec.requirements.filter(({ text }) =>
    /\b(MUST NOT|never|only|at most|up to|no more than|within)\b/.test(text),
  );
  const unknowns = unknownsOf({ spec, stack });
  return [
    `**Language/Version**: ${stack.language}`,
    `**Primary Dependencies**: ${stack.dependencies}`,
    `**Storage**: ${storageText(spec, stack)}`,
    `**Testing**: ${stack.testing}${stack.testCommand === stack.testing ? "" : ` (\`${stack.testCommand}\`)`}`,
    `**Target Platform**: ${stack.platform}`,
    `**Project Type**: ${stack.projectType}${stack.evidence === "" ? "" : ` (${stack.evidence})`}`,
    `**Performance Goals**: ${speed ? `${speed.id}: ${withoutQuestion(speed.text)}` : "not stated"}`,
    `**Constraints**: ${limits.map(({ id, text }) => `${id}: ${withoutQuestion(text)}`).join("; ") || "none stated"}`,
    `**Scale/Scope**: ${scale ? `${scale.id}: ${withoutQuestion(scale.text)}` : "not stated"}`,
    ...(unknowns.length > 0 ? ["", `Open questions (see research.md): ${unknowns.join("; ")}`] : []),
  ].join("\n");
}

function storageText({ entities }: SpecDocument, { storage }: Stack): string {
  if (entities.length === 0) return "none needed";
  const names = listText(entities.map(({ name }) => name));
  const [first, ...others] = storage;
  if (first === undefined)
    return `undecided: the project has no database yet, and the feature stores ${names}`;
  if (others.length > 0)
    return `undecided: the project uses ${listText(storage)}; choose where to store ${names}`;
  return `${first}, for ${names} (see data-model.md)`;
}

function gates({ principles, spec }: PlanInput): string {
  const open = spec.questions.length;
  const rows = [
    `- [${open === 0 ? "x" : " "}] The specification has no open questions${open === 0 ? "" : ` (${open} open; run clarify)`}`,
    `- [${spec.stories.every(({ scenarios }) => scenarios.length > 0) ? "x" : " "}] Every story has acceptance scenarios`,
    ...principles.map((name) => `- [ ] ${name} (needs human review)`),
  ];
  return rows.join("\n");
}

function structure(input: PlanInput): string {
  const { path, stack, spec } = input;
  const documents = [
    "spec.md",
    "plan.md",
    "research.md",
    "quickstart.md",
    ...(spec.entities.length > 0 ? ["data-model.md"] : []),
    ...(contractsText(input) === undefined ? [] : ["contracts/operations.md"]),
    "tasks.md",
  ];
  const files = [
    ...spec.entities.map(({ name }) => [codeFile(stack, name), name] as const),
    ...spec.stories.map(({ number, title }) => [codeFile(stack, title), `story ${number}`] as const),
    ...spec.stories.map(
      ({ number, title }) => [testFile(stack, title), `tests for story ${number}`] as const,
    ),
  ];
  const width = Math.max(0, ...files.map(([file]) => file.length));
  return [
    "### Documentation (this feature)",
    "",
    "```text",
    `${path}/`,
    ...documents.map((name) => `  ${name}`),
    "```",
    "",
    "### Source Code",
    "",
    "```text",
    ...files.map(([file, what]) => `${file.padEnd(width)}  # ${what}`),
    "```",
    "",
    `**Structure Decision**: ${structureDecision(stack)}`,
  ].join("\n");
}

function structureDecision({ evidence, newFolders }: Stack): string {
  if (evidence === "") return "A new source tree, as shown above.";
  const where =
    newFolders.length === 0
      ? `The project's existing folders (${evidence}).`
      : `${listText(newFolders.map((name) => `\`${name}/\``))} ${newFolders.length === 1 ? "is" : "are"} new; the other folders exist (${evidence}).`;
  return `${where} One file per story, so that stories can be built in parallel.`;
}

/** research.md: the decisions that the project has made, and the questions that are still open. */
export function researchText({ spec, stack, head }: PlanInput): string {
  const unknowns = unknownsOf({ spec, stack });
  const decided =
    stack.evidence === ""
      ? []
      : [
          decision(
            "Language and tests",
            `${stack.language}, tested with ${stack.testing}`,
            `Set by ${stack.evidence}.`,
            "None. A second stack would split the codebase.",
          ),
        ];
  const open = unknowns.map((each) =>
    decision(
      each,
      "OPEN",
      "Neither the specification nor the project's files answer this.",
      "None yet. Run clarify, or record the decision here.",
    ),
  );
  const parts = [...decided, ...open];
  return `# Research: ${spec.title || head.folder}\n\n**Date**: ${head.date}\n\n${parts.join("\n\n") || "No open questions."}\n`;
}

function decision(name: string, choice: string, rationale: string, alternatives: string): string {
  return [
    `## ${name}`,
    "",
    `- **Decision**: ${choice}`,
    `- **Rationale**: ${rationale}`,
    `- **Alternatives considered**: ${alternatives}`,
  ].join("\n");
}

/** quickstart.md: how to check by hand that the feature works. */
export function quickstartText({ spec, stack, head }: PlanInput): string {
  const parts = spec.stories.map(({ number, title, scenarios }) =>
    [
      `## Story ${number}: ${title}`,
      "",
      `Automated tests: \`${testFile(stack, title)}\``,
      "",
      ...scenarios.map((each, index) => `${index + 1}. ${each}`),
    ].join("\n"),
  );
  const runTests = stack.evidence === "" ? "Run all tests" : `Run all tests (\`${stack.testCommand}\`)`;
  return `# Quickstart: ${spec.title || head.folder}\n\n${runTests}, then try each story by hand.\n\n${parts.join("\n\n")}\n`;
}
