import type * as z from "zod";
import { ArtifactSettings } from "../../artifacts/settings.ts";
import { McpSettings, ModelSettings } from "../../client/settings.ts";
import { EmbeddingSettings } from "../../code/semantic/providers.ts";
import { nearest } from "../../kernel/nearest.ts";
import { byCodePoint } from "../../kernel/order.ts";
import { SpecSettingsShape } from "../../specs/settings.ts";
import { GitSettings, specTuiNames, WorktreeSettings } from "../../workflow/settings.ts";
import { loadConfig } from "../../workspace/config/config.ts";
import { projectConfigFile } from "../../workspace/config/user-folders.ts";
import { listFolder } from "../../workspace/files/files.ts";
import { rootPath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { NetworkSettings } from "../../workspace/trust/addresses.ts";
import type { DoctorFinding } from "./finding.ts";

const sections: Readonly<Record<string, z.ZodType>> = {
  artifacts: ArtifactSettings,
  embedding: EmbeddingSettings,
  git: GitSettings,
  mcp: McpSettings,
  model: ModelSettings,
  network: NetworkSettings,
  specs: SpecSettingsShape,
  worktree: WorktreeSettings,
};

/** What is wrong in the files and variables of all layers, each with its file and line; `others` are further sections. */
export async function configurationFindings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
  others: Readonly<Record<string, z.ZodType>>,
): Promise<DoctorFinding[]> {
  const all = { ...sections, ...others };
  const names = Object.keys(all);
  const config = await loadConfig({ workspace, env, file, sections: names, legacy: specTuiNames });
  if (!config.ok) return [trouble(config.fault.message, config.fault.remedy)];
  const findings: DoctorFinding[] = [];
  for (const [name, schema] of Object.entries(all)) {
    const section = config.value.section(name, schema);
    if (!section.ok) findings.push(trouble(section.fault.message, section.fault.remedy));
  }
  const warnings = config.value.warnings.map(({ message }) =>
    warning(message, "Correct the name, or take it out: it has no effect."),
  );
  return [...findings, ...warnings, ...misnamedVariables(env, names), ...(await misnamedFiles(workspace))];
}

/** Variables of a section that is nearly one of ours; those of no section may be anybody's. */
function misnamedVariables(env: NodeJS.ProcessEnv, sections: readonly string[]): DoctorFinding[] {
  return Object.keys(env)
    .sort(byCodePoint)
    .flatMap((name) => {
      const { 1: word = "", 2: key = "" } = /^HEWTO_([A-Z]+)_(\w+)$/.exec(name) ?? [];
      const [near] = sections.includes(word.toLowerCase()) ? [] : nearest(word, sections, 1);
      if (near === undefined) return [];
      const meant = `HEWTO_${near.toUpperCase()}_${key}`;
      const message = `${name} sets nothing: there is no section [${word.toLowerCase()}].`;
      return [warning(message, `Did you mean ${meant}?`)];
    });
}

/** Files at the root that somebody took for the project's settings. */
async function misnamedFiles(workspace: Workspace): Promise<DoctorFinding[]> {
  const entries = await listFolder(workspace, rootPath);
  const names = (entries.ok ? entries.value : []).map(({ name }) => name);
  return names
    .filter((name) => name !== projectConfigFile && /^\.?hewto\.(toml|tml|json|ya?ml)$/i.test(name))
    .map((name) =>
      warning(
        `\`${name}\` is not read: the settings of a project are in \`${projectConfigFile}\`.`,
        `Rename it to \`${projectConfigFile}\`.`,
      ),
    );
}

function warning(message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity: "warning", message, remedy };
}

function trouble(message: string, remedy: string): DoctorFinding {
  return { area: "configuration", severity: "error", message, remedy };
}
