import { fail, ok, type Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import {
  addressRequest,
  commandRequest,
  describeFiles,
  describeIntent,
  describeRequest,
  type TrustRequest,
} from "../workspace/trust/request.ts";
import { changedFiles, decideTrust, type TrustDecision, trust } from "../workspace/trust/trust.ts";
import type { Person } from "./answers/person.ts";
import { agentWish } from "./drivers/open-driver.ts";
import type { ClientSettings, ModelSettings } from "./settings.ts";

export interface AllowRequest {
  readonly settings: ClientSettings;
  readonly workspace: Workspace;
  /** The checkout that the agent would work in; the workspace's root by default. */
  readonly checkout?: string | undefined;
  readonly person: Person;
  readonly env: NodeJS.ProcessEnv;
  /** `--trust`: nobody need be asked. */
  readonly isFree: boolean;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** The agent of the settings, judged by whether a person has allowed what the project's file says of it. */
export async function allowedAgent(
  {
    settings,
    workspace,
    checkout = workspace.root,
  }: Pick<AllowRequest, "settings" | "workspace" | "checkout">,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<ClientSettings>> {
  const wish = settings.agentFromProject ? await agentWish(settings, env, checkout) : ok(undefined);
  return decideTrust(workspace.root, settings, wish, env);
}

/** A yes for what the project's file would start or talk to; `model` is what of its `[model]` may be used. */
export async function allow(request: AllowRequest): Promise<Result<{ model: ModelSettings | undefined }>> {
  const { settings, env, isFree } = request;
  if (isFree) return ok({ model: settings.model });
  const { refusal: withheld, request: wish } = await allowedAgent(request, env);
  if (withheld && !(wish && (await isGranted(request, wish, describeIntent(wish))))) {
    const free = wish ? "Add --trust to allow it for this run. " : "";
    return fail({ ...withheld, remedy: `${free}${withheld.remedy}` });
  }
  return ok({ model: await modelAfterAsking(request) });
}

/** The model of the project's file is asked about like its agent; a no only means to do without it. */
async function modelAfterAsking(request: AllowRequest): Promise<ModelSettings | undefined> {
  const { settings, workspace, env, warn } = request;
  const { use, refusal: withheld, request: wish } = await allowedModel(workspace.root, settings, env);
  if (withheld === undefined) return use;
  const what = "hewto.toml of this project wants its texts written by";
  if (wish && (await isGranted(request, wish, what))) return settings.model;
  const why = wish ? "you have not allowed it." : withheld.message;
  warn(`[model] of this project's hewto.toml is not used: ${why}`);
  return undefined;
}

/** Asks the person, and remembers a yes. */
async function isGranted(
  { workspace, person, env, signal, warn }: AllowRequest,
  wish: TrustRequest,
  what: string,
): Promise<boolean> {
  const changed = await changedFiles(workspace.root, wish, env);
  const since = changed.length === 0 ? "" : `\n  Changed since you allowed it: ${changed.join(", ")}`;
  const question = `${what}:\n  ${describeRequest(wish)}${describeFiles(wish)}${since}`;
  if (!(await person.approve(question, signal))) return false;
  const kept = await trust(workspace.root, wish, env, new Date());
  if (!kept.ok) warn(kept.fault.message);
  return true;
}

/** The model that may be used here. */
export async function allowedModel(
  project: string,
  { model, modelFromProject }: Pick<ClientSettings, "model" | "modelFromProject">,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<ModelSettings>> {
  const wish = modelFromProject ? await modelWish(project, model) : ok(undefined);
  return decideTrust(project, model, wish, env);
}

/** What a project's `[model]` would start or talk to. */
async function modelWish(project: string, model: ModelSettings): Promise<Result<TrustRequest | undefined>> {
  const { backend, command, args, endpoint, api_key_env } = model;
  if (backend === "command" && command !== undefined)
    return ok(await commandRequest({ command, args }, "model", { checkout: project }));
  return backend === "http" && endpoint !== undefined
    ? addressRequest(endpoint, "model", [api_key_env])
    : ok(undefined);
}
