import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";
import { isRecord } from "../../kernel/json.ts";

export interface EventLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
  /** A larger message is sent, but not kept for a client that comes back. */
  readonly maxMessageBytes: number;
}

const defaultLimits: EventLimits = {
  maxEvents: 1000,
  maxBytes: 8 * 1024 * 1024,
  maxMessageBytes: 1024 * 1024,
};

interface StoredEvent {
  readonly streamId: string;
  readonly json: string;
  readonly bytes: number;
}

/** Remembers the last messages of a session's streams, so that a client that lost its connection can resume. */
export class RecentEvents implements EventStore {
  readonly #events = new Map<string, StoredEvent>();
  readonly #limits: EventLimits;
  #bytes = 0;

  constructor(limits: Partial<EventLimits> = {}) {
    this.#limits = { ...defaultLimits, ...limits };
  }

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const eventId = randomUUID();
    const whole = JSON.stringify(message);
    const isLarge = Buffer.byteLength(whole) > this.#limits.maxMessageBytes;
    const json = isLarge ? JSON.stringify(this.#standIn(message)) : whole;
    const bytes = Buffer.byteLength(json);
    this.#events.set(eventId, { streamId, json, bytes });
    this.#bytes += bytes;
    this.#evict();
    return eventId;
  }

  async getStreamIdForEventId(eventId: string): Promise<string | undefined> {
    return this.#events.get(eventId)?.streamId;
  }

  async replayEventsAfter(
    lastEventId: string,
    { send }: { send: (eventId: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const stream = this.#events.get(lastEventId)?.streamId ?? "";
    let passed = false;
    for (const [eventId, event] of [...this.#events]) {
      if (passed && event.streamId === stream) await send(eventId, JSON.parse(event.json));
      if (eventId === lastEventId) passed = true;
    }
    return stream;
  }

  #evict(): void {
    for (const [eventId, { bytes }] of this.#events) {
      if (this.#events.size <= this.#limits.maxEvents && this.#bytes <= this.#limits.maxBytes) return;
      this.#events.delete(eventId);
      this.#bytes -= bytes;
    }
  }

  /** A client that comes back for a large answer must not wait for it for ever: it gets an error that says why. */
  #standIn(message: JSONRPCMessage): object {
    const limit = `${this.#limits.maxMessageBytes} bytes`;
    const error = {
      code: -32000,
      message: `The answer is larger than ${limit} and is not kept for replay. Send the request again.`,
    };
    const isReply = isRecord(message) && "id" in message && !("method" in message);
    if (isReply) return { jsonrpc: "2.0", id: message.id, error };
    const data = `A message larger than ${limit} is not kept for replay.`;
    return { jsonrpc: "2.0", method: "notifications/message", params: { level: "warning", data } };
  }
}
