import * as z from "zod";
import type { SkillProblem } from "../finding.ts";
import type { Skill } from "../skill.ts";

export const ProblemRow = z.object({
  rule: z.string(),
  severity: z.enum(["error", "warning"]),
  message: z.string(),
  fix: z.string(),
  line: z.number(),
});

export const PlacedProblemRow = ProblemRow.extend({ path: z.string() });

/** One skill as every command shows it. */
export const SkillRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  provider: z.string(),
  location: z.enum(["project", "user", "plugin", "custom"]),
  plugin: z.object({ name: z.string(), marketplace: z.string(), version: z.string() }).optional(),
  path: z.string(),
  disabled: z.boolean(),
  problems: z.array(ProblemRow),
});
export type SkillRow = z.infer<typeof SkillRow>;

export function rowOf(skill: Skill): SkillRow {
  const { id, name, description, provider, location, plugin, path, disabled, problems } = skill;
  return {
    id,
    name,
    description,
    provider,
    location,
    ...(plugin ? { plugin: { ...plugin } } : {}),
    path,
    disabled,
    problems: problems.map((found) => ({ ...found })),
  };
}

/** `line 3: message fix`, with the line only where it says something. */
export function problemText({ line, message, fix }: SkillProblem): string {
  const where = line > 1 ? `line ${line}: ` : "";
  return `${where}${message} ${fix.split("\n").length > 1 ? "" : fix}`.trim();
}
