import { count } from "../../kernel/text.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { readTasks } from "../../markdown/tasks.ts";
import type { SpecDocument, Story } from "../read/spec-document.ts";
import { scenarioParts } from "../read/spec-document.ts";
import { type Stack, testsText } from "../read/stack.ts";
import { fillTemplate } from "../templates/fill.ts";
import { insertAfter } from "./insert.ts";
import { codeFile, testFile } from "./layout.ts";
import type { SpecHead } from "./spec-text.ts";
import { requirementsByStory } from "./trace-stories.ts";

export interface TasksInput {
  readonly spec: SpecDocument;
  readonly stack: Stack;
  readonly head: SpecHead;
  readonly hasContracts: boolean;
}

type Draft = { readonly parallel?: boolean; readonly story?: number; readonly text: string };

/** tasks.md: setup, what blocks everything, one phase for each story in order of priority, polish. */
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
      "Setup and Foundational first; then the first story alone, tested and shown; then one story after another.",
    ],
  ];
  return fillTemplate(template, {
    title: input.spec.title || input.head.folder,
    ...input.head,
    sections: [...phases, ...rest],
  });
}

/** A tasks.md that exists, with phases for stories that have no task yet; undefined when none is missing. */
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

function setup({ stack, spec, head }: TasksInput): Draft[] {
  const open = spec.questions.length > 0 || stack.evidence === "";
  return [
    {
      text: `Run ${testsText(stack)} and see that the project is in order before anything is changed`,
    },
    ...(open ? [{ text: `Settle what \`research.md\` of ${head.folder} calls OPEN` }] : []),
  ];
}

function foundation({ spec, stack, hasContracts }: TasksInput): Draft[] {
  const entities = spec.entities.map(({ name, text }) => {
    const states = /states: ([^;.]+)/.exec(text)?.[1];
    const more = states === undefined ? "" : ` with its states (${states})`;
    return {
      text: `Model ${name}${more} as data-model.md describes it in \`${codeFile(stack, name)}\``,
      parallel: true,
    };
  });
  const storage =
    spec.entities.length > 0 && stack.storage.length > 0
      ? [
          {
            text: `Keep ${spec.entities.map(({ name }) => name).join(", ")} in ${stack.storage.join(" or ")} below \`${stack.source}/\``,
          },
        ]
      : [];
  const contracts = hasContracts
    ? [
        {
          text: "Write the operations of contracts/operations.md down as types or schemas that code and tests share",
        },
      ]
    : [];
  const rest = [
    { text: `Decide how errors are reported to people, and do it in one place below \`${stack.source}/\`` },
  ];
  return [...entities, ...storage, ...contracts, ...rest];
}

function storyPhase(
  story: Story,
  phase: number,
  { stack, spec }: TasksInput,
  counter: { next: number },
): readonly [string, string] {
  const { number, title, scenarios } = story;
  const requirements = requirementsByStory(spec).get(number) ?? [];
  const ids = requirements.map(({ id }) => id).join(", ");
  const file = codeFile(stack, title);
  const work: Draft[] = [
    {
      text: `Write the ${count(scenarios.length, "acceptance scenario")} as failing tests in \`${testFile(stack, title)}\``,
      story: number,
    },
    { text: `Implement "${title}"${ids === "" ? "" : ` (${ids})`} in \`${file}\``, story: number },
    ...scenarios.slice(1).map((each) => ({
      text: `See to it that ${ruleText(each, scenarios[0] ?? "")} (\`${file}\`)`,
      story: number,
    })),
  ];
  const body = [
    `**Goal**: ${title}`,
    "",
    `**Independent Test**: ${story.independentTest || "the acceptance scenarios of the story"}`,
    "",
    lines(work, counter),
    "",
    `**Checkpoint**: story ${number} works alone; ${testsText(stack)} passes.`,
  ];
  return [`Phase ${phase}: User Story ${number} - ${title} (Priority: ${story.priority})`, body.join("\n")];
}

/** A scenario as a sentence; what is given is said only where it is not what the first one has. */
function ruleText(scenario: string, first: string): string {
  const parts = (text: string) => scenarioParts(text.replaceAll("**", ""));
  const told = parts(scenario);
  if (told === undefined) return `"${scenario}" holds`;
  const { given, when, outcome } = told;
  return `${given === parts(first)?.given ? "" : `with ${given}, `}when ${when}, ${outcome},`.replace(
    /,$/,
    "",
  );
}

function polish({ spec, stack }: TasksInput): Draft[] {
  return [
    ...spec.criteria.map(({ id, text }) => ({ text: `Verify ${id}: ${text}`, parallel: true })),
    { text: `Go through quickstart.md and run all tests (${testsText(stack)})` },
  ];
}

function lines(drafts: readonly Draft[], counter: { next: number }): string {
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
  return `Setup, then Foundational, which blocks all stories; then ${names.join(", ")}; then Polish. Inside a phase, tasks marked [P] may run side by side.`;
}

function byPriority(stories: readonly Story[]): Story[] {
  return [...stories].sort(
    (a, b) => Number(a.priority.slice(1)) - Number(b.priority.slice(1)) || a.number - b.number,
  );
}
