import type * as z from "zod";
import { type Fault, faultText, type Suggestion } from "../kernel/fault.ts";
import type { Result } from "../kernel/result.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { Flags } from "./flags.ts";
import type { GenerateRequest } from "./generate-request.ts";
import type { Operation } from "./operation.ts";

/** What an operation may use. Effects arrive as parameters, so operations run the same everywhere. */
export interface Context {
  readonly workspace: Workspace;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** A language model, if one is at hand: the client's sampling, else a configured provider. */
  readonly generator: Generator | undefined;
  /** Whether a model is configured, whatever the client offers. */
  readonly hasProvider: boolean;
  /** Why a configured model is not at hand, worded for the reader of the answer. */
  readonly withheld: Fault | undefined;
  /** A fault that becomes part of an answer, worded for its reader. */
  readonly wordFault: (fault: Fault) => Fault;
  /** A sentence that recommends a call, in the words of the reader of the answer; "" where they cannot make it. */
  readonly recommend: (suggestion: Suggestion) => Promise<string>;
  /** The person or model behind the client, if it can be asked. */
  readonly client: ClientPort | undefined;
  readonly clock: () => Date;
  readonly log: Log;
  /** Flags of the toolset that the process was started with (`--skill-dir`, `--no-refresh`, …). */
  readonly flags: Flags;
  /** What code tools may read outside the workspace. */
  readonly grants: Grants;
  /** A value that lives as long as the process and is made once: a registry, an open index. */
  readonly once: <T>(key: OnceKey<T>, make: () => T) => T;
  /** Runs another operation within this call: the same workspace, signal and effects. */
  readonly call: <In extends z.ZodObject, Out extends z.ZodType>(
    operation: Operation<string, In, Out>,
    input: z.input<In>,
  ) => Promise<Result<z.output<Out>>>;
  /** The person typed this call at a terminal: the addresses in it are their own word. */
  readonly isByPerson: boolean;
  /** Lets the person at the terminal pick some of a list; undefined without a terminal. */
  readonly choose: Choose | undefined;
  /** Names an artifact or file that this call touched, for the audit line. */
  readonly touched: (path: string) => void;
}

/** The ids that were picked; undefined when the question was withdrawn. */
export type Choose = (
  question: string,
  choices: readonly { readonly id: string; readonly note: string }[],
  signal: AbortSignal,
) => Promise<string[] | undefined>;

/** For an answer that a model would have written: why it did not. */
export function withoutModel(withheld: Fault): string {
  return `${faultText(withheld)} The local method is used instead.`;
}

/** Reports how far the work is. Cheap to call often: the host thins it out. */
export type Progress = (step: { done: number; total?: number; message?: string }) => void;

export type Log = (level: "debug" | "info" | "warning" | "error", message: string) => void;

/** What code tools may read besides the workspace; a person at a terminal may read anything. */
export interface Grants {
  /** Named with `--allow-root`. */
  readonly roots: readonly string[];
  /** The roots that the client lists. Only over stdio, where the client runs as this person. */
  readonly clientRoots: boolean;
  /** Every project of this person. */
  readonly projects: boolean;
}

export const noGrants: Grants = { roots: [], clientRoots: false, projects: false };

export interface Generator {
  /** Says in results who wrote the text: `sampling:gpt-5`, `agent:claude`, … */
  readonly name: string;
  readonly generate: (request: GenerateRequest) => Promise<Result<{ text: string; by: string }>>;
}

/** A generator that is not bound to a call: the caller passes the signal that ends it. */
export interface Provider {
  readonly name: string;
  readonly generate: (
    request: GenerateRequest,
    signal: AbortSignal,
  ) => Promise<Result<{ text: string; by: string }>>;
}

export interface ClientPort {
  readonly canSample: boolean;
  readonly canElicit: boolean;
  readonly canListRoots: boolean;
  /**
   * One round trip for all requests given. Under 2026-07-28 there is no channel back to the client: the
   * call ends, the client answers, and the operation runs again from the start with the answers at hand.
   * So ask before doing anything that must not happen twice.
   */
  readonly ask: <K extends string>(
    requests: Readonly<Record<K, ClientRequest>>,
  ) => Promise<Result<Record<K, ClientAnswer>>>;
  readonly log: (level: LogLevel, data: unknown) => Promise<void>;
  /** Ends the reply stream early so that the client comes back for it (resumable HTTP only). */
  readonly endStream: (() => void) | undefined;
}

export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

export type ClientRequest =
  | { readonly method: "sampling/createMessage"; readonly params: Record<string, unknown> }
  | { readonly method: "elicitation/create"; readonly params: Record<string, unknown> }
  | { readonly method: "roots/list"; readonly params?: Record<string, unknown> };

/** As the client sent it: untrusted. */
export type ClientAnswer = Readonly<Record<string, unknown>>;

/** Names a process-wide value and remembers its type. */
export interface OnceKey<T> {
  readonly name: string;
  readonly type?: T;
}

export function onceKey<T>(name: string): OnceKey<T> {
  return { name };
}
