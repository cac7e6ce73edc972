import type { SpecDocument } from "../read/spec-document.ts";
import type { Stack } from "../read/stack.ts";
import { fillTemplate } from "../templates/fill.ts";
import { bullets, type SpecHead } from "./spec-text.ts";

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

function summary({ title, stories, requirements }: SpecDocument): string {
  const main = stories[0];
  const lines = [`${title}: ${stories.length} stories, ${requirements.length} requirements.`];
  if (main)
    lines.push(
      "",
      `The first story (${main.priority}) is "${main.title}"; it is built and tested before the others.`,
    );
  return lines.join("\n");
}

function context({ spec, stack }: PlanInput): string {
  const speed = spec.criteria.find(({ text }) => /\b(second|minute|ms|fast|latency)/i.test(text));
  const scale = spec.criteria.find(({ text }) => /\b(users?|requests?|concurrent|at once)\b/i.test(text));
  const storage =
    spec.entities.length > 0
      ? `for ${spec.entities.map(({ name }) => name).join(", ")}; see data-model.md`
      : "none needed";
  const unknowns = unknownsOf({ spec, stack });
  return [
    `**Language/Version**: ${stack.language}`,
    `**Primary Dependencies**: ${stack.dependencies}`,
    `**Storage**: ${storage}`,
    `**Testing**: ${stack.testing}`,
    `**Target Platform**: ${stack.platform}`,
    `**Project Type**: ${stack.evidence === "" ? "new" : `existing, from ${stack.evidence}`}`,
    `**Performance Goals**: ${speed ? `${speed.id}: ${speed.text}` : "none stated in the specification"}`,
    `**Constraints**: ${
      spec.requirements
        .filter(({ text }) => /\b(MUST NOT|never|only|at most)\b/.test(text))
        .map(({ id }) => id)
        .join(", ") || "none stated"
    }`,
    `**Scale/Scope**: ${scale ? `${scale.id}: ${scale.text}` : "not stated"}`,
    ...(unknowns.length > 0 ? ["", `Open: ${unknowns.join("; ")}. See research.md.`] : []),
  ].join("\n");
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

function structure({ path, stack, spec }: PlanInput): string {
  const documents = ["spec.md", "plan.md", "research.md", "data-model.md", "quickstart.md", "tasks.md"];
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
    `${stack.source}/   # the code of ${spec.title || "the feature"}`,
    `${stack.tests}/   # its tests, one file for each story`,
    "```",
    "",
    `**Structure Decision**: ${stack.evidence === "" ? "a new tree, as above" : `the project's own folders (${stack.evidence})`}.`,
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

/** data-model.md from the key entities and the requirements that name them. */
export function dataModelText({ spec, head }: PlanInput): string {
  const parts = spec.entities.map(({ name, text }) => {
    const rules = spec.requirements.filter((each) =>
      new RegExp(`\\b${name.replace(/[^\p{L}\p{N} ]/gu, ".")}`, "iu").test(each.text),
    );
    const fields = ["- `id`: identifies it", ...(text === "" ? [] : [`- what it is: ${text}`])];
    const rows = rules.map(({ id, text: rule }) => `- ${id}: ${rule}`);
    return [
      `## ${name}`,
      "",
      ...fields,
      "",
      "Rules:",
      "",
      ...(rows.length > 0 ? rows : ["- none stated"]),
    ].join("\n");
  });
  return `# Data Model: ${spec.title || head.folder}\n\n${parts.join("\n\n")}\n`;
}

/** quickstart.md: the acceptance scenarios as steps that show that the feature works. */
export function quickstartText({ spec, stack, head }: PlanInput): string {
  const parts = spec.stories.map(({ number, title, scenarios }) =>
    [`## Story ${number}: ${title}`, "", ...scenarios.map((each, index) => `${index + 1}. ${each}`)].join(
      "\n",
    ),
  );
  return `# Quickstart: ${spec.title || head.folder}\n\nRun the tests with \`${stack.testing}\`, then go through the stories by hand.\n\n${parts.join("\n\n")}\n`;
}

/** contracts/operations.md, where the spec speaks of an interface: one operation for each requirement. */
export function contractsText({ spec, head }: PlanInput): string | undefined {
  const mentions = /\b(API|endpoint|REST|GraphQL|webhook|command line|CLI|protocol)\b/i;
  if (!mentions.test(spec.document.text.replace(/<!--[\s\S]*?-->/g, ""))) return undefined;
  const rows = spec.requirements.map(
    ({ id, text }) =>
      `## ${id}\n\n${text}\n\n${bullets(["**Takes**: what the requirement names", "**Gives**: its outcome, or an error that says what to correct"])}`,
  );
  return `# Contracts: ${spec.title || head.folder}\n\n${rows.join("\n\n")}\n`;
}
