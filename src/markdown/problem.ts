/** Something wrong at a place in a file. The file itself stays readable. */
export interface TextProblem {
  /** A stable name of the rule, such as `front-matter-unclosed`. */
  readonly rule: string;
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
  /** 1-based, in the file. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}
