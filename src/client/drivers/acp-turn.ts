import type { RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import { isRecord } from "../../kernel/json.ts";
import type { ProgressReport } from "../session/progress.ts";
import { permissionQuestion } from "./acp-permission.ts";

/** Asks the user whether the agent may do something; false if no user is present. */
export type Permission = (what: string, signal: AbortSignal) => Promise<boolean>;

/** One turn of an ACP agent: its output, the progress of its plan, and its permission requests. */
export class AcpTurn {
  text = "";
  isAsking = false;
  onActivity: () => void = () => {};
  readonly #report: (report: ProgressReport) => void;
  readonly #permit: Permission;
  readonly #abort = new AbortController();
  #plan: { done: number; total: number } | undefined;
  #updates = 0;

  constructor(report: (report: ProgressReport) => void, permit: Permission) {
    this.#report = report;
    this.#permit = permit;
  }

  /** Handles a `session/update`. Each counts as activity; plans give the progress, and tool calls its message. */
  update(params: Record<string, unknown>): void {
    this.onActivity();
    const update = isRecord(params.update) ? params.update : {};
    const { sessionUpdate: kind, content, entries, title } = update;
    if (kind === "agent_message_chunk" && isRecord(content) && typeof content.text === "string")
      this.text += content.text;
    if (kind === "plan" && Array.isArray(entries)) {
      const done = entries.filter((entry) => isRecord(entry) && entry.status === "completed").length;
      this.#plan = { done, total: entries.length };
      const current: unknown = entries.find((entry) => isRecord(entry) && entry.status === "in_progress");
      this.#reportProgress(isRecord(current) && typeof current.content === "string" ? current.content : "");
    }
    if ((kind === "tool_call" || kind === "tool_call_update") && typeof title === "string")
      this.#reportProgress(title);
  }

  /** The answer to `session/request_permission`: one of the offered options, or `cancelled`. */
  async decide(params: Record<string, unknown>): Promise<RequestPermissionOutcome> {
    const options = Array.isArray(params.options) ? params.options.filter(isRecord) : [];
    this.isAsking = true;
    const isPermitted = await this.#permit(permissionQuestion(params.toolCall), this.#abort.signal);
    this.isAsking = false;
    this.onActivity();
    if (this.#abort.signal.aborted) return { outcome: "cancelled" };
    // Permission is for one action only, so an agent that offers only "always" is rejected.
    const kinds = isPermitted
      ? ["allow_once", "reject_once", "reject_always"]
      : ["reject_once", "reject_always"];
    const option = kinds
      .map((kind) => options.find((each) => each.kind === kind))
      .find((each) => each !== undefined);
    if (typeof option?.optionId !== "string") return { outcome: "cancelled" };
    return { outcome: "selected", optionId: option.optionId };
  }

  /** Ends the turn: pending permission requests are answered with `cancelled`. */
  cancel(): void {
    this.#abort.abort();
  }

  #reportProgress(message: string): void {
    const { done, total } = this.#plan ?? { done: ++this.#updates, total: 0 };
    const amount = total > 0 ? { total, fraction: done / total } : {};
    this.#report({ progress: done, ...amount, message: message === "" ? undefined : message });
  }
}
