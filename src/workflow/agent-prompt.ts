import { openWorkspace } from "../workspace/paths/root.ts";
import { layoutOfChange } from "./changes/formats.ts";
import { changeAgentPrompt } from "./changes/prompts.ts";
import { openFeature } from "./feature.ts";
import { projectGuides } from "./guides.ts";
import { hookGuides } from "./hooks/hooks.ts";
import type { Hook } from "./hooks/read-hooks.ts";
import { type AgentTask, isReview } from "./phase.ts";
import { agentPrompt } from "./prompts.ts";
import { reviewPrompt } from "./review/prompt.ts";

/** Who is asked, and what else it has to do. */
export interface PromptOptions {
  /** The agent's program. */
  readonly program?: string;
  /** Hooks of spec-kit's extensions that the user allowed. */
  readonly hooks?: readonly Hook[];
}

/** The prompt for an agent that edits files itself: the format, the folder, and what the project has for this step. */
export async function promptFor(
  root: string,
  step: AgentTask,
  args: Readonly<Record<string, unknown>>,
  { program = "", hooks = [] }: PromptOptions = {},
): Promise<string> {
  const workspace = await openWorkspace(root);
  const feature = workspace.ok ? await openFeature(workspace.value, String(args.spec_directory)) : workspace;
  if (isReview(step)) {
    if (!feature.ok) throw new Error(feature.fault.message); // the run has opened it before
    const around = await hookGuides(feature.value.workspace, hooks, program);
    return reviewPrompt(feature.value, step, args, { program, around });
  }
  if (feature.ok && (await layoutOfChange(feature.value)) !== undefined) {
    const { workspace: checkout, folder, path } = feature.value;
    return changeAgentPrompt(checkout, step, { id: folder, path }, args);
  }
  const guides = await projectGuides(root, step, args, program);
  const around = workspace.ok ? await hookGuides(workspace.value, hooks, program) : [];
  return agentPrompt(step, args, [...guides, ...around]);
}
