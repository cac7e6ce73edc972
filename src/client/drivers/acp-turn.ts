import type { RequestPermissionOutcome } from "@agentclientprotocol/sdk";
import { isRecord } from "../../kernel/json.ts";
import type { ProgressReport } from "../session/progress.ts";
import { permissionQuestion } from "./acp-words.ts";

/** Asks whether the agent may do something; refused when no one can answer. */
export type Permission = (what: string, signal: AbortSignal) => Promise<boolean>;

/** One prompt of an ACP agent: what it says, how far its plan is, and what it asks permission for. */
export class AcpTurn {
  text = "";
  isAsking = false;
  onLife: () => void = () => {};
  readonly #report: (report: ProgressReport) => void;
  readonly #permit: Permission;
  readonly #abort = new AbortController();
  #plan: { done: number; total: number } | undefined;
  #signs = 0;

  constructor(report: (report: ProgressReport) => void, permit: Permission) {
    this.#report = report;
    this.#permit = permit;
  }

  /** A `session/update`. Every one is a sign of life; plans count, titles tell. */
  update(params: Record<string, unknown>): void {
    this.onLife();
    const update = isRecord(params.update) ? params.update : {};
    const { sessionUpdate: kind, content, entries, title } = update;
    if (kind === "agent_message_chunk" && isRecord(content) && typeof content.text === "string")
      this.text += content.text;
    if (kind === "plan" && Array.isArray(entries)) {
      const done = entries.filter((entry) => isRecord(entry) && entry.status === "completed").length;
      this.#plan = { done, total: entries.length };
      const now: unknown = entries.find((entry) => isRecord(entry) && entry.status === "in_progress");
      this.#tell(isRecord(now) && typeof now.content === "string" ? now.content : "");
    }
    if ((kind === "tool_call" || kind === "tool_call_update") && typeof title === "string") this.#tell(title);
  }

  /** The answer to `session/request_permission`: one of the offered options, or that the turn is over. */
  async decide(params: Record<string, unknown>): Promise<RequestPermissionOutcome> {
    const options = Array.isArray(params.options) ? params.options.filter(isRecord) : [];
    this.isAsking = true;
    const said = await this.#permit(permissionQuestion(params.toolCall), this.#abort.signal);
    this.isAsking = false;
    this.onLife();
    if (this.#abort.signal.aborted) return { outcome: "cancelled" };
    // Only ever once: approval of this action is not approval of the next, so an offer of "always" alone is declined.
    const wanted = said ? ["allow_once", "reject_once", "reject_always"] : ["reject_once", "reject_always"];
    const option = wanted
      .map((kind) => options.find((each) => each.kind === kind))
      .find((each) => each !== undefined);
    if (typeof option?.optionId !== "string") return { outcome: "cancelled" };
    return { outcome: "selected", optionId: option.optionId };
  }

  /** Pending questions are answered with "cancelled". */
  abandon(): void {
    this.#abort.abort();
  }

  #tell(message: string): void {
    const { done, total } = this.#plan ?? { done: ++this.#signs, total: 0 };
    const amount = total > 0 ? { progress: done, total, fraction: done / total } : { progress: done };
    this.#report({ ...amount, ...(message === "" ? {} : { message }) });
  }
}
