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
            remedy: `Run \`hewto install ${host}${scope === "project" ? " --scope project" : ""}\`.`,
          },
        ],
  );
}

/** Skills that agents do not see. */
export async function skillFindings(project: Workspace, home: string | undefined): Promise<DoctorFinding[]> {
  const registry = createSkillRegistry({ project, home });
  if (!registry.ok) return [];
  const { invalid } = (await registry.value.snapshot()).discovery;
  const [first] = invalid;
  if (first === undefined) return [];
  const reason = `${first.path}: ${first.problems[0]?.message ?? "it cannot be read"}`;
  return [
    {
      area: "skills",
      severity: "warning",
      message: `${count(invalid.length, "skill")} cannot be served; the first: ${reason}`,
      remedy: "Run `hewto skills doctor`.",
    },
  ];
}
