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
import { agentTrustRequest } from "./drivers/open-driver.ts";
import type { ClientSettings, ModelSettings } from "./settings.ts";

export interface ConsentRequest {
  readonly settings: ClientSettings;
  readonly workspace: Workspace;
  /** The checkout in which the agent would work; by default the workspace's root. */
  readonly checkout?: string | undefined;
  readonly person: Person;
  readonly env: NodeJS.ProcessEnv;
  /** `--trust`: do not ask. */
  readonly isTrusted: boolean;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** The agent of the settings; withheld if the project's file chooses it and the user has not allowed it. */
export async function allowedAgent(
  {
    settings,
    workspace,
    checkout = workspace.root,
  }: Pick<ConsentRequest, "settings" | "workspace" | "checkout">,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<ClientSettings>> {
  const trustRequest = settings.agentFromProject
    ? await agentTrustRequest(settings, env, checkout)
    : ok(undefined);
  return decideTrust(workspace.root, settings, trustRequest, env);
}

/** Asks the user about what the project's file would start or connect to. `model` is the `[model]` that may be used. */
export async function askConsent(
  request: ConsentRequest,
): Promise<Result<{ model: ModelSettings | undefined }>> {
  const { settings, env, isTrusted } = request;
  if (isTrusted) return ok({ model: settings.model });
  const { refusal, request: trustRequest } = await allowedAgent(request, env);
  if (refusal && !(trustRequest && (await isGranted(request, trustRequest, describeIntent(trustRequest)))))
    return fail(refusal);
  return ok({ model: await modelWithConsent(request) });
}

/** The model of the project's file needs consent like its agent; if it is declined, the run goes on without it. */
async function modelWithConsent(request: ConsentRequest): Promise<ModelSettings | undefined> {
  const { settings, workspace, env, warn } = request;
  const { use, refusal, request: trustRequest } = await allowedModel(workspace.root, settings, env);
  if (refusal === undefined) return use;
  const what = "This project's hewto.toml uses this model for generated text";
  if (trustRequest && (await isGranted(request, trustRequest, what))) return settings.model;
  const reason = trustRequest ? "you have not allowed it." : refusal.message;
  warn(`[model] of this project's hewto.toml is not used: ${reason}`);
  return undefined;
}

/** Asks the user, and stores the consent. */
export async function isGranted(
  {
    workspace,
    person,
    env,
    signal,
    warn,
  }: Pick<ConsentRequest, "workspace" | "person" | "env" | "signal" | "warn">,
  trustRequest: TrustRequest,
  what: string,
): Promise<boolean> {
  const changed = await changedFiles(workspace.root, trustRequest, env);
  const since = changed.length === 0 ? "" : `\n  Changed since you allowed it: ${changed.join(", ")}`;
  const question = `${what}:\n  ${describeRequest(trustRequest)}${describeFiles(trustRequest)}${since}`;
  if (!(await person.approve(question, signal))) return false;
  const stored = await trust(workspace.root, trustRequest, env, new Date());
  if (!stored.ok) warn(stored.fault.message);
  return true;
}

/** The model of the settings; withheld if the project's file chooses it and the user has not allowed it. */
export async function allowedModel(
  project: string,
  { model, modelFromProject }: Pick<ClientSettings, "model" | "modelFromProject">,
  env: NodeJS.ProcessEnv,
): Promise<TrustDecision<ModelSettings>> {
  const trustRequest = modelFromProject ? await modelTrustRequest(project, model) : ok(undefined);
  return decideTrust(project, model, trustRequest, env);
}

/** What a project's `[model]` would start or connect to. */
async function modelTrustRequest(
  project: string,
  model: ModelSettings,
): Promise<Result<TrustRequest | undefined>> {
  const { backend, command, args, endpoint, api_key_env } = model;
  if (backend === "command" && command !== undefined)
    return ok(await commandRequest({ command, args }, "model", { checkout: project }));
  return backend === "http" && endpoint !== undefined
    ? addressRequest(endpoint, "model", [api_key_env])
    : ok(undefined);
}
