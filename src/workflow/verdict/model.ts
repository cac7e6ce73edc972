// Part of the types of the npm package, so this file imports nothing.

export interface FileChange {
  /** Relative to the checkout. */
  readonly path: string;
  readonly change: "created" | "changed" | "deleted";
}

/** What a run did according to the files, regardless of what the agent reported. */
export interface Verdict {
  readonly ok: boolean;
  /** One line: what was written or what is missing. */
  readonly summary: string;
  /** Why the step is not done; empty if it is. */
  readonly problems: readonly string[];
  readonly files: readonly FileChange[];
  /** Ids of the tasks that were checked off (implement). */
  readonly ticked: readonly string[];
}
