import { fail, ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/root.ts";
import { startedLine } from "./drivers/open-driver.ts";
import type { Person } from "./person.ts";
import type { ClientSettings, ModelSettings } from "./settings.ts";
import { allowedModel, type CommandLine, isTrusted, notTrusted, shownLine, trust, wishOf } from "./trust.ts";

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

/** A yes for what the project's file would start or talk to; `model` is what of its `[model]` may be used. */
export async function allow(request: AllowRequest): Promise<Result<{ model: ModelSettings | undefined }>> {
  const { settings, workspace, env, isFree } = request;
  const started = settings.agentFromProject && !isFree ? await startedLine(settings, env) : ok(undefined);
  if (!started.ok) return started;
  const line = started.value;
  if (
    line &&
    !(await isTrusted(workspace.root, line, env)) &&
    !(await isGranted(request, line, wishOf(line)))
  ) {
    const refused = notTrusted(line);
    return fail({ ...refused, remedy: `Add --trust to allow it for this run. ${refused.remedy}` });
  }
  return ok({ model: isFree ? settings.model : await modelAfterAsking(request) });
}

/** The model of the project's file is asked about like its agent; a no only means to do without it. */
async function modelAfterAsking(request: AllowRequest): Promise<ModelSettings | undefined> {
  const { settings, workspace, env, warn } = request;
  const { use, needs } = await allowedModel(workspace.root, settings, env);
  if (use || !needs) return use;
  const what = "hewto.toml of this project wants its texts written by";
  if (await isGranted(request, needs, what)) return settings.model;
  warn("[model] of this project's hewto.toml is not used: you have not allowed it.");
  return undefined;
}

/** Asks the person, and remembers a yes. */
async function isGranted(
  { workspace, person, env, signal, warn }: AllowRequest,
  line: CommandLine,
  what: string,
): Promise<boolean> {
  if (!(await person.approve(`${what}:\n  ${shownLine(line)}`, signal))) return false;
  const kept = await trust(workspace.root, line, env, new Date());
  if (!kept.ok) warn(kept.fault.message);
  return true;
}
