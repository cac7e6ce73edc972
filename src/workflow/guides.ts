import { basename } from "node:path";
import { exists, readText } from "../workspace/files/files.ts";
import { joinPath, literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { readDocuments } from "./documents.ts";
import { openFeature } from "./feature.ts";
import type { AgentTask } from "./phase.ts";
import { isUntouched } from "./read/placeholders.ts";
import { OWN_TEMPLATE, resolveTemplate } from "./templates/resolve.ts";
import type { TemplateName } from "./templates/texts.ts";

export const constitutionPath = literalPath(".specify/memory/constitution.md");

/** Where spec-kit installs its commands for each agent (by its program), newest first; `*` is the step. */
const commandFiles: readonly (readonly [program: string, pattern: string])[] = [
  ["claude", ".claude/skills/speckit-*/SKILL.md"],
  ["claude", ".claude/commands/speckit.*.md"],
  ["codex", ".agents/skills/speckit-*/SKILL.md"],
  ["codex", ".codex/prompts/speckit.*.md"],
  ["gemini", ".gemini/commands/speckit.*.toml"],
  ["cursor-agent", ".cursor/skills/speckit-*/SKILL.md"],
  ["cursor-agent", ".cursor/commands/speckit.*.md"],
  ["opencode", ".opencode/commands/speckit.*.md"],
  ["opencode", ".opencode/command/speckit.*.md"],
  ["qwen", ".qwen/commands/speckit.*.md"],
  ["qwen", ".qwen/commands/speckit.*.toml"],
  ["", ".github/skills/speckit-*/SKILL.md"],
  ["", ".github/agents/speckit.*.agent.md"],
  ["", ".github/prompts/speckit.*.prompt.md"],
  ["claude", ".claude/commands/*.md"],
  ["", ".specify/templates/commands/*.md"],
];

const templates: Readonly<Partial<Record<AgentTask, TemplateName>>> = {
  specify: "spec-template",
  plan: "plan-template",
  tasks: "tasks-template",
  constitution: "constitution-template",
  checklist: "checklist-template",
};

/**
 * Instructions about what a project has for a step: its template, constitution, command and earlier documents. Of several
 * commands, the one that was installed for the agent's `program` comes first.
 */
export async function projectGuides(
  root: string,
  step: AgentTask,
  args: Readonly<Record<string, unknown>>,
  program = "",
): Promise<string[]> {
  const opened = await openWorkspace(root);
  if (!opened.ok) return [];
  const workspace = opened.value;
  const template = await templateFor(workspace, step);
  const [command] = await commandFilesOf(workspace, step, program);
  const documents = await documentsFor(workspace, step, String(args.spec_directory));
  return [
    ...(template === undefined ? [] : [`Follow the project's template ${template}.`]),
    ...(step !== "constitution" && (await constitutionOf(workspace)) !== undefined
      ? [
          `Follow the project's constitution ${constitutionPath}; it takes precedence over these instructions.`,
        ]
      : []),
    ...(command === undefined
      ? []
      : [
          `The repository has its own instructions for this step in ${command}. Read and follow them; use the folder and the format given here.`,
        ]),
    ...(documents.length === 0 ? [] : [`Read these first: ${documents.join(", ")}.`]),
  ];
}

async function templateFor(workspace: Workspace, step: AgentTask): Promise<string | undefined> {
  const name = templates[step];
  if (name === undefined) return undefined;
  const { source } = await resolveTemplate(workspace, name);
  return source === OWN_TEMPLATE ? undefined : source;
}

/** The project's constitution; undefined if there is none or it is still the template. */
export async function constitutionOf(workspace: Workspace): Promise<string | undefined> {
  const file = await readText(workspace, constitutionPath, { lossy: true });
  return file.ok && !isUntouched(file.value.text) ? file.value.text : undefined;
}

/** The instructions of a spec-kit command, such as `plan` or `git.commit`; those for the agent's program come first. */
export async function commandFilesOf(workspace: Workspace, name: string, program = ""): Promise<string[]> {
  const own = commandFiles.filter(([agent]) => agent === program);
  const others = commandFiles.filter(([agent]) => agent !== program);
  const files: string[] = [];
  for (const [, pattern] of [...own, ...others]) {
    // Skills are folders, and their names have no dots.
    const part = pattern.includes("speckit-*") ? name.replaceAll(".", "-") : name;
    const path = joinPath(literalPath(""), pattern.replace("*", part));
    if (path.ok && (await exists(workspace, path.value))) files.push(path.value);
  }
  return files;
}

/** The documents that earlier steps have written. */
async function documentsFor(workspace: Workspace, step: AgentTask, directory: string): Promise<string[]> {
  if (step === "specify" || step === "constitution") return [];
  const feature = await openFeature(workspace, directory);
  const documents = feature.ok ? await readDocuments(feature.value) : feature;
  if (!documents.ok || !feature.ok) return [];
  const own = step === "plan" || step === "tasks" ? `${step}.md` : "";
  return [...documents.value.files.keys()]
    .filter((name) => name !== own && basename(name) !== "requirements.md")
    .map((name) => `${feature.value.path}/${name}`);
}
