import type * as z from "zod";
import { isRecord } from "../../kernel/json.ts";
import { specTuiNames } from "../../workflow/settings.ts";
import { loadConfig } from "../../workspace/config/config.ts";
import { shapeAt, shapeOf } from "../../workspace/config/schema.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { roomSections } from "./configuration.ts";
import { isSecretName, type RedactOptions } from "./redact.ts";

/** A setting that differs from its default. */
export interface SettingRow {
  /** `mcp.timeout_seconds` */
  readonly key: string;
  /** Only numbers, true, false and choices; other texts may be secrets. */
  readonly value: string;
  /** The file, variable or flag that set it. */
  readonly source: string;
}

export interface SettingsSummary {
  readonly rows: readonly SettingRow[];
  /** Texts of the settings that must not be shown. */
  readonly secrets: RedactOptions["secrets"];
}

export interface SettingsSources {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  readonly configFile?: string | undefined;
  readonly sections: Readonly<Record<string, z.ZodType>>;
}

/** The settings of all layers, without secrets. */
export async function summarizeSettings(sources: SettingsSources): Promise<SettingsSummary> {
  const { workspace, env, configFile: file } = sources;
  const sections = { ...roomSections, ...sources.sections };
  const config = await loadConfig({
    workspace,
    env,
    file,
    sections: Object.keys(sections),
    legacy: specTuiNames,
  });
  if (!config.ok) return { rows: [], secrets: [] };
  const rows: SettingRow[] = [];
  const secrets: { value: string; name: string }[] = [];
  for (const [section, schema] of Object.entries(sections)) {
    const values = config.value.section(section, schema);
    if (!values.ok) continue;
    const shape = shapeOf(schema);
    for (const { path, value } of leavesOf(values.value)) {
      const key = [section, ...path].join(".");
      for (const text of isHidden(path) ? [value].flat() : [])
        if (typeof text === "string") secrets.push({ value: withoutOption(text), name: key });
      const origin = config.value.origin(section, path.join("."));
      if (origin === undefined) continue;
      const isChoice = (shapeAt(shape, path)?.allowed ?? "").startsWith("one of ");
      rows.push({ key, value: display(value, isChoice, path), source: origin.source });
    }
  }
  return { rows, secrets };
}

/** Values of variables, headers and arguments, and of keys with secret names; `api_key_env` only names a variable. */
function isHidden(path: readonly string[]): boolean {
  return path.some(
    (key) => ["env", "headers", "args"].includes(key) || (isSecretName(key) && !key.endsWith("_env")),
  );
}

/** `--token=abc` as `abc`, and "" for `--token`: the name of an option is not a secret. */
function withoutOption(text: string): string {
  return text.startsWith("-") ? (/=(.*)$/s.exec(text)?.[1] ?? "") : text;
}

function display(value: unknown, isChoice: boolean, path: readonly string[]): string {
  if (isHidden(path)) return "(hidden)";
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string") return isChoice ? JSON.stringify(value) : "(a text)";
  return Array.isArray(value) ? `(a list of ${value.length})` : "(set)";
}

function leavesOf(value: unknown, above: readonly string[] = []): { path: string[]; value: unknown }[] {
  if (!isRecord(value)) return above.length === 0 ? [] : [{ path: [...above], value }];
  return Object.entries(value).flatMap(([key, each]) => leavesOf(each, [...above, key]));
}
