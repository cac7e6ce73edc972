import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { isHttpAddress, leadsToLoopback, notHttpAddress } from "../kernel/loopback.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { specTuiNames } from "../workflow/settings.ts";
import { type Config, loadConfig } from "../workspace/config/config.ts";
import type { Workspace } from "../workspace/paths/root.ts";

export const driverKinds = ["builtin", "mcp-stdio", "mcp-http", "exec", "acp"] as const;
export type DriverKind = (typeof driverKinds)[number];

/** `[mcp]`: which agent does the work, and how long it may take. */
export const McpSettings = z.object({
  driver: z
    .enum(driverKinds)
    .optional()
    .describe("How to reach the agent; follows from the other keys if left out"),
  transport: z.string().optional().describe("stdio or http"),
  type: z.string().optional().describe("Another name for transport"),
  command: z.string().min(1).optional().describe("Command to spawn the MCP server"),
  args: z.array(z.string()).optional().describe("Arguments for MCP mode"),
  env: z.record(z.string(), z.string()).default({}).describe("Variables for the agent, beside our own"),
  endpoint: z.string().refine(isHttpAddress, notHttpAddress).optional().describe("Address of the MCP server"),
  headers: z.record(z.string(), z.string()).default({}).describe("Headers for the MCP server"),
  agent: z
    .string()
    .min(1)
    .optional()
    .describe("Which agent of the table `exec` runs: claude, codex, gemini, …"),
  timeout_seconds: z.number().int().min(1).max(600).default(60).describe("Longest time without progress"),
  max_timeout_seconds: z.number().int().min(1).max(86_400).default(3600).describe("Longest time of a run"),
  cancel: z.enum(["both", "mcp"]).default("both").describe("Whether $/cancelRequest is sent too"),
  capabilities: z.enum(["full", "minimal"]).default("full").describe("minimal declares sampling only"),
  legacy_shutdown: z.boolean().default(false).describe("Send shutdown and exit over HTTP too"),
});
export type McpSettings = z.infer<typeof McpSettings>;

/** `[model]`: who answers when an agent, or our own server, asks for text from a language model. */
export const ModelSettings = z.object({
  backend: z.enum(["none", "editor", "command", "http"]).default("none").describe("Who writes"),
  command: z
    .string()
    .min(1)
    .optional()
    .describe("A program that gets the prompt on stdin and prints the answer"),
  args: z.array(z.string()).default([]).describe("Its arguments"),
  endpoint: z
    .string()
    .refine(isHttpAddress, notHttpAddress)
    .optional()
    .describe("Base address of an OpenAI-compatible server, such as http://localhost:11434/v1"),
  model: z.string().min(1).default("default").describe("Name of the model there"),
  api_key_env: z.string().min(1).default("OPENAI_API_KEY").describe("The variable that holds the key"),
  timeout_seconds: z.number().int().min(1).max(3600).default(300).describe("Longest time for one answer"),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** An agent to talk to, fully told. */
export type AgentChoice =
  | { readonly kind: "builtin" }
  | {
      readonly kind: "mcp-stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "mcp-http";
      readonly endpoint: string;
      readonly headers: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "exec" | "acp";
      readonly agent: string | undefined;
      readonly command: string | undefined;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

export interface ClientSettings {
  readonly mcp: McpSettings;
  readonly model: ModelSettings;
  readonly agent: AgentChoice;
  /** Whether the project's own file decides what would be started: then a person must have said yes. */
  readonly agentFromProject: boolean;
  readonly modelFromProject: boolean;
  readonly warnings: readonly string[];
}

export interface SettingsRequest {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** `--config FILE`: read after all other files. */
  readonly file?: string | undefined;
  /** Values of `[mcp]` from the command line. */
  readonly flags?: Readonly<
    Partial<
      Record<"driver" | "agent" | "command" | "endpoint" | "timeout_seconds", string | number | undefined>
    >
  >;
}

/** The settings of all layers, and the agent that follows from them. */
export async function clientSettings({
  workspace,
  env,
  file,
  flags = {},
}: SettingsRequest): Promise<Result<ClientSettings>> {
  const config = await loadConfig({
    workspace,
    env,
    file,
    legacy: specTuiNames,
    flags: { mcp: { ...flags } },
  });
  if (!config.ok) return config;
  const mcp = config.value.section("mcp", McpSettings);
  if (!mcp.ok) return mcp;
  const model = config.value.section("model", ModelSettings);
  if (!model.ok) return model;
  const agent = chooseAgent(mcp.value);
  if (!agent.ok) return agent;
  return ok({
    mcp: mcp.value,
    model: model.value,
    agent: agent.value,
    agentFromProject: isFromProject(config.value, "mcp", startingKeys(agent.value.kind, mcp.value)),
    modelFromProject: isFromProject(config.value, "model", modelKeys(model.value)),
    warnings: [...config.value.warnings.map(({ message }) => message), ...openWire(agent.value)],
  });
}

/** What goes over plain HTTP to another machine can be read and changed on its way. */
function openWire(agent: AgentChoice): string[] {
  if (agent.kind !== "mcp-http" || !URL.canParse(agent.endpoint)) return [];
  const { protocol } = new URL(agent.endpoint);
  return protocol === "http:" && !leadsToLoopback(agent.endpoint)
    ? [`${agent.endpoint} is reached without encryption; use https://.`]
    : [];
}

/** `[model]` alone, for a server that has no use for the rest. */
export async function modelSettings({
  workspace,
  env,
}: Pick<SettingsRequest, "workspace" | "env">): Promise<
  Result<Pick<ClientSettings, "model" | "modelFromProject">>
> {
  const config = await loadConfig({ workspace, env });
  if (!config.ok) return config;
  const model = config.value.section("model", ModelSettings);
  if (!model.ok) return model;
  const modelFromProject = isFromProject(config.value, "model", modelKeys(model.value));
  return ok({ model: model.value, modelFromProject });
}

/** Keys that decide which program is started, or who gets our words and which key. */
function modelKeys({ backend }: ModelSettings): readonly string[] {
  return backend === "http" ? ["endpoint", "api_key_env"] : ["backend", "command", "args"];
}

function startingKeys(kind: DriverKind, { endpoint }: McpSettings): readonly string[] {
  if (kind === "builtin") return [];
  if (kind === "mcp-stdio") return ["command", "args", "env"];
  // An address may stand in the place of the transport.
  if (kind === "mcp-http")
    return [...(endpoint === undefined ? ["transport", "type"] : ["endpoint"]), "headers"];
  return ["command", "args", "env", "agent", "driver"];
}

function isFromProject(config: Config, section: string, keys: readonly string[]): boolean {
  return keys.some((key) => config.origin(section, key)?.layer === "project");
}

function chooseAgent(settings: McpSettings): Result<AgentChoice> {
  const { command, args = [], env, headers, agent } = settings;
  const said = settings.transport ?? settings.type;
  const isAddress = said !== undefined && /^https?:\/\//.test(said);
  const endpoint = settings.endpoint ?? (isAddress ? said : undefined);
  if (said !== undefined && said !== "stdio" && said !== "http" && !isAddress) {
    return wrong(
      `mcp.transport must be "stdio" or "http"; got ${JSON.stringify(said)}.`,
      "Correct it in hewto.toml.",
    );
  }
  const follows =
    said === "http" || isAddress
      ? "mcp-http"
      : command !== undefined
        ? "mcp-stdio"
        : endpoint !== undefined && said === undefined
          ? "mcp-http"
          : "builtin";
  const kind = settings.driver ?? follows;
  if (kind === "builtin") return ok({ kind });
  if (kind === "exec" || kind === "acp") return ok({ kind, agent, command, args, env });
  if (kind === "mcp-http") {
    return endpoint === undefined
      ? wrong(
          "mcp.endpoint is missing: the HTTP transport needs an address.",
          'Add endpoint = "http://localhost:8080/mcp" to [mcp].',
        )
      : ok({ kind, endpoint, headers });
  }
  return command === undefined
    ? wrong(
        "mcp.command is missing: there is nothing to start.",
        'Add command = "…" to [mcp], or use --driver builtin.',
      )
    : ok({ kind, command, args, env });
}

function wrong(message: string, remedy: string): Result<never> {
  return fail(fault("invalid_config", message, remedy));
}
