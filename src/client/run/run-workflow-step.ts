import type { Fault } from "../../kernel/fault.ts";
import { ok, type Result } from "../../kernel/result.ts";
import type { Feature } from "../../workflow/feature.ts";
import { type CreatedFeature, withdrawFeature } from "../../workflow/new-feature.ts";
import { modelOf } from "../answers/model.ts";
import type { Person } from "../answers/person.ts";
import { askConsent } from "../consent.ts";
import { chooseHooks } from "../hook-consent.ts";
import { clientSettings, type SettingsRequest } from "../settings.ts";
import { type RunRequest, type RunResult, runStep, unavailable } from "./run.ts";

export interface WorkflowStepRequest
  extends Pick<
    RunRequest,
    "step" | "workspace" | "env" | "clock" | "signal" | "force" | "onIdleTimer" | "onEvent" | "wordFault"
  > {
  /** Arguments of the tool, without `spec_directory`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The feature, or how to create it: a new one is created only after the user has allowed the agent. */
  readonly feature: Feature | (() => Promise<Result<CreatedFeature>>);
  /** `--config FILE`. */
  readonly configFile: string | undefined;
  /** Values of `[mcp]` from the command line. */
  readonly flags?: SettingsRequest["flags"];
  readonly person: Person;
  /** Start what the project's configuration names without asking. */
  readonly trusted: boolean;
  /** Approve all prompts and permission requests of the agent. */
  readonly approved: boolean;
  /** Optional hooks that the user wants to run, by command. */
  readonly hooks?: readonly string[] | undefined;
  readonly warn: (message: string) => void;
}

export interface WorkflowStepResult extends RunResult {
  /** The feature of the run; undefined when the agent was refused before a new one was created. */
  readonly feature: Feature | undefined;
}

/**
 * Runs one step of the workflow with the configured agent: settings, permission, a new feature where one is asked
 * for, the agent, and withdrawal of the new feature when the step is not done. `hewto run` and the terminal app
 * both use it. A fault means that the step was not started.
 */
export async function runWorkflowStep(request: WorkflowStepRequest): Promise<Result<WorkflowStepResult>> {
  const { args, workspace, env, signal, person, approved, warn } = request;
  const loaded = await clientSettings({ workspace, env, file: request.configFile, flags: request.flags });
  if (!loaded.ok) return loaded;
  const settings = loaded.value;
  for (const warning of settings.warnings) warn(warning);
  const existing = typeof request.feature === "function" ? undefined : request.feature;
  const allowIn = (checkout: string) =>
    askConsent({ settings, workspace, checkout, person, env, isTrusted: request.trusted, signal, warn });
  const refuse = async (fault: Fault) => {
    const worded = request.wordFault === undefined ? fault : await request.wordFault(fault);
    return ok({ outcome: unavailable(worded), log: "", feature: existing });
  };

  const checkout = existing?.workspace.root ?? workspace.root;
  const allowed = await allowIn(checkout);
  if (!allowed.ok) return refuse(allowed.fault);
  const opened = await openOrCreate(request.feature);
  if (!opened.ok) return opened;
  const feature = opened.value;
  if (feature.excluded !== undefined)
    warn(`Updated ${feature.excluded}, so that git status does not list the worktrees.`);

  // A new worktree has the scripts of the last commit, which may differ from those that were just allowed.
  const isElsewhere = feature.workspace.root !== checkout;
  const allowedThere = isElsewhere ? await allowIn(feature.workspace.root) : allowed;
  if (!allowedThere.ok) {
    await withdrawFeature(feature);
    return refuse(allowedThere.fault);
  }
  const hooks = await chooseHooks({
    step: request.step,
    feature,
    workspace,
    agent: settings.agent,
    person,
    isTrusted: request.trusted,
    wanted: request.hooks ?? [],
    env,
    signal,
    warn,
  });
  if (!hooks.ok) {
    await withdrawFeature(feature);
    return refuse(hooks.fault);
  }
  const { model } = allowed.value;
  const result = await runStep({
    ...request,
    hooks: hooks.value,
    args: { ...args, spec_directory: feature.directory },
    cwd: feature.workspace.root,
    settings,
    services: {
      workspace,
      person,
      model: model && modelOf(model, workspace.root, env),
      isModelByHand: settings.model.backend === "editor",
      approved,
    },
  });
  if (result.outcome.state !== "done") await withdrawFeature(feature);
  return ok({ ...result, feature });
}

/** An existing feature has no new folders to withdraw. */
async function openOrCreate(feature: WorkflowStepRequest["feature"]): Promise<Result<CreatedFeature>> {
  return typeof feature === "function" ? feature() : ok({ ...feature, folders: [] });
}
