import type * as z from "zod";
import { ArtifactSettings } from "../../artifacts/settings.ts";
import { McpSettings, ModelSettings } from "../../client/settings.ts";
import { EmbeddingSettings } from "../../code/semantic/providers.ts";
import { SpecSettingsShape } from "../../specs/settings.ts";
import { GitSettings, specTuiNames, WorktreeSettings } from "../../workflow/settings.ts";
import { loadConfig } from "../../workspace/config.ts";
import type { Workspace } from "../../workspace/root.ts";
import type { DoctorFinding } from "./finding.ts";

const sections: Readonly<Record<string, z.ZodType>> = {
  artifacts: ArtifactSettings,
  embedding: EmbeddingSettings,
  git: GitSettings,
  mcp: McpSettings,
  model: ModelSettings,
  specs: SpecSettingsShape,
  worktree: WorktreeSettings,
};

/** Sections that the terminal app reads by itself. */
const others = ["ui", "keys"];

/** What is wrong in the files and variables of all layers, each with its file and line. */
export async function configurationFindings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): Promise<DoctorFinding[]> {
  const names = [...Object.keys(sections), ...others];
  const config = await loadConfig({ workspace, env, file, sections: names, older: specTuiNames });
  if (!config.ok) return [trouble(config.fault.message, config.fault.remedy)];
  const findings: DoctorFinding[] = [];
  for (const [name, schema] of Object.entries(sections)) {
    const section = config.value.section(name, schema);
    if (!section.ok) findings.push(trouble(section.fault.message, section.fault.remedy));
  }
  const warnings = config.value.warnings.map(({ message }) => ({
    area: "configuration" as const,
    severity: "warning" as const,
    message,
    remedy: "Correct the name, or take it out: it has no effect.",
  }));
  return [...findings, ...warnings];
}

function trouble(message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity: "error", message, remedy };
}
