/** Something that a check found in a file of a skill. */
export interface Finding {
  /** A stable name, such as `name-length` or `pipe-to-shell`. */
  readonly rule: string;
  /** An error breaks the standard or is dangerous; a warning is worth a look. */
  readonly severity: "error" | "warning";
  /** Relative to the skill's folder. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
  readonly fix: string;
}
