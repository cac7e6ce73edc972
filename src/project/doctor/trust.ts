import { allowedTemplates } from "../../artifacts/templates/allowed.ts";
import { allowedAgent, allowedModel } from "../../client/consent.ts";
import { mandatoryHooks } from "../../client/hook-consent.ts";
import type { ClientSettings } from "../../client/settings.ts";
import { allowedEmbedding } from "../../code/operations/embedding.ts";
import { allowedStore } from "../../store/settings.ts";
import { testCommandDecisions } from "../../trace/prove/command/permission.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readNetworkSettings } from "../../workspace/trust/addresses.ts";
import { describeFiles, describeRequest } from "../../workspace/trust/request.ts";
import { type TrustDecision, trust } from "../../workspace/trust/trust.ts";
import { type DoctorFinding, remedyOf } from "./finding.ts";

interface TrustQuestion {
  readonly project: string;
  readonly allowed: TrustDecision<unknown>;
  /** What happens as long as it is not allowed. */
  readonly fallback: string;
}

/**
 * What the project's files ask for and need the user's permission for: a model, an embedding server, templates from
 * the web, the command that runs its tests. `isGranted` (--trust) is that permission.
 */
export async function trustFindings(
  workspace: Workspace,
  settings: ClientSettings | undefined,
  isGranted: boolean,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const findings: DoctorFinding[] = [];
  if ((await readNetworkSettings(workspace, env)).isFromProject) {
    const message =
      "[network] in the project's hewto.toml has no effect: only you decide which servers may be used.";
    findings.push(finding("warning", message, "Set it in your own config.toml, or remove it."));
  }
  for (const question of await questionsOf(workspace, settings, isGranted, env))
    findings.push(...(await answer(question, isGranted, env)));
  return findings;
}

async function questionsOf(
  workspace: Workspace,
  settings: ClientSettings | undefined,
  isGranted: boolean,
  env: NodeJS.ProcessEnv,
): Promise<TrustQuestion[]> {
  const embedding = await allowedEmbedding(workspace, env);
  const store = await allowedStore(workspace, env);
  const templates = await allowedTemplates(workspace, env);
  const tests = await testCommandDecisions(workspace, isGranted, env);
  return [
    // Without --trust, the check of the agent itself reports why it was not started.
    ...(settings && isGranted ? [await allowedAgent({ settings, workspace }, env)] : []),
    // A step names those that it needs; here they can be allowed in advance.
    ...(isGranted ? await mandatoryHooks(workspace, env) : []),
    ...(settings ? [await allowedModel(workspace.root, settings, env)] : []),
    ...(embedding.ok ? [embedding.value] : []),
  ]
    .map(
      (allowed): TrustQuestion => ({
        project: workspace.root,
        allowed,
        fallback: "The local method is used instead.",
      }),
    )
    .concat(
      store.ok
        ? [{ project: workspace.root, allowed: store.value, fallback: "Until then indexes are built here." }]
        : [],
    )
    .concat(
      tests.map((allowed) => ({
        project: workspace.root,
        allowed,
        fallback: "Until then `hewto prove` does not run them.",
      })),
    )
    .concat(
      templates.map((template) => ({ ...template, fallback: "The packaged template is used instead." })),
    );
}

async function answer(
  { project, allowed: { refusal, request }, fallback }: TrustQuestion,
  isGranted: boolean,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  if (refusal === undefined) return [];
  if (!isGranted || !request)
    return [finding("warning", `${refusal.message} ${fallback}`, remedyOf(refusal))];
  const stored = await trust(project, request, env, new Date());
  if (!stored.ok) return [finding("error", stored.fault.message, remedyOf(stored.fault))];
  return [finding("note", `Allowed from now on: ${describeRequest(request)}${describeFiles(request)}.`, "")];
}

function finding(severity: DoctorFinding["severity"], message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity, message, remedy };
}
