import type * as z from "zod";
import { ArtifactSettings } from "../../artifacts/settings.ts";
import { McpSettings, ModelSettings } from "../../client/settings.ts";
import { EmbeddingSettings } from "../../code/semantic/providers.ts";
import { nearest } from "../../kernel/nearest.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { SpecSettingsShape } from "../../specs/settings.ts";
import { StoreSettings } from "../../store/settings.ts";
import { TraceSettingsShape } from "../../trace/settings.ts";
import { GitSettings, specTuiNames, WorktreeSettings } from "../../workflow/settings.ts";
import { loadConfig } from "../../workspace/config/config.ts";
import { projectConfigFile } from "../../workspace/config/user-folders.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { NetworkSettings } from "../../workspace/trust/addresses.ts";
import { type DoctorFinding, remedyOf } from "./finding.ts";

/** The sections of the settings that rooms own. */
export const roomSections: Readonly<Record<string, z.ZodType>> = {
  artifacts: ArtifactSettings,
  embedding: EmbeddingSettings,
  git: GitSettings,
  mcp: McpSettings,
  model: ModelSettings,
  network: NetworkSettings,
  specs: SpecSettingsShape,
  store: StoreSettings,
  trace: TraceSettingsShape,
  worktree: WorktreeSettings,
};

/** Problems in the settings files and variables of all layers, with file and line; `others` are further sections. */
export async function configurationFindings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
  others: Readonly<Record<string, z.ZodType>>,
): Promise<DoctorFinding[]> {
  const all = { ...roomSections, ...others };
  const names = Object.keys(all);
  const config = await loadConfig({ workspace, env, file, sections: names, legacy: specTuiNames });
  if (!config.ok) return [error(config.fault.message, remedyOf(config.fault))];
  const findings: DoctorFinding[] = [];
  for (const [name, schema] of Object.entries(all)) {
    const section = config.value.section(name, schema);
    if (!section.ok) findings.push(error(section.fault.message, remedyOf(section.fault)));
  }
  const warnings = config.value.warnings.map(({ message }) =>
    warning(message, "Fix the name, or remove it: it has no effect."),
  );
  return [...findings, ...warnings, ...misnamedVariables(env, names), ...(await misnamedFiles(workspace))];
}

/** Variables whose section is nearly one of ours; other HEWTO_ variables may belong to other programs. */
function misnamedVariables(env: NodeJS.ProcessEnv, sections: readonly string[]): DoctorFinding[] {
  return Object.keys(env)
    .sort(byCodePoint)
    .flatMap((name) => {
      const { 1: word = "", 2: key = "" } = /^HEWTO_([A-Z]+)_(\w+)$/.exec(name) ?? [];
      const [near] = sections.includes(word.toLowerCase()) ? [] : nearest(word, sections, 1);
      if (near === undefined) return [];
      const message = `${name} has no effect: there is no section [${word.toLowerCase()}].`;
      return [warning(message, `Did you mean HEWTO_${near.toUpperCase()}_${key}?`)];
    });
}

/** Files at the root that look like the project's settings but are not read. */
async function misnamedFiles(workspace: Workspace): Promise<DoctorFinding[]> {
  const entries = await listFolder(workspace, rootPath);
  const names = (entries.ok ? entries.value : []).map(({ name }) => name);
  return names
    .filter((name) => name !== projectConfigFile && /^\.?hewto\.(toml|tml|json|ya?ml)$/i.test(name))
    .map((name) =>
      warning(
        `\`${name}\` is not read: a project's settings are in \`${projectConfigFile}\`.`,
        `Rename it to \`${projectConfigFile}\`.`,
      ),
    );
}

function warning(message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity: "warning", message, remedy };
}

function error(message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity: "error", message, remedy };
}
