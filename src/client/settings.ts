import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { specTuiNames } from "../workflow/settings.ts";
import { type Config, loadConfig } from "../workspace/config/config.ts";
import { isHttpAddress, leadsToLoopback, notHttpAddress } from "../workspace/network/loopback.ts";
import type { Workspace } from "../workspace/paths/root.ts";

export const driverKinds = ["builtin", "mcp-stdio", "mcp-http", "exec", "acp"] as const;
export type DriverKind = (typeof driverKinds)[number];

/** `[mcp]`: the agent that runs the steps, and its time limits. */
export const McpSettings = z.object({
  driver: z
    .enum(driverKinds)
    .optional()
    .describe("How to reach the agent (default: derived from the other keys)"),
  transport: z.string().optional().describe("stdio or http"),
  type: z.string().optional().describe("Alias of transport"),
  command: z.string().min(1).optional().describe("Command to spawn the MCP server"),
  args: z.array(z.string()).optional().describe("Arguments for MCP mode"),
  env: z
    .record(z.string(), z.string())
    .default({})
    .describe("Environment variables for the agent, added to those of Hewto"),
  endpoint: z.string().refine(isHttpAddress, notHttpAddress).optional().describe("Address of the MCP server"),
  headers: z.record(z.string(), z.string()).default({}).describe("HTTP headers for the MCP server"),
  agent: z.string().min(1).optional().describe("The known agent that `exec` runs: claude, codex, gemini, …"),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(600)
    .default(60)
    .describe("Maximum time without progress, in seconds"),
  max_timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(3600)
    .describe("Maximum time of a run, in seconds"),
  cancel: z.enum(["both", "mcp"]).default("both").describe("Whether to send $/cancelRequest as well"),
  capabilities: z.enum(["full", "minimal"]).default("full").describe("minimal declares only sampling"),
  legacy_shutdown: z.boolean().default(false).describe("Also send shutdown and exit over HTTP"),
});
export type McpSettings = z.infer<typeof McpSettings>;

/** `[model]`: the language model for the requests of agents and of our own server. */
export const ModelSettings = z.object({
  backend: z.enum(["none", "editor", "command", "http"]).default("none").describe("What writes the text"),
  command: z
    .string()
    .min(1)
    .optional()
    .describe("A program that reads the prompt from stdin and prints the reply"),
  args: z.array(z.string()).default([]).describe("Its arguments"),
  endpoint: z
    .string()
    .refine(isHttpAddress, notHttpAddress)
    .optional()
    .describe("Base URL of an OpenAI-compatible server, such as http://localhost:11434/v1"),
  model: z.string().min(1).default("default").describe("Name of the model on that server"),
  api_key_env: z.string().min(1).default("OPENAI_API_KEY").describe("Environment variable with the API key"),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(3600)
    .default(300)
    .describe("Maximum time for one reply, in seconds"),
});
export type ModelSettings = z.infer<typeof ModelSettings>;

/** The agent that follows from the settings. */
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
  /** Whether the project's file decides what would be started; then the user must have allowed it. */
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

/** The settings from all sources, and the agent that follows from them. */
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
    warnings: [...config.value.warnings.map(({ message }) => message), ...unencrypted(agent.value)],
  });
}

/** Warns of plain HTTP to another machine, which others can read and change. */
function unencrypted(agent: AgentChoice): string[] {
  if (agent.kind !== "mcp-http" || !URL.canParse(agent.endpoint)) return [];
  const { protocol } = new URL(agent.endpoint);
  return protocol === "http:" && !leadsToLoopback(agent.endpoint)
    ? [`The connection to ${agent.endpoint} is not encrypted. Use https://.`]
    : [];
}

/** Only `[model]`, for the server, which does not use the rest. */
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

/** Keys that decide which program is started, or which server gets our prompts and which API key. */
function modelKeys({ backend }: ModelSettings): readonly string[] {
  return backend === "http" ? ["endpoint", "api_key_env"] : ["backend", "command", "args"];
}

function startingKeys(kind: DriverKind, { endpoint }: McpSettings): readonly string[] {
  if (kind === "builtin") return [];
  if (kind === "mcp-stdio") return ["command", "args", "env"];
  // `transport` may hold the address itself.
  if (kind === "mcp-http")
    return [...(endpoint === undefined ? ["transport", "type"] : ["endpoint"]), "headers"];
  return ["command", "args", "env", "agent", "driver"];
}

function isFromProject(config: Config, section: string, keys: readonly string[]): boolean {
  return keys.some((key) => config.origin(section, key)?.layer === "project");
}

function chooseAgent(settings: McpSettings): Result<AgentChoice> {
  const { command, args = [], env, headers, agent } = settings;
  const transport = settings.transport ?? settings.type;
  const isAddress = transport !== undefined && /^https?:\/\//.test(transport);
  const endpoint = settings.endpoint ?? (isAddress ? transport : undefined);
  if (transport !== undefined && transport !== "stdio" && transport !== "http" && !isAddress) {
    return invalid(
      `mcp.transport must be "stdio" or "http" (got ${JSON.stringify(transport)}).`,
      "Fix it in hewto.toml.",
    );
  }
  const derived =
    transport === "http" || isAddress
      ? "mcp-http"
      : command !== undefined
        ? "mcp-stdio"
        : endpoint !== undefined && transport === undefined
          ? "mcp-http"
          : "builtin";
  const kind = settings.driver ?? derived;
  if (kind === "builtin") return ok({ kind });
  if (kind === "exec" || kind === "acp") return ok({ kind, agent, command, args, env });
  if (kind === "mcp-http") {
    return endpoint === undefined
      ? invalid(
          "mcp.endpoint is missing. The HTTP transport needs an address.",
          'Add endpoint = "http://localhost:8080/mcp" to [mcp].',
        )
      : ok({ kind, endpoint, headers });
  }
  return command === undefined
    ? invalid(
        "mcp.command is missing. The stdio transport needs a program to start.",
        'Add command = "…" to [mcp], or use --driver builtin.',
      )
    : ok({ kind, command, args, env });
}

function invalid(message: string, remedy: string): Result<never> {
  return fail(fault("invalid_config", message, remedy));
}
