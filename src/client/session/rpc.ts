import { isRecord } from "../../kernel/json.ts";
import type { OutMessage } from "../transports/transport.ts";

/** The reply to a request as the agent sent it, or `gone` if no reply will come. */
export type Reply =
  | { readonly kind: "result"; readonly result: unknown }
  | { readonly kind: "error"; readonly code: number; readonly message: string; readonly data?: unknown }
  | { readonly kind: "gone"; readonly reason: string; readonly sessionLost?: boolean };

export interface RpcEvents {
  readonly request: (id: string | number, method: string, params: Record<string, unknown>) => void;
  readonly notification: (method: string, params: Record<string, unknown>) => void;
  /** An unexpected reply (late, repeated, or to an unknown id), or a value that is not a message. */
  readonly stray: (value: unknown) => void;
}

/**
 * Matches replies to requests. Ids count from 1. Tolerates what agents do: ids may come back as strings, batches are
 * split, and unexpected messages are only reported.
 */
export class Rpc {
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #send: (message: OutMessage) => void;
  readonly #events: RpcEvents;
  #nextId = 1;
  #closeReason: string | undefined;

  constructor(send: (message: OutMessage) => void, events: RpcEvents) {
    this.#send = send;
    this.#events = events;
  }

  /** Sends a request; `params` may depend on the id (a progress token does). */
  request(
    method: string,
    params?: (id: number) => Record<string, unknown>,
  ): { id: number; reply: Promise<Reply> } {
    const id = this.#nextId++;
    const reply = new Promise<Reply>((resolve) => {
      if (this.#closeReason === undefined) this.#waiting.set(id, resolve);
      else resolve({ kind: "gone", reason: this.#closeReason });
    });
    this.#send({ jsonrpc: "2.0", id, method, params: params?.(id) });
    return { id, reply };
  }

  notify(method: string, params?: Record<string, unknown>): void {
    this.#send({ jsonrpc: "2.0", method, params });
  }

  answer(id: string | number, result: unknown): void {
    this.#send({ jsonrpc: "2.0", id, result });
  }

  refuse(id: string | number, code: number, message: string): void {
    this.#send({ jsonrpc: "2.0", id, error: { code, message } });
  }

  receive(value: unknown): void {
    if (Array.isArray(value)) {
      for (const part of value) this.receive(part);
      return;
    }
    if (!isRecord(value)) return this.#events.stray(value);
    const { id, method } = value;
    const params = isRecord(value.params) ? value.params : {};
    if (typeof method !== "string") return this.#settle(value);
    if (typeof id === "string" || typeof id === "number") this.#events.request(id, method, params);
    else this.#events.notification(method, params);
  }

  /** Whether the request still waits for its reply. */
  isOpen(id: number): boolean {
    return this.#waiting.has(id);
  }

  /** One request ends without a reply. */
  fail(id: number | string, reason: string, sessionLost = false): void {
    const resolve = this.#waiting.get(Number(id));
    this.#waiting.delete(Number(id));
    resolve?.({ kind: "gone", reason, sessionLost });
  }

  /** Every open request ends at once: the agent is gone. */
  end(reason: string): void {
    this.#closeReason ??= reason;
    for (const resolve of this.#waiting.values()) resolve({ kind: "gone", reason });
    this.#waiting.clear();
  }

  #settle(value: Record<string, unknown>): void {
    const id = typeof value.id === "string" ? Number(value.id) : value.id;
    const resolve = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (resolve === undefined || typeof id !== "number") return this.#events.stray(value);
    this.#waiting.delete(id);
    resolve(replyOf(value));
  }
}

/** The reply, or `undefined` if it does not come in time. */
export function within(reply: Promise<Reply>, ms: number): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    void reply.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

function replyOf(value: Record<string, unknown>): Reply {
  if (!("error" in value) || value.error === null) return { kind: "result", result: value.result };
  const error = isRecord(value.error) ? value.error : {};
  return {
    kind: "error",
    code: typeof error.code === "number" ? error.code : -32603,
    message: typeof error.message === "string" ? error.message : "The agent sent an error without a message.",
    data: error.data,
  };
}
