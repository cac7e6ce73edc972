import * as z from "zod";
import { Finding, Problem, Severity, type Suggesting } from "../kernel/finding.ts";

/** An error breaks the standard or is dangerous, and the skill cannot be served; a warning deserves a look. */
const SkillSeverity = Severity.exclude(["note"]);

/** A rule that a file of a skill breaks. The file is relative to the skill's folder. */
export const SkillFinding = Finding.omit({ section: true }).extend({
  severity: Severity,
  fix: z.string(),
});
export type SkillFinding = Readonly<z.infer<typeof SkillFinding>>;

/** What is wrong with a skill. */
export const SkillProblem = Problem.extend({ severity: SkillSeverity, fix: z.string() });
export type SkillProblem = Readonly<z.infer<typeof SkillProblem>> & Suggesting;

/** What is wrong with a file or a folder that is searched for skills. */
export const PathProblem = SkillProblem.extend({ path: z.string() });
export type PathProblem = Readonly<z.infer<typeof PathProblem>> & Suggesting;

export function problem(
  severity: SkillProblem["severity"],
  rule: string,
  message: string,
  fix: string,
  line = 1,
): SkillProblem {
  return { rule, severity, message, fix, line };
}
