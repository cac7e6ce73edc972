import { allowedTemplates } from "../../artifacts/templates/allowed.ts";
import { allowedAgent, allowedModel } from "../../client/consent.ts";
import type { ClientSettings } from "../../client/settings.ts";
import { allowedEmbedding } from "../../code/operations/embedding.ts";
import type { DoctorFinding } from "../../project/doctor/finding.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { readNetworkSettings } from "../../workspace/trust/addresses.ts";
import { describeFiles, describeRequest } from "../../workspace/trust/request.ts";
import { type TrustDecision, trust } from "../../workspace/trust/trust.ts";

/**
 * What the project's files want in addition to an agent and do not get before a yes: a model, an embedding server,
 * templates from the web. With `--trust` this is the yes.
 */
export async function trustFindings(
  workspace: Workspace,
  settings: ClientSettings | undefined,
  isGiven: boolean,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const embedding = await allowedEmbedding(workspace, env);
  // Without a yes the check of the agent itself says why it is not started.
  const agent = settings && isGiven ? [await allowedAgent({ settings, workspace }, env)] : [];
  const wanted: { project: string; allowed: TrustDecision<unknown>; instead: string }[] = [
    ...agent,
    ...(settings ? [await allowedModel(workspace.root, settings, env)] : []),
    ...(embedding.ok ? [embedding.value] : []),
  ].map((allowed) => ({ project: workspace.root, allowed, instead: "The local method" }));
  for (const { project, allowed } of await allowedTemplates(workspace, env))
    wanted.push({ project, allowed, instead: "The packaged template" });
  const findings: DoctorFinding[] = [];
  if ((await readNetworkSettings(workspace, env)).isProjects) {
    const message =
      "[network] of this project's hewto.toml has no effect: which servers may be asked is up to you.";
    findings.push(finding("warning", message, "Set it in your own config.toml, or take it out."));
  }
  for (const { project, allowed, instead } of wanted) {
    const { refusal: withheld, request: wish } = allowed;
    if (withheld === undefined) continue;
    const kept = isGiven && wish ? await trust(project, wish, env, new Date()) : undefined;
    if (kept && !kept.ok) findings.push(finding("error", kept.fault.message, kept.fault.remedy));
    if (kept?.ok && wish)
      findings.push(
        finding("note", `Allowed from now on: ${describeRequest(wish)}${describeFiles(wish)}.`, ""),
      );
    if (kept) continue;
    findings.push(finding("warning", `${withheld.message} ${instead} is used instead.`, withheld.remedy));
  }
  return findings;
}

function finding(severity: DoctorFinding["severity"], message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity, message, remedy };
}
