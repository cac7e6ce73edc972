/** Something wrong with a skill or a place where skills are looked for. */
export interface SkillProblem {
  /** A stable name, such as `missing-description`. */
  readonly rule: string;
  /** `error`: the skill cannot be served. */
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly fix: string;
  /** 1-based; 1 where the file as a whole is meant. */
  readonly line: number;
}

/** A problem with the file or folder that has it. */
export interface PlacedProblem extends SkillProblem {
  readonly path: string;
}

export function problem(
  severity: SkillProblem["severity"],
  rule: string,
  message: string,
  fix: string,
  line = 1,
): SkillProblem {
  return { rule, severity, message, fix, line };
}
