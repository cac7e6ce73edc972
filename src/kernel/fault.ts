import type { FaultCode } from "./fault-codes.ts";

/** What went wrong, about what, and what to do next. The machine-readable half of every error. */
export interface Fault {
  readonly code: FaultCode;
  /** One or two sentences for a person: what happened. */
  readonly message: string;
  /** What to do about it, in words that hold for every reader. Empty when the message or `suggest` says it. */
  readonly remedy: string;
  /** What to run next. Each surface words it for its own reader. */
  readonly suggest?: Suggestion | undefined;
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean;
  /** The things the fault is about, by name: `{ spec_id: "auth" }`. */
  readonly subject?: Readonly<Record<string, unknown>>;
  readonly concept?: string;
  readonly concept_ref?: string;
  readonly data_model_heading?: string;
  readonly constraint_group?: string;
  readonly artifact?: string;
  readonly path?: string;
  /** Further data: the current text of a conflict, the candidates of an ambiguity, ready-made ops. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * A next step as data: an operation of the table, or a command that is not an operation (`init`, `doctor --trust`).
 * `to` completes the sentence: "Run `hewto specs list` to see all specs."
 */
export type Suggestion =
  | {
      readonly operation: string;
      readonly args?: Readonly<Record<string, unknown>> | undefined;
      /** What a person runs, if the operation has no command of its own: `run clarify 001-login`. */
      readonly command?: string | undefined;
      readonly to?: string | undefined;
    }
  | { readonly command: string; readonly to?: string | undefined };

export type FaultExtra = Partial<Omit<Fault, "code" | "message" | "remedy">>;

/**
 * @example fault("spec_not_found", "No spec has the id `atuh`.", "", { suggest: { operation: "list_specs" } })
 */
export function fault(code: FaultCode, message: string, remedy: string, extra: FaultExtra = {}): Fault {
  return { code, message, remedy, retryable: false, ...extra };
}

/** The text a person or a model reads: what happened, then what to do. */
export function faultText({ message, remedy }: Fault): string {
  return withRemedy(message, remedy);
}

/** What happened and what to do, as two sentences. */
export function withRemedy(message: string, remedy: string): string {
  if (remedy === "") return message;
  // Some messages are sentences of a contract, which ends them with a path or a name.
  const end = /[.!?:…)]$/.test(message) ? " " : message.endsWith("\n") ? "" : ". ";
  return `${message}${end}${remedy}`;
}

/** A thrown value as a fault; used where a bug must not take the process down. */
export function faultOf(thrown: unknown): Fault {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return fault("internal_error", `Internal error: ${message}`, "This is a bug in Hewto.", {
    suggest: { command: "doctor --report", to: "collect what a bug report needs" },
  });
}
