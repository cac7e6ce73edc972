import { fault } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { StrayOutput } from "./diagnostics.ts";
import { summarizeStderr } from "./diagnostics.ts";
import type { Reply } from "./rpc.ts";

export const PROTOCOL_VERSION = "2025-11-25";
const supportedVersions = [PROTOCOL_VERSION, "2025-06-18", "2025-03-26", "2024-11-05"];

export interface AgentIdentity {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly capabilities: Record<string, unknown>;
}

/** Other output of an agent up to its reply. */
interface AgentOutput {
  readonly stray: StrayOutput;
  readonly lastStderr: readonly string[];
}

/** The agent that answered `initialize`, or why there is no session. `undefined`: no reply came in time. */
export function identify(
  reply: Reply | undefined,
  initializeMs: number,
  { stray, lastStderr }: AgentOutput,
): Result<AgentIdentity> {
  if (reply === undefined) {
    const message = `The agent did not answer \`initialize\` within ${initializeMs / 1000} s.`;
    return unavailable(message + stray.summary(), lastStderr);
  }
  // The cause is on stderr, if anything is.
  if (reply.kind === "gone")
    return unavailable(reply.reason + (lastStderr.length > 0 ? "" : stray.summary()), lastStderr);
  if (reply.kind === "error") {
    const reason = reply.message.replace(/\.$/, "");
    return unavailable(`The agent rejected the handshake: ${reason}.${newerProtocol(reply)}`, lastStderr);
  }
  const result = isRecord(reply.result) ? reply.result : {};
  const agreed = result.protocolVersion;
  if (typeof agreed !== "string" || !supportedVersions.includes(agreed)) {
    const message = `The agent uses protocol version ${String(agreed)}. Hewto supports ${supportedVersions.join(", ")}.`;
    return unavailable(message, lastStderr);
  }
  const info = isRecord(result.serverInfo) ? result.serverInfo : {};
  return ok({
    name: typeof info.name === "string" ? info.name : "unnamed",
    version: typeof info.version === "string" ? info.version : "",
    protocolVersion: agreed,
    capabilities: isRecord(result.capabilities) ? result.capabilities : {},
  });
}

/** A server of a newer protocol rejects `initialize` with its own code, or as an unknown method. */
function newerProtocol({ code, data }: Extract<Reply, { kind: "error" }>): string {
  const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported.map(String) : [];
  const hasCommon = supported.some((each) => supportedVersions.includes(each));
  if (hasCommon || (supported.length === 0 && code !== -32022 && code !== -32601)) return "";
  const versions = supported.length > 0 ? ` (${supported.join(", ")})` : "";
  return ` It may support only protocol versions newer than ${PROTOCOL_VERSION}${versions}.`;
}

function unavailable(message: string, lastStderr: readonly string[]): Result<never> {
  const summary = summarizeStderr(lastStderr);
  return fail(
    fault(
      "agent_unavailable",
      message + (summary === "" ? "" : ` It printed: ${summary}.`),
      "Check `[mcp]` in hewto.toml.",
      { retryable: true, details: { lastWords: lastStderr } },
    ),
  );
}
