import { isRecord } from "../../kernel/json.ts";
import type { Verdict } from "../../workflow/verdict/model.ts";
import type { CallLimits, Deadline } from "../session/deadlines.ts";
import type { Reply } from "../session/rpc.ts";
import { tellingWords } from "../session/stderr-summary.ts";

export type RunState =
  | "done"
  | "tool-failed"
  | "protocol-error"
  | "timed-out"
  | "cancelled"
  | "agent-died"
  | "unavailable";

export interface RunError {
  /** One plain sentence for the person. */
  readonly message: string;
  /** What to do next. */
  readonly hint: string;
  /** Whether asking again may help without any change. */
  readonly retryable: boolean;
  readonly code?: number;
  readonly data?: unknown;
  readonly lastWords?: readonly string[];
  /** The agent no longer knows our session: a new one may be opened, but only a person repeats a call. */
  readonly sessionLost?: boolean;
}

/** How a call ended. */
export interface Outcome {
  readonly state: RunState;
  readonly isError?: boolean;
  readonly content?: readonly Record<string, unknown>[];
  readonly structuredContent?: Record<string, unknown>;
  readonly error?: RunError;
  /** What the files say about a run that claims to be done. */
  readonly verdict?: Verdict;
}

/** The outcome of a `tools/call` from the agent's own words. */
export function outcomeOf(reply: Reply, lastWords: readonly string[]): Outcome {
  if (reply.kind === "gone") return reply.sessionLost ? lost(reply.reason) : died(reply.reason, lastWords);
  if (reply.kind === "error") return failedBy(reply);
  const { result } = reply;
  if (!isRecord(result)) {
    const message = "The agent answered the call with something that is not a tool result.";
    return {
      state: "protocol-error",
      error: { message, hint: "The log shows what it sent.", retryable: false, data: result },
    };
  }
  const content = Array.isArray(result.content) ? result.content.filter(isRecord) : [];
  const base = {
    content,
    ...(isRecord(result.structuredContent) ? { structuredContent: result.structuredContent } : {}),
  };
  if (result.isError !== true) return { state: "done", isError: false, ...base };
  const told = firstText(content) ?? "The tool failed and gave no reason.";
  const { message = told, remedy = "Fix the cause and run it again." } = faultIn(result);
  return { state: "tool-failed", isError: true, ...base, error: { message, hint: remedy, retryable: true } };
}

/** Our own server says beside its text what happened and what to do about it. */
function faultIn({ _meta }: Record<string, unknown>): { message?: string; remedy?: string } {
  const fault = isRecord(_meta) ? _meta["hewto/fault"] : undefined;
  if (!isRecord(fault) || typeof fault.message !== "string" || typeof fault.remedy !== "string") return {};
  return { message: fault.message, remedy: fault.remedy };
}

export function cancelled(): Outcome {
  return {
    state: "cancelled",
    error: { message: "The run was cancelled.", hint: "Run it again when you like.", retryable: true },
  };
}

export function timedOut(which: Deadline, { idleMs, maxMs }: CallLimits): Outcome {
  const message =
    which === "idle" ? `No progress for ${idleMs / 1000} s.` : `The run took longer than ${maxMs / 1000} s.`;
  const setting = which === "idle" ? "mcp.timeout_seconds (or --timeout)" : "mcp.max_timeout_seconds";
  return { state: "timed-out", error: { message, hint: `Try again, or raise ${setting}.`, retryable: true } };
}

export function died(reason: string, lastWords: readonly string[]): Outcome {
  const said = tellingWords(lastWords, 1);
  const message = said === "" ? reason : `${reason} Its last words: ${said}`;
  const hint = "Run `hewto doctor` to check the agent, then try again.";
  return { state: "agent-died", error: { message, hint, retryable: true, lastWords } };
}

function lost(message: string): Outcome {
  const hint = "Run it again: that opens a new session.";
  return { state: "agent-died", error: { message, hint, retryable: true, sessionLost: true } };
}

function failedBy(reply: Extract<Reply, { kind: "error" }>): Outcome {
  const { code, message, data } = reply;
  const error = {
    message,
    hint: hintFor(code),
    retryable: isRetryable(code),
    code,
    ...(data === undefined ? {} : { data }),
  };
  return { state: states[code] ?? "protocol-error", ...(code === -32000 ? { isError: true } : {}), error };
}

/** The codes by which the contract's agents say that the tool failed, ran out of time or was cancelled. */
const states: Readonly<Record<number, RunState>> = {
  [-32000]: "tool-failed",
  [-32001]: "timed-out",
  [-32002]: "cancelled",
};

const hints: Readonly<Record<number, string>> = {
  [-32700]: "The agent could not read our message; it may not speak MCP.",
  [-32600]: "The agent refused the form of the request; check its version.",
  [-32601]: "The agent does not know this method or tool.",
  [-32602]: "The agent refused the arguments; correct them before you try again.",
  [-32603]: "The agent failed inside; its log may say why. Try again.",
  [-32000]: "The tool failed; fix the cause and run it again.",
  [-32001]: "The agent reports a timeout of its own; try again, or allow the agent more time.",
  [-32002]: "The agent reports that the run was cancelled; run it again.",
};

function hintFor(code: number): string {
  return hints[code] ?? "The log has the details.";
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
