import { unattended } from "../../client/answers/handlers.ts";
import { allowedAgent } from "../../client/consent.ts";
import { openDriver } from "../../client/drivers/open-driver.ts";
import { describeAgent, unavailable } from "../../client/run/run.ts";
import type { ClientSettings } from "../../client/settings.ts";
import { type Fault, faultText } from "../../kernel/fault.ts";
import { steps } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { remedyOf } from "./finding.ts";

/** The result of a handshake with the configured agent. */
export interface AgentReport {
  readonly ok: boolean;
  readonly driver: string;
  readonly name: string;
  readonly version: string;
  readonly protocol_version: string;
  readonly tools: readonly string[];
  /** The `speckit.*` tools that it lacks. */
  readonly missing: readonly string[];
  readonly handshake_ms?: number;
  readonly error?: string | undefined;
}

const stepTools = steps.map((step) => `speckit.${step}`);

export async function checkAgent(
  settings: ClientSettings,
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
): Promise<AgentReport> {
  const label = describeAgent(settings);
  const { refusal } = await allowedAgent({ settings, workspace }, env);
  if (refusal) return failedAgent(refusal, label);
  const driver = await openDriver({
    settings,
    services: unattended(workspace),
    workspace,
    cwd: workspace.root,
    env,
    args: {},
    observe: () => {},
  });
  if (!driver.ok) return failedAgent(driver.fault, label);
  const startedAt = performance.now();
  try {
    const agent = await driver.value.start();
    if (!agent.ok) return failedAgent(agent.fault, label);
    const handshake_ms = Math.round(performance.now() - startedAt);
    const tools = await driver.value.tools();
    if (!tools.ok) return failedAgent(tools.fault, label);
    const missing = stepTools.filter((tool) => !tools.value.includes(tool));
    const { name, version, protocolVersion: protocol_version } = agent.value;
    const ok = missing.length === 0;
    const error = ok
      ? undefined
      : `${name} lacks ${missing.join(", ")}. Use --driver builtin or exec for those.`;
    return {
      ok,
      driver: label,
      name,
      version,
      protocol_version,
      tools: tools.value,
      missing,
      handshake_ms,
      error,
    };
  } finally {
    await driver.value.close();
  }
}

/** The report for an agent that cannot be started. */
export function failedAgent(fault: Fault, driver: string): AgentReport {
  const worded = { ...fault, remedy: remedyOf(fault) };
  const { error } = unavailable(worded);
  return {
    ok: false,
    driver,
    name: "",
    version: "",
    protocol_version: "",
    tools: [],
    missing: stepTools,
    error: error ? `${error.message} ${error.hint}`.trim() : faultText(worded),
  };
}
