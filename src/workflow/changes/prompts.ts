import { exists, listFolder, readText } from "../../workspace/files/files.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { data } from "../generate.ts";
import type { Step } from "../phase.ts";

/** The format of each document of a change, the same for every model and agent. */
const formats = {
  proposal:
    "Write proposal.md of a change. Title `# Change: <name>`. Sections: `## Why` (the problem, 50 to 1,000 characters), `## What Changes` (one bullet per change), `## Impact` (affected specs and code), `## Open Questions` with `- [NEEDS CLARIFICATION: question]` if something is unclear.",
  delta:
    "Write the delta of one capability, `specs/<capability>/spec.md` in the change. Sections: `## ADDED Requirements`, `## MODIFIED Requirements`, `## REMOVED Requirements`; `## Purpose` first if the capability is new. Each requirement is `### Requirement: <name>`, a sentence with SHALL or MUST, and at least one `#### Scenario: <name>` with `- **WHEN** …` and `- **THEN** …`. A modified requirement repeats its whole text and all its scenarios.",
  design:
    "Write design.md of a change. Title `# Design: <name>`. Sections: `## Context`, `## Goals / Non-Goals`, `## Decisions`, `## Risks / Trade-offs`, and `## Open Questions` if there are any. State only what the project's files or the change say.",
  tasks:
    "Write tasks.md of a change: groups `## 1. <name>`, and in each group tasks `- [ ] 1.1 Description with path`, in the order to do them, tests before code. The number of a task starts with that of its group.",
} as const;

const agentFormats = {
  specify: `Write the documents of the change: proposal.md and specs/<capability>/spec.md. ${formats.proposal} ${formats.delta}`,
  clarify:
    "Find what is unclear in the change. Record each question that the change already answers as `- Q: … → A: …` in proposal.md, under `## Clarifications`. Print the questions that only a person can answer. If nothing is unclear, print `No questions.`",
  plan: formats.design,
  tasks: formats.tasks,
  implement:
    "Work through the tasks in order. Mark each task `[x]` in tasks.md once it is done and tested. Stop at the first task that fails. Do not archive the change.",
} as const satisfies Record<Step, string>;

/** Files of OpenSpec that say how this project writes changes. */
const guideFiles = [
  ["openspec/config.yaml", "Follow its context and rules."],
  ["openspec/project.md", "It describes the project's conventions."],
  ["openspec/AGENTS.md", "It is the project's guide for agents."],
] as const;

/** Where OpenSpec installs its own instructions for each step; the first that exists counts. */
const commandFiles: Readonly<Record<Step, readonly string[]>> = {
  specify: places("propose", "openspec-propose", "proposal"),
  clarify: [],
  plan: places("continue", "openspec-continue-change", "continue"),
  tasks: places("continue", "openspec-continue-change", "continue"),
  implement: places("apply", "openspec-apply-change", "apply"),
};

function places(command: string, skill: string, legacy: string): string[] {
  return [
    `.claude/skills/${skill}/SKILL.md`,
    `.claude/commands/opsx/${command}.md`,
    `.agents/skills/${skill}/SKILL.md`,
    `.cursor/commands/opsx-${command}.md`,
    `.opencode/commands/opsx-${command}.md`,
    `.github/prompts/opsx-${command}.prompt.md`,
    `.claude/commands/openspec/${legacy}.md`,
  ];
}

/** The prompt for a model that writes one document of a change. */
export async function changePrompt(
  workspace: Workspace,
  document: keyof typeof formats,
  {
    description,
    facts,
    documents,
  }: {
    readonly description: string | undefined;
    readonly facts: string | undefined;
    readonly documents: Readonly<Record<string, string | undefined>>;
  },
): Promise<string> {
  const config = await readText(workspace, literalPath("openspec/config.yaml"));
  const all = { ...documents, "openspec/config.yaml": config.ok ? config.value.text : undefined };
  return [
    formats[document],
    ...(config.ok ? ["Follow the context and the rules of openspec/config.yaml."] : []),
    ...(description === undefined ? [] : [data("description", description)]),
    ...(facts === undefined ? [] : [data("facts about the project", facts)]),
    ...Object.entries(all).flatMap(([name, text]) =>
      text === undefined || text.trim() === "" ? [] : [data(name, text)],
    ),
  ].join("\n\n");
}

/** Instructions to read what OpenSpec has of the project's context and rules. */
export async function openSpecGuides(workspace: Workspace): Promise<string[]> {
  const guides: string[] = [];
  for (const [path, what] of guideFiles)
    if (await exists(workspace, literalPath(path))) guides.push(`Read ${path}. ${what}`);
  return guides;
}

/** The prompt for an agent that edits the files of a change itself. */
export async function changeAgentPrompt(
  workspace: Workspace,
  step: Step,
  change: { readonly id: string; readonly path: string },
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const guides = await openSpecGuides(workspace);
  for (const path of commandFiles[step]) {
    if (!(await exists(workspace, literalPath(path)))) continue;
    guides.push(
      `The repository has its own instructions for this step in ${path}. Read and follow them; use the folder and the format given here.`,
    );
    break;
  }
  const listed = await listFolder(workspace, literalPath(change.path));
  const documents = (listed.ok ? listed.value : []).map(
    ({ name, kind }) => `${change.path}/${name}${kind === "folder" ? "/" : ""}`,
  );
  return [
    agentFormats[step],
    `Work on the change ${change.id} in ${change.path}/. Do not ask for confirmation, do not touch other changes or the main specs, and do not overwrite anything that a person wrote. \`hewto changes validate ${change.id}\` checks the result.`,
    ...guides,
    ...(documents.length === 0 ? [] : [`Read these first: ${documents.join(", ")}.`]),
    ...(typeof args.feature_description === "string" ? [data("description", args.feature_description)] : []),
    ...(Array.isArray(args.questions) && args.questions.length > 0
      ? [data("questions", args.questions.join("\n"))]
      : []),
    ...(typeof args.task_filter === "string" ? [`Only these tasks: ${args.task_filter}.`] : []),
  ].join("\n\n");
}
