import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Reply } from "./rpc.ts";
import { tellingWords } from "./stderr-summary.ts";
import type { Noise } from "./stray-output.ts";

export const PROTOCOL_VERSION = "2025-11-25";
const SUPPORTED = [PROTOCOL_VERSION, "2025-06-18", "2025-03-26", "2024-11-05"];

export interface AgentIdentity {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly capabilities: Record<string, unknown>;
}

/** What an agent said until then beside its reply. */
interface Heard {
  readonly noise: Noise;
  readonly lastWords: readonly string[];
}

/** Who answered `initialize`, or why the conversation cannot begin; no reply means that none came in time. */
export function identify(
  reply: Reply | undefined,
  initializeMs: number,
  { noise, lastWords }: Heard,
): Result<AgentIdentity> {
  if (reply === undefined) {
    const message = `The agent did not answer \`initialize\` within ${initializeMs / 1000} s.`;
    return unavailable(message + noise.told(), lastWords);
  }
  // What it wrote to stderr is the cause, where there is any.
  if (reply.kind === "gone")
    return unavailable(reply.reason + (lastWords.length > 0 ? "" : noise.told()), lastWords);
  if (reply.kind === "error") {
    const said = reply.message.replace(/\.$/, "");
    return unavailable(`The agent refused the handshake: ${said}.${newerThanWe(reply)}`, lastWords);
  }
  const result = isRecord(reply.result) ? reply.result : {};
  const agreed = result.protocolVersion;
  if (typeof agreed !== "string" || !SUPPORTED.includes(agreed)) {
    const message = `The agent speaks protocol ${String(agreed)}; Hewto speaks ${SUPPORTED.join(", ")}.`;
    return unavailable(message, lastWords);
  }
  const info = isRecord(result.serverInfo) ? result.serverInfo : {};
  return ok({
    name: typeof info.name === "string" ? info.name : "unnamed",
    version: typeof info.version === "string" ? info.version : "",
    protocolVersion: agreed,
    capabilities: isRecord(result.capabilities) ? result.capabilities : {},
  });
}

/** What a server of the next generation says to `initialize`: its own code, or that there is no such method. */
function newerThanWe({ code, data }: Extract<Reply, { kind: "error" }>): string {
  const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported.map(String) : [];
  const isOurs = supported.some((each) => SUPPORTED.includes(each));
  if (isOurs || (supported.length === 0 && code !== -32022 && code !== -32601)) return "";
  const named = supported.length > 0 ? ` (${supported.join(", ")})` : "";
  return ` It may speak only a newer protocol${named} than ${PROTOCOL_VERSION}.`;
}

function unavailable(message: string, lastWords: readonly string[]): Result<never> {
  const words = tellingWords(lastWords);
  const said = words === "" ? "" : ` It said: ${words}.`;
  const remedy = "Check `[mcp]` in hewto.toml and run `hewto doctor`.";
  return fail(
    fault("agent_unavailable", message + said, remedy, { retryable: true, details: { lastWords } }),
  );
}
