import { Findings, type SpecFinding } from "../../specs/findings.ts";
import { readConfig } from "../../specs/openspec-config.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { findSchema } from "../schema/find-schema.ts";

/** What of `openspec/config.yaml` is not used, and why: OpenSpec goes on without it, and so do we. */
export async function configFindings(workspace: Workspace): Promise<SpecFinding[]> {
  const config = await readConfig(workspace);
  if (config === undefined) return [];
  const findings = new Findings(config.path, "openspec");
  const warn = (line: number, message: string, fix: string) =>
    findings.warning({ rule: "openspec-config", section: "", line, message, fix });
  for (const { line, message } of config.problems)
    warn(line, `${message} It is not used until it is fixed.`, "Fix the line, or remove it.");
  const schema = config.schema === undefined ? undefined : await findSchema(workspace, config.schema);
  if (schema !== undefined && !schema.ok) warn(config.schemaLine, schema.fault.message, schema.fault.remedy);
  return findings.list;
}
