import type { Finding, Problem } from "../kernel/finding.ts";

/** A rule that a file of a skill breaks. The file is relative to the skill's folder. */
export interface SkillFinding extends Finding {
  /** An error breaks the standard or is dangerous; a warning deserves a look. */
  readonly severity: "error" | "warning";
  readonly fix: string;
}

/** What is wrong with a skill or with a folder where skills are searched for. */
export interface SkillProblem extends Problem {
  /** With an error, the skill cannot be served. */
  readonly severity: "error" | "warning";
  readonly fix: string;
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
