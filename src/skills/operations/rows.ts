import * as z from "zod";
import { SkillProblem } from "../finding.ts";
import type { Skill } from "../skill.ts";

/** A skill as every command lists it. */
export const SkillRow = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  provider: z.string(),
  location: z.enum(["project", "user", "plugin", "custom"]),
  plugin: z.object({ name: z.string(), marketplace: z.string(), version: z.string() }).optional(),
  path: z.string(),
  disabled: z.boolean(),
  problems: z.array(SkillProblem),
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
    plugin: plugin && { ...plugin },
    path,
    disabled,
    problems: problems.map((each) => ({ ...each })),
  };
}

/** `line 3: message fix`; the line only if it is not the first, and a fix only if it is one line. */
export function problemText({ line, message, fix }: SkillProblem): string {
  const where = line > 1 ? `line ${line}: ` : "";
  return `${where}${message} ${fix.includes("\n") ? "" : fix}`.trim();
}
