import { unattended } from "../../client/answers/handlers.ts";
import { allowedAgent } from "../../client/consent.ts";
import { openDriver } from "../../client/drivers/open-driver.ts";
import { clientSettings } from "../../client/settings.ts";
import { steps } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { describeFiles, describeRequest } from "../../workspace/trust/request.ts";
import type { AgentState } from "../state/model.ts";

/** Checks whether the configured agent answers and has the tools. Does not start one that needs permission first. */
export async function checkAgent(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): Promise<AgentState> {
  const settings = await clientSettings({ workspace, env, file });
  if (!settings.ok) return { kind: "down", reason: settings.fault.message };
  const { refusal, request } = await allowedAgent({ settings: settings.value, workspace }, env);
  if (request) return { kind: "untrusted", line: `${describeRequest(request)}${describeFiles(request)}` };
  if (refusal) return { kind: "down", reason: refusal.message };
  const cwd = workspace.root;
  const opened = await openDriver({
    settings: settings.value,
    services: unattended(workspace),
    workspace,
    cwd,
    env,
    args: {},
    observe: () => {},
  });
  if (!opened.ok) return { kind: "down", reason: opened.fault.message };
  const driver = opened.value;
  try {
    const started = await driver.start();
    if (!started.ok) return { kind: "down", reason: started.fault.message };
    const tools = await driver.tools();
    const available = tools.ok ? steps.filter((step) => tools.value.includes(`speckit.${step}`)).length : 0;
    const name = `${started.value.name} ${started.value.version}`.trim();
    return { kind: "ready", name, tools: available, missing: steps.length - available };
  } finally {
    await driver.close();
  }
}
