import { type Connection, findConnections } from "../../hosts/connections.ts";
import { count } from "../../kernel/text.ts";
import { createSkillRegistry } from "../../skills/registry/registry.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { DoctorFinding } from "./finding.ts";

export async function hostConnections(
  workspace: Workspace,
  home: Workspace | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Connection[]> {
  const own = await findConnections(workspace, "project", env);
  return home ? [...own, ...(await findConnections(home, "user", env))] : own;
}

export function hostFindings(connections: readonly Connection[]): DoctorFinding[] {
  return connections.flatMap(({ host, title, scope, file, problem }) =>
    problem === undefined
      ? []
      : [
          {
            area: "hosts" as const,
            severity: "error" as const,
            message: `${title} (${file}) ${problem}.`,
            remedy: `hewto install ${host}${scope === "project" ? " --scope project" : ""}`,
          },
        ],
  );
}

/** Skills that agents will not see. */
export async function skillFindings(project: Workspace, home: string | undefined): Promise<DoctorFinding[]> {
  const registry = createSkillRegistry({ project, home });
  if (!registry.ok) return [];
  const { discovery } = await registry.value.snapshot();
  const { invalid } = discovery;
  if (invalid.length === 0) return [];
  const [first] = invalid;
  const reason = first ? `${first.path}: ${first.problems[0]?.message ?? "it cannot be read"}` : "";
  return [
    {
      area: "skills",
      severity: "warning",
      message: `${count(invalid.length, "skill")} cannot be served; the first is ${reason}`,
      remedy: "hewto skills doctor",
    },
  ];
}
