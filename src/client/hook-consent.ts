import { fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { layoutOfChange } from "../workflow/changes/formats.ts";
import type { Feature } from "../workflow/feature.ts";
import { extensionsFile, hookFiles, hookName, hooksAround, loadHooks } from "../workflow/hooks/hooks.ts";
import type { Hook } from "../workflow/hooks/read-hooks.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { describeIntent, hookRequest } from "../workspace/trust/request.ts";
import { decideTrust, type TrustDecision } from "../workspace/trust/trust.ts";
import type { Person } from "./answers/person.ts";
import { isGranted } from "./consent.ts";
import type { ClientSettings } from "./settings.ts";

export interface HookChoice {
  readonly step: string;
  readonly feature: Feature;
  readonly workspace: Workspace;
  readonly agent: ClientSettings["agent"];
  readonly person: Person;
  /** `--trust`: mandatory hooks need no permission. */
  readonly isTrusted: boolean;
  /** `--hook`: optional hooks that the user wants. */
  readonly wanted: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/**
 * The hooks that the agent has to run around a step: the mandatory ones, which need the user's permission because they
 * run what the repository brings, and the optional ones that the user said yes to. As in spec-kit, hooks are commands of
 * an agent, so only an agent that follows instructions can run them.
 */
export async function chooseHooks(choice: HookChoice): Promise<Result<Hook[]>> {
  const { step, feature, warn } = choice;
  if ((await layoutOfChange(feature)) !== undefined) return unknownHooks(choice, []);
  const reading = await loadHooks(feature.workspace);
  for (const { line, message } of reading.problems.slice(0, 3)) warn(`${extensionsFile}:${line}: ${message}`);
  const around = hooksAround(reading, step);
  const conditional = around.filter(({ condition }) => condition !== "");
  if (conditional.length > 0)
    warn(
      `Hooks with a condition are left to spec-kit and do not run: ${conditional.map(hookName).join(", ")}.`,
    );
  const hooks = around.filter(({ condition }) => condition === "");
  const unknown = unknownHooks(choice, hooks);
  if (!unknown.ok) return unknown;
  if (choice.agent.kind !== "exec" && choice.agent.kind !== "acp") return withoutAgent(choice, hooks);
  const chosen: Hook[] = [];
  const declined: Hook[] = [];
  for (const hook of hooks) {
    const allowed = hook.isOptional ? ok(await isWanted(choice, hook)) : await isAllowed(choice, hook);
    if (!allowed.ok) return allowed;
    (allowed.value ? chosen : declined).push(hook);
  }
  if (declined.length > 0 && !choice.person.isPresent)
    warn(
      `Optional hooks that did not run: ${declined.map(hookName).join(", ")}. Run one with --hook COMMAND.`,
    );
  return ok(chosen);
}

/** Names of `--hook` that the step does not have. */
function unknownHooks({ wanted, step }: HookChoice, hooks: readonly Hook[]): Result<Hook[]> {
  const names = hooks.map(({ command }) => command);
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return ok([]);
  const known =
    names.length === 0 ? `${step} has no hooks.` : `Its hooks: ${[...new Set(names)].join(", ")}.`;
  const message = `${step} has no hook \`${unknown}\` in ${extensionsFile}.`;
  return fail(fault("invalid_argument", message, didYouMean(unknown, names) || known));
}

/** A server with tools cannot run an agent's commands: the mandatory ones are named, so that nobody misses them. */
function withoutAgent({ step, wanted, warn }: HookChoice, hooks: readonly Hook[]): Result<Hook[]> {
  const named = hooks.filter(({ command, isOptional }) => !isOptional || wanted.includes(command));
  if (named.length > 0)
    warn(
      `${extensionsFile} requires hooks for ${step} that Hewto does not run: ${named.map(hookName).join(", ")}. They are commands of an agent: pass --driver exec or acp.`,
    );
  return ok([]);
}

async function isWanted({ person, wanted, step, signal }: HookChoice, hook: Hook): Promise<boolean> {
  if (wanted.includes(hook.command)) return true;
  if (!person.isPresent) return false;
  const when = hook.event.startsWith("before_") ? "Before" : "After";
  const about = hook.description === "" ? "" : `\n  ${hook.description}`;
  const question = `${when} ${step}, the extension ${hook.extension} offers \`${hook.command}\`: ${hook.prompt}${about}`;
  return person.approve(question, signal);
}

async function isAllowed(choice: HookChoice, hook: Hook): Promise<Result<boolean>> {
  if (choice.isTrusted) return ok(true);
  const { workspace, feature, env } = choice;
  const { refusal, request } = await decideHook({ workspace, checkout: feature.workspace, env }, hook);
  if (refusal === undefined) return ok(true);
  const isYes = request !== undefined && (await isGranted(choice, request, describeIntent(request)));
  return isYes ? ok(true) : fail(refusal);
}

/** Whether the user has allowed a mandatory hook with exactly the files that it brings now. */
async function decideHook(
  { workspace, checkout, env }: { workspace: Workspace; checkout: Workspace; env: NodeJS.ProcessEnv },
  hook: Hook,
): Promise<TrustDecision<Hook>> {
  const files = await hookFiles(checkout, hook);
  const request = await hookRequest(hook.command, extensionsFile, checkout.root, files);
  return decideTrust(workspace.root, hook, ok(request), env);
}

/** For `doctor --trust`: the mandatory hooks of all steps, each command once. */
export async function mandatoryHooks(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<Hook>[]> {
  const { hooks } = await loadHooks(workspace);
  const mandatory = hooks.filter(({ isOptional, condition }) => !isOptional && condition === "");
  const byCommand = new Map(mandatory.map((hook) => [hook.command, hook]));
  return Promise.all(
    [...byCommand.values()].map((hook) => decideHook({ workspace, checkout: workspace, env }, hook)),
  );
}
