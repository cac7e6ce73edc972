import { ok, type Result } from "../../kernel/result.ts";
import type { Hook } from "../../workflow/hooks/read-hooks.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { isProgramOnPath } from "../../workspace/process/run.ts";
import {
  addressRequest,
  type CommandLine,
  commandRequest,
  type TrustRequest,
} from "../../workspace/trust/request.ts";
import { type ClientServices, clientCapabilities, requestHandlers } from "../answers/handlers.ts";
import { type Credentials, loadCredentials, saveCredentials } from "../auth/credentials.ts";
import { oauthAuthorizer } from "../auth/oauth.ts";
import { AgentSession, type SessionOptions } from "../session/session.ts";
import type { ClientSettings } from "../settings.ts";
import { httpTransport } from "../transports/http.ts";
import { stdioTransport } from "../transports/stdio.ts";
import type { Transport } from "../transports/transport.ts";
import { acpDriver } from "./acp-driver.ts";
import { headlessAgents } from "./agents.ts";
import type { AgentDriver, Observe } from "./driver.ts";
import { agentCommandLine, execDriver, featureEnvironment } from "./exec-driver.ts";

export interface DriverRequest {
  readonly settings: ClientSettings;
  readonly services: ClientServices;
  readonly workspace: Workspace;
  /** The working directory of the agent: the checkout that holds the feature. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args: Readonly<Record<string, unknown>>;
  readonly observe: Observe;
  /** Hooks of spec-kit's extensions that the agent has to run. */
  readonly hooks?: readonly Hook[];
}

const maxHandshakeSeconds = 30;

/** The driver of the settings. Nothing is started yet. */
export async function openDriver(request: DriverRequest): Promise<Result<AgentDriver>> {
  const { settings, cwd, observe, workspace, args } = request;
  const { agent, mcp } = settings;
  const env = { ...request.env, ...featureEnvironment(args) };
  const session: SessionOptions = {
    capabilities: clientCapabilities(mcp.capabilities),
    serves: requestHandlers(request.services),
    initializeMs: Math.min(maxHandshakeSeconds, mcp.timeout_seconds) * 1000,
    observe,
    legacyNames: mcp.cancel === "both",
    legacyShutdown: agent.kind !== "mcp-http" || mcp.legacy_shutdown,
  };
  if (agent.kind === "builtin")
    return ok(mcpDriver(stdioTransport({ ...builtinCommand(workspace), cwd, env }), session));
  if (agent.kind === "mcp-stdio") {
    const { command, args: commandArgs } = agent;
    const transport = stdioTransport({ command, args: commandArgs, cwd, env: { ...env, ...agent.env } });
    return ok(mcpDriver(transport, session));
  }
  if (agent.kind === "mcp-http") {
    const { endpoint, headers } = agent;
    const authorizer = await authorizerFor(endpoint, request);
    return ok(mcpDriver(httpTransport(endpoint, headers, authorizer), session));
  }
  const line = await agentCommandLine(agent, env, agent.kind);
  if (!line.ok) return line;
  if (agent.kind === "exec") return ok(execDriver(line.value, cwd, env, observe, request.hooks));
  const { command, args: commandArgs } = line.value;
  const transport = stdioTransport({ command, args: commandArgs, cwd, env: { ...env, ...agent.env } });
  const permit = permissionFrom(request.services);
  const server = { command: process.execPath, args: [process.argv[1] ?? "", "mcp", "--workspace", cwd] };
  return ok(
    acpDriver(transport, {
      cwd,
      initializeMs: session.initializeMs,
      server,
      permit,
      observe,
      hooks: request.hooks,
    }),
  );
}

/** An agent that supports MCP and has the `speckit.*` tools. */
function mcpDriver(transport: Transport, options: SessionOptions): AgentDriver {
  const session = new AgentSession(transport, options);
  return {
    start: () => session.open(),
    tools: async () => {
      const listed = await session.tools(options.initializeMs);
      return listed.ok ? ok(listed.value.map(({ name }) => name)) : listed;
    },
    run: (step, args, limits) => session.call(`speckit.${step}`, { ...args }, limits),
    close: (now) => session.close(now),
  };
}

/** Permission for the actions of an agent: given in advance, once, or for the rest of the run. */
function permissionFrom({ person, approved }: ClientServices) {
  let isGranted = approved;
  return async (what: string, signal: AbortSignal): Promise<boolean> => {
    if (isGranted) return true;
    if (!person.permit) return person.approve(what, signal);
    const allow = await person.permit(what, signal);
    isGranted = allow === "run";
    return allow !== "no";
  };
}

/** Authorization at an agent behind HTTP, with stored credentials or through the browser. */
async function authorizerFor(endpoint: string, { services, env, observe }: DriverRequest) {
  if (!URL.canParse(endpoint)) return undefined;
  const stored = await loadCredentials(endpoint, env);
  const { browse } = services.person;
  if (!browse && !stored.tokens) return undefined;
  const store = async (credentials: Credentials) => {
    const saved = await saveCredentials(endpoint, credentials, env);
    if (!saved.ok) observe({ kind: "note", text: saved.fault.message });
  };
  return oauthAuthorizer({ endpoint, browser: browse, stored, store });
}

/** The known agents that are installed, as a hint for a program that was not found. */
export async function agentsOnPath(env: NodeJS.ProcessEnv): Promise<string> {
  const installed = await Promise.all(
    headlessAgents.map(async ({ id, command }) => ((await isProgramOnPath(command, env)) ? [id] : [])),
  );
  const ids = installed.flat();
  return ids.length === 0
    ? "None of the known agents is installed; --driver builtin needs none."
    : `Installed: ${ids.join(", ")} (--driver exec --agent ${ids[0]}).`;
}

/** Our own server as a child process: the same program with the same Node. */
export function builtinCommand(workspace: Workspace): CommandLine {
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

/** The program that the settings would start, or the address that they would connect to; undefined for the builtin. */
export async function agentTrustRequest(
  { agent }: ClientSettings,
  env: NodeJS.ProcessEnv,
  checkout: string,
): Promise<Result<TrustRequest | undefined>> {
  if (agent.kind === "builtin") return ok(undefined);
  if (agent.kind === "mcp-http")
    return addressRequest(agent.endpoint, "agent", Object.keys(agent.headers).sort());
  const line = agent.kind === "mcp-stdio" ? ok(agent) : await agentCommandLine(agent, env, agent.kind);
  return line.ok ? ok(await commandRequest(line.value, agent.kind, { checkout })) : line;
}
