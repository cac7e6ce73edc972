import type { Output } from "../../api/transport.ts";

type File = Output<"skills_doctor">["files"][number];
type Listed = Output<"skills_list">["skills"][number];

/** A SKILL.md on disk: whether agents get it, and what it is for. */
export interface SkillRow {
  readonly path: string;
  readonly id: string;
  readonly state: File["state"];
  readonly why: string;
  readonly agent: string;
  readonly location: string;
  readonly description: string;
}

export function rowsOf(
  { files, roots }: Output<"skills_doctor">,
  { skills }: Output<"skills_list">,
): SkillRow[] {
  const listed = new Map(skills.map((skill) => [skill.path, skill]));
  return files.map(({ path, id, state, why }) => {
    const skill: Listed | undefined = listed.get(path);
    // The root that holds it: the longest, because roots can be inside each other.
    const root = roots
      .filter((each) => path.startsWith(`${each.path}/`))
      .sort((a, b) => b.path.length - a.path.length)[0];
    return {
      path,
      id: id ?? skill?.id ?? path.split("/").at(-2) ?? path,
      state,
      why,
      agent: skill?.provider ?? root?.provider ?? "other",
      location: skill?.location ?? root?.location ?? "",
      description: skill?.description ?? "",
    };
  });
}

export function byAgent(rows: readonly SkillRow[]): [string, SkillRow[]][] {
  const groups = new Map<string, SkillRow[]>();
  for (const row of rows) groups.set(row.agent, [...(groups.get(row.agent) ?? []), row]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
