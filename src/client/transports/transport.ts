import type { Result } from "../../kernel/result.ts";

/** A larger message of an agent is not kept, whichever way it comes. */
export const MAX_MESSAGE_BYTES = 256 * 1024 * 1024;

/** A way for JSON-RPC messages to reach an agent and come back: a child process, or HTTP. */
export interface Link {
  /** Begins to deliver. A fault says why the agent cannot be started or reached. */
  readonly start: (events: LinkEvents) => Promise<Result<undefined>>;
  readonly send: (message: OutMessage) => void;
  /**
   * Ends the conversation and whatever was started for it; never hangs for more than a few seconds, and with
   * `now` for less than one.
   */
  readonly close: (now?: boolean) => Promise<void>;
  /** Told once the protocol version is agreed; HTTP names it in a header from then on. */
  readonly agreed?: (version: string) => void;
}

export interface LinkEvents {
  /** A parsed JSON value that came where messages come. */
  readonly message: (value: unknown) => void;
  /** Text that came where messages come but is none. */
  readonly noise: (line: string) => void;
  /** What the agent's process writes to stderr. */
  readonly stderr: (text: string) => void;
  /** This one request can get no reply: its exchange failed; in a session that is gone, so will the next. */
  readonly failed: (id: number | string, reason: string, sessionLost?: boolean) => void;
  /** The agent is gone; nothing more will come. */
  readonly closed: (end: LinkEnd) => void;
}

export interface LinkEnd {
  /** One sentence: `The agent ended with exit code 1.` */
  readonly reason: string;
  /** The last lines of stderr, where the cause usually is. */
  readonly lastWords: readonly string[];
}

export interface OutMessage {
  readonly jsonrpc: "2.0";
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}
