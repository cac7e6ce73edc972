import type { Suggestion } from "../../kernel/fault.ts";
import { isRecord } from "../../kernel/json.ts";
import type { Verdict } from "../../workflow/verdict/model.ts";
import { summarizeStderr } from "../session/diagnostics.ts";
import type { Reply } from "../session/rpc.ts";
import type { CallLimits, Deadline } from "../session/timeouts.ts";

export type RunState =
  | "done"
  | "tool-failed"
  | "protocol-error"
  | "timed-out"
  | "cancelled"
  | "agent-died"
  | "unavailable";

export interface RunError {
  /** One sentence for the user. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
  /** The same as data; `hint` words it if the caller passed a `wordFault`. */
  readonly suggest?: Suggestion | undefined;
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean;
  readonly code?: number | undefined;
  readonly data?: unknown;
  readonly lastWords?: readonly string[];
  /** The agent no longer knows the session. A new one can be opened, but only a user may repeat the call. */
  readonly sessionLost?: boolean;
}

/** How a call ended. */
export interface Outcome {
  readonly state: RunState;
  readonly isError?: boolean | undefined;
  readonly content?: readonly Record<string, unknown>[];
  readonly structuredContent?: Record<string, unknown> | undefined;
  readonly error?: RunError;
  /** Whether the files confirm that the run is done. */
  readonly verdict?: Verdict;
}

/** The outcome of a `tools/call` from the agent's reply. */
export function outcomeOf(reply: Reply, lastStderr: readonly string[]): Outcome {
  if (reply.kind === "gone")
    return reply.sessionLost ? sessionLost(reply.reason) : died(reply.reason, lastStderr);
  if (reply.kind === "error") return fromError(reply);
  const { result } = reply;
  if (!isRecord(result)) {
    const message = "The agent's reply is not a tool result.";
    return {
      state: "protocol-error",
      error: { message, hint: "See the log for what it sent.", retryable: false, data: result },
    };
  }
  const content = Array.isArray(result.content) ? result.content.filter(isRecord) : [];
  const structuredContent = isRecord(result.structuredContent) ? result.structuredContent : undefined;
  const base = { content, structuredContent };
  if (result.isError !== true) return { state: "done", isError: false, ...base };
  const text = firstText(content) ?? "The tool failed without a reason.";
  const { message = text, remedy = "Fix the cause and run the step again." } = faultIn(result);
  return { state: "tool-failed", isError: true, ...base, error: { message, hint: remedy, retryable: true } };
}

/** The fault that our own server sends with its text. */
function faultIn({ _meta }: Record<string, unknown>): { message?: string; remedy?: string } {
  const fault = isRecord(_meta) ? _meta["hewto/fault"] : undefined;
  if (!isRecord(fault) || typeof fault.message !== "string" || typeof fault.remedy !== "string") return {};
  return { message: fault.message, remedy: fault.remedy };
}

export function cancelled(): Outcome {
  return {
    state: "cancelled",
    error: { message: "The run was canceled.", hint: "Run the step again to start over.", retryable: true },
  };
}

export function timedOut(deadline: Deadline, { idleMs, maxMs }: CallLimits): Outcome {
  const message =
    deadline === "idle"
      ? `No progress for ${idleMs / 1000} s.`
      : `The run took longer than ${maxMs / 1000} s.`;
  const setting = deadline === "idle" ? "mcp.timeout_seconds (or --timeout)" : "mcp.max_timeout_seconds";
  return { state: "timed-out", error: { message, hint: `Try again, or raise ${setting}.`, retryable: true } };
}

export function died(reason: string, lastStderr: readonly string[]): Outcome {
  const summary = summarizeStderr(lastStderr, 1);
  const message = summary === "" ? reason : `${reason} Its last output: ${summary}`;
  const hint = "Run `hewto doctor` to check the agent, then try again.";
  return { state: "agent-died", error: { message, hint, retryable: true, lastWords: lastStderr } };
}

function sessionLost(message: string): Outcome {
  const hint = "Run the step again to open a new session.";
  return { state: "agent-died", error: { message, hint, retryable: true, sessionLost: true } };
}

function fromError(reply: Extract<Reply, { kind: "error" }>): Outcome {
  const { code, message, data } = reply;
  return {
    state: states[code] ?? "protocol-error",
    isError: code === -32000 ? true : undefined,
    error: { message, hint: hintFor(code), retryable: isRetryable(code), code, data },
  };
}

/** Error codes of spec-tui's agents for a tool that failed, timed out or was canceled. */
const states: Readonly<Record<number, RunState>> = {
  [-32000]: "tool-failed",
  [-32001]: "timed-out",
  [-32002]: "cancelled",
};

const hints: Readonly<Record<number, string>> = {
  [-32700]: "The agent could not parse the request. It might not support MCP.",
  [-32600]: "The agent rejected the request as malformed. Check its version.",
  [-32601]: "The agent does not have this method or tool.",
  [-32602]: "The agent rejected the arguments. Correct them before you try again.",
  [-32603]: "The agent had an internal error; its log may say why. Try again.",
  [-32000]: "The tool failed. Fix the cause and run the step again.",
  [-32001]: "The agent reports a timeout of its own. Try again, or give the agent more time.",
  [-32002]: "The agent reports that the run was canceled. Run the step again.",
};

function hintFor(code: number): string {
  return hints[code] ?? "See the log for details.";
}

function isRetryable(code: number): boolean {
  return code !== -32602 && code !== -32601 && code !== -32600 && code !== -32700;
}

function firstText(content: readonly Record<string, unknown>[]): string | undefined {
  const block = content.find(
    (part) => part.type === "text" && typeof part.text === "string" && part.text.trim() !== "",
  );
  return typeof block?.text === "string" ? block.text : undefined;
}
