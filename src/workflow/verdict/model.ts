// Part of the types of the npm package, so this file imports nothing.

export interface FileChange {
  /** Relative to the checkout. */
  readonly path: string;
  readonly change: "created" | "changed" | "deleted";
}

/** What a run really did, whatever the agent said about it. */
export interface Verdict {
  readonly ok: boolean;
  /** One line: what was written, or what is missing. */
  readonly summary: string;
  /** What keeps the step from being done; empty when it is. */
  readonly problems: readonly string[];
  readonly files: readonly FileChange[];
  /** Ids of the tasks that were ticked (implement). */
  readonly ticked: readonly string[];
}
