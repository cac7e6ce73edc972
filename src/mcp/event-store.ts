import { randomUUID } from "node:crypto";
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

const MOST_EVENTS = 1000;

/** Remembers the last messages of a session's streams, so that a client that lost its connection can resume. */
export class RecentEvents implements EventStore {
  readonly #events = new Map<string, { streamId: string; message: JSONRPCMessage }>();

  async storeEvent(streamId: string, message: JSONRPCMessage): Promise<string> {
    const eventId = randomUUID();
    this.#events.set(eventId, { streamId, message });
    const oldest = this.#events.keys().next();
    if (this.#events.size > MOST_EVENTS && !oldest.done) this.#events.delete(oldest.value);
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
      if (passed && event.streamId === stream) await send(eventId, event.message);
      if (eventId === lastEventId) passed = true;
    }
    return stream;
  }
}
