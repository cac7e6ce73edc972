import { count } from "../../kernel/text.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import { type Stack, testsText } from "../read/stack.ts";
import { fillTemplate } from "../templates/fill.ts";
import { contractsText } from "./contracts-text.ts";
import { codeFile, testFile } from "./layout.ts";
import { type SpecHead, withoutQuestion } from "./spec-text.ts";

export interface PlanInput {
  readonly spec: SpecDocument;
  readonly stack: Stack;
  /** Principles of `.specify/memory/constitution.md`, by name. */
  readonly principles: readonly string[];
  readonly head: SpecHead;
  /** The feature's folder, relative to the checkout. */
  readonly path: string;
}

/** plan.md from what the spec and the project's files say; what nobody has said is marked as unknown. */
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
      ["Complexity Tracking", "Nothing yet needs to be justified against the gates above."],
    ],
  });
}

/** What the plan cannot know by itself: open questions of the spec and undecided technology. */
export function unknownsOf({ spec, stack }: Pick<PlanInput, "spec" | "stack">): string[] {
  return [
    ...(stack.evidence === "" ? ["Language and version"] : []),
    ...spec.questions.filter((each) => each !== ""),
  ];
}

function summary({ title, stories, requirements, entities }: SpecDocument): string {
  const rows = stories.map(({ number, title: name, priority }) => `${number}. ${name} (${priority})`);
  const things = entities.length > 0 ? ` It keeps ${entities.map(({ name }) => name).join(", ")}.` : "";
  return [
    `${title}: ${count(stories.length, "story", "stories")}, ${count(requirements.length, "requirement")}.${things}`,
    "",
    "In this order, each built, tested and shown before the next:",
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
    `**Performance Goals**: ${speed ? `${speed.id}: ${withoutQuestion(speed.text)}` : "none stated in the specification"}`,
    `**Constraints**: ${limits.map(({ id, text }) => `${id}: ${withoutQuestion(text)}`).join("; ") || "none stated"}`,
    `**Scale/Scope**: ${scale ? `${scale.id}: ${withoutQuestion(scale.text)}` : "not stated"}`,
    ...(unknowns.length > 0 ? ["", `Open, see research.md: ${unknowns.join("; ")}`] : []),
  ].join("\n");
}

function storageText({ entities }: SpecDocument, { storage }: Stack): string {
  if (entities.length === 0) return "none needed";
  const names = entities.map(({ name }) => name).join(", ");
  const [first, ...others] = storage;
  if (first === undefined) return `not decided: ${names} must be kept, and the project names no database`;
  if (others.length > 0)
    return `not decided: the project names ${storage.join(" and ")}; choose where ${names} is kept`;
  return `${first}, for ${names}; see data-model.md`;
}

function gates({ principles, spec }: PlanInput): string {
  const open = spec.questions.length;
  const rows = [
    `- [${open === 0 ? "x" : " "}] The specification has no open questions${open === 0 ? "" : ` (${open} left: run clarify)`}`,
    `- [${spec.stories.every(({ scenarios }) => scenarios.length > 0) ? "x" : " "}] Every story has acceptance scenarios`,
    ...principles.map((name) => `- [ ] ${name}: a person must judge this`),
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
      ({ number, title }) => [testFile(stack, title), `its scenarios (${number})`] as const,
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
    `**Structure Decision**: ${stack.evidence === "" ? "a new tree, as above" : `the project's own folders (${stack.evidence}); one file for each story, so that stories can be built side by side`}.`,
  ].join("\n");
}

/** research.md: a decision for each unknown, or the question that must be settled first. */
export function researchText({ spec, stack, head }: PlanInput): string {
  const unknowns = unknownsOf({ spec, stack });
  const known =
    stack.evidence === ""
      ? []
      : [
          decision(
            "Language and tests",
            `${stack.language}, tested with ${stack.testing}`,
            `${stack.evidence} of this project says so.`,
            "Another stack would split the project.",
          ),
        ];
  const open = unknowns.map((each) =>
    decision(
      each,
      "OPEN",
      "Neither the specification nor the project's files settle it.",
      "Run clarify, or write the decision here.",
    ),
  );
  const parts = [...known, ...open];
  return `# Research: ${spec.title || head.folder}\n\n**Date**: ${head.date}\n\n${parts.join("\n\n") || "Nothing is unknown."}\n`;
}

function decision(name: string, chosen: string, why: string, others: string): string {
  return [
    `## ${name}`,
    "",
    `- **Decision**: ${chosen}`,
    `- **Rationale**: ${why}`,
    `- **Alternatives considered**: ${others}`,
  ].join("\n");
}

/** quickstart.md: the acceptance scenarios as steps that show that the feature works. */
export function quickstartText({ spec, stack, head }: PlanInput): string {
  const parts = spec.stories.map(({ number, title, scenarios }) =>
    [
      `## Story ${number}: ${title}`,
      "",
      `Automatic: \`${testFile(stack, title)}\``,
      "",
      ...scenarios.map((each, index) => `${index + 1}. ${each}`),
    ].join("\n"),
  );
  return `# Quickstart: ${spec.title || head.folder}\n\nRun all tests with ${testsText(stack)}, then go through the stories by hand.\n\n${parts.join("\n\n")}\n`;
}
