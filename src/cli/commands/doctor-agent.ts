import { nobody } from "../../client/answers/person.ts";
import { allowedAgent } from "../../client/consent.ts";
import { openDriver } from "../../client/drivers/open-driver.ts";
import { describeAgent, unavailable } from "../../client/run/run.ts";
import type { ClientSettings } from "../../client/settings.ts";
import { type Fault, faultText } from "../../kernel/fault.ts";
import { steps } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** What a handshake with the configured agent showed. */
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
  readonly error?: string;
}

export async function checkAgent(
  settings: ClientSettings,
  workspace: Workspace,
  terminal: Terminal,
): Promise<AgentReport> {
  const label = describeAgent(settings);
  const { refusal: withheld } = await allowedAgent({ settings, workspace }, terminal.env);
  if (withheld) return failed(withheld, label);
  const service = { workspace, person: nobody, model: undefined, byHand: false, approved: false };
  const driver = await openDriver({
    settings,
    service,
    workspace,
    cwd: workspace.root,
    env: terminal.env,
    args: {},
    observe: () => {},
  });
  if (!driver.ok) return failed(driver.fault, label);
  const began = performance.now();
  try {
    const started = await driver.value.start();
    if (!started.ok) return failed(started.fault, label);
    const handshake = Math.round(performance.now() - began);
    const tools = await driver.value.tools();
    if (!tools.ok) return failed(tools.fault, label);
    const missing = steps.map((step) => `speckit.${step}`).filter((tool) => !tools.value.includes(tool));
    const { name, version: agentVersion, protocolVersion } = started.value;
    const error =
      missing.length > 0
        ? { error: `${name} lacks ${missing.join(", ")}. Use --driver builtin or exec for those.` }
        : {};
    return {
      ok: missing.length === 0,
      driver: label,
      name,
      version: agentVersion,
      protocol_version: protocolVersion,
      tools: tools.value,
      missing,
      handshake_ms: handshake,
      ...error,
    };
  } finally {
    await driver.value.close();
  }
}

export function failed(why: Fault, driver: string): AgentReport {
  const { error } = unavailable(why);
  const message = error ? `${error.message} ${error.hint}`.trim() : faultText(why);
  return {
    ok: false,
    driver,
    name: "",
    version: "",
    protocol_version: "",
    tools: [],
    missing: steps.map((step) => `speckit.${step}`),
    error: message,
  };
}
