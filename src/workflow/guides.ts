import { basename } from "node:path";
import { exists, readText } from "../workspace/files/files.ts";
import { joinPath, literalPath } from "../workspace/paths/paths.ts";
import { openWorkspace, type Workspace } from "../workspace/paths/root.ts";
import { readDocuments } from "./documents.ts";
import { openFeature } from "./feature.ts";
import type { Step } from "./phase.ts";
import { isUntouched } from "./read/placeholders.ts";
import { OWN_TEMPLATE, resolveTemplate } from "./templates/resolve.ts";

export const constitutionPath = literalPath(".specify/memory/constitution.md");

/** Where spec-kit installs its commands for each agent, newest first; `*` is the step. */
const commandFiles = [
  ".claude/skills/speckit-*/SKILL.md",
  ".claude/commands/speckit.*.md",
  ".agents/skills/speckit-*/SKILL.md",
  ".codex/prompts/speckit.*.md",
  ".github/agents/speckit.*.agent.md",
  ".github/prompts/speckit.*.prompt.md",
  ".gemini/commands/speckit.*.toml",
  ".cursor/commands/speckit.*.md",
  ".opencode/command/speckit.*.md",
  ".qwen/commands/speckit.*.toml",
  ".claude/commands/*.md",
  ".specify/templates/commands/*.md",
];

const templates = {
  specify: "spec-template",
  plan: "plan-template",
  tasks: "tasks-template",
} as const;

/** Instructions about what a project has for a step: its template, constitution, command and earlier documents. */
export async function projectGuides(
  root: string,
  step: Step,
  args: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const opened = await openWorkspace(root);
  if (!opened.ok) return [];
  const workspace = opened.value;
  const template = await templateFor(workspace, step);
  const command = await commandFor(workspace, step);
  const documents = await documentsFor(workspace, step, String(args.spec_directory));
  return [
    ...(template === undefined ? [] : [`Follow the project's template ${template}.`]),
    ...((await hasConstitution(workspace))
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

async function templateFor(workspace: Workspace, step: Step): Promise<string | undefined> {
  if (step === "clarify" || step === "implement") return undefined;
  const { source } = await resolveTemplate(workspace, templates[step]);
  return source === OWN_TEMPLATE ? undefined : source;
}

async function hasConstitution(workspace: Workspace): Promise<boolean> {
  const file = await readText(workspace, constitutionPath, { lossy: true });
  return file.ok && !isUntouched(file.value.text);
}

async function commandFor(workspace: Workspace, step: Step): Promise<string | undefined> {
  for (const pattern of commandFiles) {
    const path = joinPath(literalPath(""), pattern.replace("*", step));
    if (path.ok && (await exists(workspace, path.value))) return path.value;
  }
  return undefined;
}

/** The documents that earlier steps have written. */
async function documentsFor(workspace: Workspace, step: Step, directory: string): Promise<string[]> {
  if (step === "specify") return [];
  const feature = await openFeature(workspace, directory);
  const documents = feature.ok ? await readDocuments(feature.value) : feature;
  if (!documents.ok || !feature.ok) return [];
  const own = { specify: "", clarify: "", plan: "plan.md", tasks: "tasks.md", implement: "" }[step];
  return [...documents.value.files.keys()]
    .filter((name) => name !== own && basename(name) !== "requirements.md")
    .map((name) => `${feature.value.path}/${name}`);
}
