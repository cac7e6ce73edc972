import type { FormField } from "./form.ts";

/** Whoever sits in front of the client. Every question may be left unanswered. */
export interface Person {
  /** Whether somebody can be asked at all. */
  readonly isThere: boolean;
  /** Shows what is about to happen and asks for a yes. */
  readonly approve: (what: string, signal: AbortSignal) => Promise<boolean>;
  /** The answers of a form; "decline" leaves it empty, "cancel" ends the asking. */
  readonly fill: (
    message: string,
    fields: readonly FormField[],
    signal: AbortSignal,
  ) => Promise<Record<string, unknown> | "decline" | "cancel">;
  /** Shows what a model would be asked, in full, for a yes, a no or other words; `approve` is asked without it. */
  readonly review?: ((request: Reviewed, signal: AbortSignal) => Promise<Verdict>) | undefined;
  /** Asks leave for one act of an agent, which may ask for more of them; `approve` is asked without it. */
  readonly permit?: ((what: string, signal: AbortSignal) => Promise<Verdict["allow"]>) | undefined;
  /** Lets the person write a text, such as the answer that a model would give. */
  readonly write?: ((prompt: string, signal: AbortSignal) => Promise<string | undefined>) | undefined;
  /** Lets the person grant access to an agent behind HTTP. */
  readonly browse?: (() => Promise<Browser>) | undefined;
}

export interface Reviewed {
  /** Who would be asked. */
  readonly model: string;
  readonly system?: string;
  readonly prompt: string;
}

/** `run`: this one, and all that follow in this run. `prompt`: with these words instead. */
export interface Verdict {
  readonly allow: "once" | "run" | "no";
  readonly prompt?: string;
}

/** A way to send a person to a page and to hear where they came back. */
export interface Browser {
  /** Where an authorization server sends the person back to. */
  readonly redirectUrl: string;
  readonly visit: (page: URL) => Promise<URL>;
  readonly close: () => void;
}

/** Nobody: declines everything. */
export const nobody: Person = {
  isThere: false,
  approve: async () => false,
  fill: async () => "decline",
};
