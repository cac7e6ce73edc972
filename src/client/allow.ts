import { ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/root.ts";
import { startedLine } from "./drivers/open-driver.ts";
import type { Person } from "./person.ts";
import type { ClientSettings } from "./settings.ts";
import { isModelAllowed, isTrusted, modelLine, notTrusted, shownLine, trust } from "./trust.ts";

export interface AllowRequest {
  readonly settings: ClientSettings;
  readonly workspace: Workspace;
  readonly person: Person;
  readonly env: NodeJS.ProcessEnv;
  /** `--trust`: nobody need be asked. */
  readonly isFree: boolean;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** A yes for what the project's file would start; `model` says whether its model may be used. */
export async function allow(request: AllowRequest): Promise<Result<{ model: boolean }>> {
  const { settings, workspace, person, env, isFree, signal, warn } = request;
  const started = settings.agentFromProject && !isFree ? await startedLine(settings, env) : ok(undefined);
  if (!started.ok) return started;
  if (started.value && !(await isTrusted(workspace.root, started.value, env))) {
    const said = await person.approve(
      `hewto.toml of this project wants to start:\n  ${shownLine(started.value)}`,
      signal,
    );
    if (!said) return notTrusted(started.value);
    const kept = await trust(workspace.root, started.value, env, new Date());
    if (!kept.ok) warn(kept.fault.message);
  }
  return ok({ model: isFree || (await allowModel(request)) });
}

/** The model of the project's file is asked about like its agent; a no only means to do without it. */
async function allowModel({
  settings,
  workspace,
  person,
  env,
  signal,
  warn,
}: AllowRequest): Promise<boolean> {
  const line = modelLine(settings.model);
  if (line === undefined || (await isModelAllowed(workspace.root, settings, env))) return true;
  const what = `hewto.toml of this project wants its texts written by:\n  ${shownLine(line)}`;
  if (await person.approve(what, signal)) {
    const kept = await trust(workspace.root, line, env, new Date());
    if (!kept.ok) warn(kept.fault.message);
    return true;
  }
  warn("[model] of this project's hewto.toml is not used: you have not allowed it.");
  return false;
}
