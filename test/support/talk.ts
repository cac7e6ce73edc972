import { tmpdir } from "node:os";
import { AgentSession, type CallOptions, type SessionEvent } from "../../src/client/session/session.ts";
import { stdioTransport } from "../../src/client/transports/stdio.ts";
import { writeAgent } from "./agents.ts";

/** A conversation with an agent that a test wrote, and all that was heard of it. */
export function talk(on: string, more: { before?: string; initializeMs?: number } = {}) {
  const events: SessionEvent[] = [];
  const agent = { command: process.execPath, args: [writeAgent(on, more.before)], cwd: tmpdir() };
  const session = new AgentSession(stdioTransport(agent), {
    capabilities: { sampling: {} },
    serves: {},
    initializeMs: more.initializeMs ?? 10_000,
    observe: (event) => void events.push(event),
    legacyNames: true,
  });
  const call = (options: Partial<CallOptions> = {}) =>
    session.call(
      "speckit.plan",
      {},
      {
        idleMs: 10_000,
        maxMs: 20_000,
        signal: new AbortController().signal,
        onProgress: () => {},
        ...options,
      },
    );
  const notes = () => events.flatMap((event) => (event.kind === "note" ? [event.text] : []));
  const unparsed = () => events.flatMap((event) => (event.kind === "unparsed" ? [event.text] : []));
  return { session, call, events, notes, unparsed };
}

/** What an agent does when its tool is called. */
export const onCall = (body: string) => `if (message.method === "tools/call") { ${body}; return false; }`;
