import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import { listText } from "../draft/grammar.ts";
import type { SpecDocument, Story } from "../read/spec-document.ts";
import { scenarioParts } from "../read/spec-document.ts";
import type { Stack } from "../read/stack.ts";
import { fillTemplate } from "../templates/fill.ts";
import { statesOf } from "./data-model-text.ts";
import { insertAfter } from "./insert.ts";
import { codeFile, testFile } from "./layout.ts";
import { caseText, type SpecHead } from "./spec-text.ts";
import { requirementsByStory } from "./trace-stories.ts";

export interface TasksInput {
  readonly spec: SpecDocument;
  readonly stack: Stack;
  readonly head: SpecHead;
  readonly hasContracts: boolean;
}

interface TaskDraft {
  readonly parallel?: boolean;
  readonly story?: number;
  readonly text: string;
}

/** tasks.md: setup, blocking prerequisites, one phase for each story by priority, polish. */
export function tasksText(template: string, input: TasksInput): string {
  const counter = { next: 1 };
  const stories = byPriority(input.spec.stories);
  const phases: (readonly [string, string])[] = [
    ["Phase 1: Setup (Shared Infrastructure)", lines(setup(input), counter)],
    ["Phase 2: Foundational (Blocking Prerequisites)", lines(foundation(input), counter)],
    ...stories.map((story, index) => storyPhase(story, index + 3, input, counter)),
    [`Phase ${stories.length + 3}: Polish & Cross-Cutting Concerns`, lines(polish(input), counter)],
  ];
  const rest: readonly (readonly [string, string])[] = [
    ["Dependencies & Execution Order", order(stories)],
    [
      "Implementation Strategy",
      `Finish Setup and Foundational first. Then build User Story 1, test it and demo it.${stories.length > 1 ? " Add the other stories one at a time." : ""}`,
    ],
  ];
  return fillTemplate(template, {
    title: input.spec.title || input.head.folder,
    ...input.head,
    sections: [...phases, ...rest],
  });
}

/** An existing tasks.md with phases for stories that have no task yet; undefined when none is missing. */
export function extendTasks(text: string, input: TasksInput): string | undefined {
  const tasks = readTasks(readMarkdown(text));
  const covered = new Set(tasks.flatMap((task) => task.story ?? []));
  const missing = byPriority(input.spec.stories).filter(({ number }) => !covered.has(`US${number}`));
  if (missing.length === 0) return undefined;
  const counter = {
    next: Math.max(0, ...tasks.map((task) => Number(/^T(\d+)$/.exec(task.id ?? "")?.[1] ?? 0))) + 1,
  };
  const phases = [...text.matchAll(/^## Phase (\d+)/gm)].map(([, number]) => Number(number));
  const first = Math.max(0, ...phases) + 1;
  const added = missing.map((story, index) => storyPhase(story, first + index, input, counter));
  const last = Math.max(0, ...tasks.map((task) => task.line));
  const body = added.map(([name, phase]) => `## ${name}\n\n${phase}`).join("\n\n");
  return insertAfter(text, last, `\n${body}\n`);
}

function setup({ stack, spec, head }: TasksInput): TaskDraft[] {
  const isNew = stack.evidence === "";
  const hasQuestions = isNew || spec.questions.length > 0;
  const first = isNew
    ? "Choose the language and the test runner, and set up the project"
    : `Run \`${stack.testCommand}\` and confirm that all tests pass before you change anything`;
  const research = `Resolve the questions marked OPEN in \`research.md\` of ${head.folder}`;
  return [{ text: first }, ...(hasQuestions ? [{ text: research }] : [])];
}

function foundation({ spec, stack, hasContracts }: TasksInput): TaskDraft[] {
  const entities = spec.entities.map((entity) => {
    const states = statesOf(entity).join(", ");
    const detail = states === "" ? "" : ` with its states (${states})`;
    return {
      text: `Model ${entity.name}${detail} in \`${codeFile(stack, entity.name)}\` as described in data-model.md`,
      parallel: true,
    };
  });
  const storage =
    spec.entities.length > 0 && stack.storage.length > 0
      ? [
          {
            text: `Store ${listText(spec.entities.map(({ name }) => name))} in ${stack.storage.join(" or ")}, with the code under \`${stack.source}/\``,
          },
        ]
      : [];
  const contracts = hasContracts
    ? [
        {
          text: "Define the operations of contracts/operations.md as types or schemas that code and tests share",
        },
      ]
    : [];
  const rest = [{ text: `Add one shared way to report errors to users, under \`${stack.source}/\`` }];
  return [...entities, ...storage, ...contracts, ...rest];
}

function storyPhase(
  story: Story,
  phase: number,
  { stack, spec }: TasksInput,
  counter: { next: number },
): readonly [string, string] {
  const { number, title, scenarios } = story;
  const [main = "", ...others] = scenarios;
  const requirements = requirementsByStory(spec).get(number) ?? [];
  const ids = requirements.map(({ id }) => id).join(", ");
  const file = codeFile(stack, title);
  const work: TaskDraft[] = [
    {
      text: `Write failing tests for the ${count(scenarios.length, "acceptance scenario")} in \`${testFile(stack, title)}\``,
      story: number,
    },
    { text: `Implement "${title}"${ids === "" ? "" : ` (${ids})`} in \`${file}\``, story: number },
    ...others.map((scenario) => {
      const parts = scenarioParts(scenario);
      const text = parts === undefined ? scenario : caseText(parts, scenarioParts(main));
      return { text: `Handle this case in \`${file}\`: ${text}`, story: number };
    }),
  ];
  const body = [
    `**Goal**: ${title}`,
    "",
    `**Independent Test**: ${story.independentTest || "Check the acceptance scenarios of the story."}`,
    "",
    lines(work, counter),
    "",
    `**Checkpoint**: User Story ${number} works on its own and ${stack.evidence === "" ? "all tests pass" : `\`${stack.testCommand}\` passes`}.`,
  ];
  return [`Phase ${phase}: User Story ${number} - ${title} (Priority: ${story.priority})`, body.join("\n")];
}

function polish({ spec, stack }: TasksInput): TaskDraft[] {
  return [
    ...spec.criteria.map(({ id, text }) => ({ text: `Verify ${id}: ${text}`, parallel: true })),
    {
      text: `Follow quickstart.md and run all tests${stack.evidence === "" ? "" : ` (\`${stack.testCommand}\`)`}`,
    },
  ];
}

function lines(drafts: readonly TaskDraft[], counter: { next: number }): string {
  return drafts
    .map(({ text, parallel, story }) => {
      const id = `T${String(counter.next++).padStart(3, "0")}`;
      const tags = [parallel ? "[P]" : "", story === undefined ? "" : `[US${story}]`].filter(
        (tag) => tag !== "",
      );
      return `- [ ] ${[id, ...tags, oneLine(text)].join(" ")}`;
    })
    .join("\n");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function order(stories: readonly Story[]): string {
  const names = stories.map(({ number, priority }) => `User Story ${number} (${priority})`);
  return `Setup comes first, then Foundational, which blocks all stories. Then build ${listText(names)}${names.length > 1 ? " in this order" : ""}. Polish comes last. Within a phase, tasks marked [P] can run in parallel.`;
}

function byPriority(stories: readonly Story[]): Story[] {
  return [...stories].sort(
    (a, b) => Number(a.priority.slice(1)) - Number(b.priority.slice(1)) || a.number - b.number,
  );
}
