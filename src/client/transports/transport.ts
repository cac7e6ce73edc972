import type { Result } from "../../kernel/result.ts";

/** The maximum size of one message from an agent; larger ones are dropped. */
export const maxMessageBytes = 256 * 1024 * 1024;

/** Carries JSON-RPC messages to an agent and back: over the pipes of a child process, or over HTTP. */
export interface Transport {
  /** Starts to deliver messages. A fault says why the agent cannot be started or reached. */
  readonly start: (events: TransportEvents) => Promise<Result<undefined>>;
  readonly send: (message: OutMessage) => void;
  /** Ends the connection and the agent's process. Takes at most a few seconds; with `now` less than one. */
  readonly close: (now?: boolean) => Promise<void>;
  /** Called once the protocol version is negotiated; HTTP sends it as a header from then on. */
  readonly setProtocolVersion?: (version: string) => void;
}

export interface TransportEvents {
  /** A parsed JSON value. */
  readonly message: (value: unknown) => void;
  /** Text that is not a message although it arrived in place of one. */
  readonly unparsed: (line: string) => void;
  /** Output of the agent's process on stderr. */
  readonly stderr: (text: string) => void;
  /** One request gets no reply. If the session is lost, later requests will not get one either. */
  readonly failed: (id: number | string, reason: string, sessionLost?: boolean) => void;
  /** The agent is gone; no more events follow. */
  readonly closed: (end: TransportEnd) => void;
}

export interface TransportEnd {
  /** One sentence: `The agent ended with exit code 1.` */
  readonly reason: string;
  /** The last lines of stderr, where the cause usually is. */
  readonly lastStderr: readonly string[];
}

export interface OutMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
