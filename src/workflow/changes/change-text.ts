import { count } from "../../kernel/text.ts";
import { listText } from "../draft/grammar.ts";
import type { SpecDocument } from "../read/spec-document.ts";
import type { Stack } from "../read/stack.ts";
import { codeFile, testFile } from "../write/layout.ts";
import { caseText } from "../write/spec-text.ts";
import type { DeltaRequirement } from "./delta-text.ts";

export interface ProposalInput {
  readonly title: string;
  readonly description: string;
  readonly capability: string;
  readonly isNew: boolean;
  readonly requirements: readonly DeltaRequirement[];
  readonly questions: readonly string[];
  readonly stack: Stack;
}

/** proposal.md: why, what changes, what it touches, and what is still open. */
export function proposalText(input: ProposalInput): string {
  const { title, description, capability, isNew, requirements, questions, stack } = input;
  const why = description.replace(/\s+/g, " ").trim();
  const gap = isNew
    ? "No spec of this project covers that yet."
    : `The spec ${capability} does not cover that yet.`;
  const code = stack.evidence === "" ? "undecided: the project has no manifest yet" : `\`${stack.source}/\``;
  const open = questions.filter((each) => each !== "").map((each) => `- [NEEDS CLARIFICATION: ${each}]`);
  return [
    `# Change: ${title}`,
    `## Why\n\n${/[.!?。！？]$/.test(why) ? why : `${why}.`} ${gap}`,
    `## What Changes\n\n${requirements.map(({ name }) => `- ${name}`).join("\n")}`,
    `## Impact\n\n- Affected specs: ${capability}${isNew ? " (new)" : ""}\n- Affected code: ${code}`,
    ...(open.length === 0 ? [] : [`## Open Questions\n\n${open.join("\n")}`]),
  ]
    .join("\n\n")
    .concat("\n");
}

/** What a new capability is for. */
export function purposeText(title: string, requirements: readonly DeltaRequirement[]): string {
  const names = requirements.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = requirements.length > 3 ? ` and ${requirements.length - 3} more` : "";
  return `This capability covers ${title.charAt(0).toLowerCase()}${title.slice(1)}: what it does and within which limits. Requirements: ${names.join(", ")}${more}.`;
}

export interface ChangePlanInput {
  readonly title: string;
  readonly requirements: readonly DeltaRequirement[];
  readonly capabilities: readonly string[];
  readonly questions: readonly string[];
  readonly stack: Stack;
  readonly principles: readonly string[];
}

/** design.md in OpenSpec's sections, with what the project's files say and what they leave open. */
export function designText(input: ChangePlanInput): string {
  const { title, requirements, capabilities, questions, stack, principles } = input;
  const isKnown = stack.evidence !== "";
  const files = requirements.map(
    ({ name }) => `- ${name}: code in \`${codeFile(stack, name)}\`, tests in \`${testFile(stack, name)}\``,
  );
  const open = [
    ...(isKnown ? [] : ["Which language and test runner does the project use?"]),
    ...(stack.storage.length > 1 ? [`Which database is used: ${listText(stack.storage)}?`] : []),
    ...questions.filter((each) => each !== ""),
  ];
  return [
    `# Design: ${title}`,
    `## Context\n\n${[
      `- Specs: ${capabilities.join(", ") || "none"}`,
      `- Language: ${stack.language}`,
      `- Tests: ${stack.testing}${isKnown ? ` (\`${stack.testCommand}\`)` : ""}`,
      `- Storage: ${stack.storage.join(", ") || "no database among the dependencies"}`,
      ...(isKnown ? [`- Read from: ${stack.evidence}`] : []),
      ...principles.map((name) => `- Principle to check: ${name}`),
    ].join("\n")}`,
    `## Goals / Non-Goals\n\n**Goals:**\n\n${requirements.map(({ name }) => `- ${name}`).join("\n") || "- See proposal.md"}\n\n**Non-Goals:**\n\n- Anything that proposal.md does not mention`,
    `## Decisions\n\n${files.join("\n") || "- None yet"}\n\nOne file per requirement, in the project's existing folders, so that each can be built and tested on its own.`,
    `## Risks / Trade-offs\n\n${open.length === 0 ? "- None known" : `- ${count(open.length, "question")} still open; an answer may change the decisions above`}`,
    ...(open.length === 0 ? [] : [`## Open Questions\n\n${open.map((each) => `- ${each}`).join("\n")}`]),
  ]
    .join("\n\n")
    .concat("\n");
}

/** tasks.md: groups with numbered boxes, tests before code. */
export function changeTasksText({ requirements, questions, stack }: ChangePlanInput): string {
  const isKnown = stack.evidence !== "";
  const tests = isKnown ? `\`${stack.testCommand}\`` : "all tests";
  const groups: [string, string[]][] = [
    [
      "Setup",
      [
        isKnown
          ? `Run ${tests} and confirm that all tests pass before you change anything`
          : "Choose the language and the test runner, and set up the project",
        ...(questions.length > 0 ? ["Answer the open questions of proposal.md"] : []),
      ],
    ],
    ...requirements.map((each): [string, string[]] => [each.name, requirementTasks(each, stack)]),
    ["Verification", [`Run ${tests} and check every scenario of the deltas by hand`]],
  ];
  return groups
    .map(([name, tasks], index) => {
      const lines = tasks.map((task, at) => `- [ ] ${index + 1}.${at + 1} ${task.replace(/\s+/g, " ")}`);
      return `## ${index + 1}. ${name}\n\n${lines.join("\n")}`;
    })
    .join("\n\n")
    .concat("\n");
}

function requirementTasks({ name, scenarios }: DeltaRequirement, stack: Stack): string[] {
  const file = codeFile(stack, name);
  const [main, ...others] = scenarios.map(({ steps }) => steps);
  return [
    `Write failing tests for ${count(scenarios.length, "scenario")} of "${name}" in \`${testFile(stack, name)}\``,
    `Implement "${name}" in \`${file}\``,
    ...others.map((steps) => `Handle this case in \`${file}\`: ${caseText(steps, main)}`),
  ];
}

/** The questions of a drafted spec. */
export function questionsOf({ questions }: SpecDocument): string[] {
  return questions.filter((each) => each !== "");
}
