import type { FormField } from "./form.ts";

/** The person in front of the client. Every question may stay unanswered. */
export interface Person {
  /** Whether anybody can be asked. */
  readonly isPresent: boolean;
  /** Shows what is about to happen and asks for approval. */
  readonly approve: (what: string, signal: AbortSignal) => Promise<boolean>;
  /** The answers of a form; "decline" skips it, "cancel" ends all questions. */
  readonly fill: (
    message: string,
    fields: readonly FormField[],
    signal: AbortSignal,
  ) => Promise<Record<string, unknown> | "decline" | "cancel">;
  /** Shows the full prompt for a model, to approve, decline or edit. Without it, `approve` is used. */
  readonly review?: ((request: SamplingReview, signal: AbortSignal) => Promise<Approval>) | undefined;
  /** Asks permission for one action of an agent, once or for the rest of the run. Without it, `approve` is used. */
  readonly permit?: ((what: string, signal: AbortSignal) => Promise<Approval["allow"]>) | undefined;
  /** Lets the person write a text, such as a reply in place of a model. */
  readonly write?: ((prompt: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
  /** Lets the person authorize the client at an agent behind HTTP. */
  readonly browse?: (() => Promise<Browser>) | undefined;
}

/** A prompt that an agent wants to send to a model. */
export interface SamplingReview {
  readonly model: string;
  readonly system?: string | undefined;
  readonly prompt: string;
}

/** `run`: this request and all others of this run. `prompt`: the edited prompt. */
export interface Approval {
  readonly allow: "once" | "run" | "no";
  readonly prompt?: string | undefined;
}

/** Sends the person to a web page and receives the redirect back. */
export interface Browser {
  /** Where an authorization server redirects to. */
  readonly redirectUrl: string;
  readonly visit: (page: URL) => Promise<URL>;
  readonly close: () => void;
}

/** No person: declines everything. */
export const nobody: Person = {
  isPresent: false,
  approve: async () => false,
  fill: async () => "decline",
};
