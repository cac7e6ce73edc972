import { ok, type Result } from "../../kernel/result.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import {
  addressRequest,
  type CommandLine,
  commandRequest,
  type TrustRequest,
} from "../../workspace/trust/request.ts";
import { capabilitiesOf, type Service, serviceFor } from "../answers/handlers.ts";
import { type Access, keepAccess, readAccess } from "../auth/credentials.ts";
import { oauthAuthorizer } from "../auth/oauth.ts";
import type { SessionOptions } from "../session/session.ts";
import type { ClientSettings } from "../settings.ts";
import { httpLink } from "../transports/http.ts";
import { stdioLink } from "../transports/stdio.ts";
import { acpDriver } from "./acp-driver.ts";
import { headlessAgents } from "./agents.ts";
import type { AgentDriver, Observe } from "./driver.ts";
import { execDriver, execLine, featureEnvironment } from "./exec-driver.ts";
import { mcpDriver } from "./mcp-driver.ts";

export interface DriverRequest {
  readonly settings: ClientSettings;
  readonly service: Service;
  readonly workspace: Workspace;
  /** Where the agent works: the checkout that holds the feature. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args: Readonly<Record<string, unknown>>;
  readonly observe: Observe;
}

/** Longest wait for the handshake. */
const HANDSHAKE_SECONDS = 30;

/** The driver that the settings ask for. Nothing is started yet. */
export async function openDriver(request: DriverRequest): Promise<Result<AgentDriver>> {
  const { settings, cwd, observe, workspace, args } = request;
  const { agent, mcp } = settings;
  const env = { ...request.env, ...featureEnvironment(args) };
  const session: SessionOptions = {
    capabilities: capabilitiesOf(mcp.capabilities),
    serves: serviceFor(request.service),
    initializeMs: Math.min(HANDSHAKE_SECONDS, mcp.timeout_seconds) * 1000,
    observe,
    legacyNames: mcp.cancel === "both",
    legacyShutdown: agent.kind !== "mcp-http" || mcp.legacy_shutdown,
  };
  if (agent.kind === "builtin")
    return ok(mcpDriver(stdioLink({ ...builtinLine(workspace), cwd, env }), session));
  if (agent.kind === "mcp-stdio") {
    const { command, args: words } = agent;
    return ok(mcpDriver(stdioLink({ command, args: words, cwd, env: { ...env, ...agent.env } }), session));
  }
  if (agent.kind === "mcp-http") {
    const { endpoint, headers } = agent;
    const authorizer = await authorizerFor(endpoint, request);
    return ok(mcpDriver(httpLink(endpoint, headers, authorizer), session));
  }
  const line = await execLine(agent, env, agent.kind);
  if (!line.ok) return line;
  if (agent.kind === "exec") return ok(execDriver(line.value, cwd, env, observe));
  const { command, args: words } = line.value;
  const link = stdioLink({ command, args: words, cwd, env: { ...env, ...agent.env } });
  const permit = leaveFor(request.service);
  const server = { command: process.execPath, args: [process.argv[1] ?? "", "mcp", "--workspace", cwd] };
  return ok(acpDriver(link, { cwd, initializeMs: session.initializeMs, server, permit, observe }));
}

/** Leave for what an agent wants to do: given beforehand, once, or for the rest of the run. */
function leaveFor({ person, approved }: DriverRequest["service"]) {
  let isGiven = approved;
  return async (what: string, signal: AbortSignal): Promise<boolean> => {
    if (isGiven) return true;
    if (!person.permit) return person.approve(what, signal);
    const allow = await person.permit(what, signal);
    isGiven = allow === "run";
    return allow !== "no";
  };
}

/** Access to an agent behind HTTP: what the person was granted earlier, else what they are granted now. */
async function authorizerFor(endpoint: string, { service, env, observe }: DriverRequest) {
  if (!URL.canParse(endpoint)) return undefined;
  const kept = await readAccess(endpoint, env);
  const { browse } = service.person;
  if (!browse && !kept.tokens) return undefined;
  const keep = async (access: Access) => {
    const done = await keepAccess(endpoint, access, env);
    if (!done.ok) observe({ kind: "note", text: done.fault.message });
  };
  return oauthAuthorizer({ endpoint, browser: browse, kept, keep });
}

/** What else could do the work, for a program that is not there. */
export async function agentsOnPath(env: NodeJS.ProcessEnv): Promise<string> {
  const found = await Promise.all(
    headlessAgents.map(async ({ id, command }) => ((await isProgramOnPath(command, env)) ? [id] : [])),
  );
  const ids = found.flat();
  return ids.length === 0
    ? "None of the agents that we know is installed; --driver builtin needs none."
    : `Installed here: ${ids.join(", ")} (--driver exec --agent ${ids[0]}).`;
}

/** Our own server over real stdio: the same program, the same Node. */
export function builtinLine(workspace: Workspace): CommandLine {
  return {
    command: process.execPath,
    args: [
      process.argv[1] ?? "",
      "mcp",
      "--profile",
      "speckit",
      "--reader",
      "person",
      "--workspace",
      workspace.root,
    ],
  };
}

/** What the settings would start that is not our own program, or the address of the agent that they would talk to. */
export async function agentWish(
  { agent }: ClientSettings,
  env: NodeJS.ProcessEnv,
  checkout: string,
): Promise<Result<TrustRequest | undefined>> {
  if (agent.kind === "builtin") return ok(undefined);
  if (agent.kind === "mcp-http")
    return addressRequest(agent.endpoint, "agent", Object.keys(agent.headers).sort());
  const line = agent.kind === "mcp-stdio" ? ok(agent) : await execLine(agent, env, agent.kind);
  return line.ok ? ok(await commandRequest(line.value, agent.kind, { checkout })) : line;
}
