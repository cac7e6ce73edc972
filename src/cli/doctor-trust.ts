import type { ClientSettings } from "../client/settings.ts";
import { type Allowed, allowedModel, notTrusted, trust } from "../client/trust.ts";
import { allowedEmbedding } from "../operations/code/embedding.ts";
import type { DoctorFinding } from "../operations/doctor/finding.ts";
import type { Workspace } from "../workspace/root.ts";

/**
 * What the project's file wants beside its agent and is not given before a yes: its model and its embedding server.
 * With `--trust` this is the yes.
 */
export async function trustFindings(
  workspace: Workspace,
  settings: ClientSettings | undefined,
  isGiven: boolean,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const embedding = await allowedEmbedding(workspace, env);
  const wanted: Allowed<unknown>[] = [
    ...(settings ? [await allowedModel(workspace.root, settings, env)] : []),
    ...(embedding.ok ? [embedding.value] : []),
  ];
  const findings: DoctorFinding[] = [];
  for (const { use, needs } of wanted) {
    if (needs === undefined) continue;
    const kept = isGiven ? await trust(workspace.root, needs, env, new Date()) : undefined;
    if (kept && !kept.ok) findings.push(finding("error", kept.fault.message, kept.fault.remedy));
    if (kept || use !== undefined) continue;
    const { message, remedy } = notTrusted(needs);
    findings.push(finding("warning", `${message} The local method is used instead.`, remedy));
  }
  return findings;
}

function finding(severity: DoctorFinding["severity"], message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity, message, remedy };
}
