import type { Problem } from "../kernel/finding.ts";

/** A problem with its exact position. The file itself stays readable. */
export interface PositionedProblem extends Problem {
  readonly fix: string;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
}
