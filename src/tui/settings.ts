import * as z from "zod";
import { ok, type Result } from "../kernel/result.ts";
import { specTuiNames } from "../workflow/settings.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { KeySettings } from "./keys/keymap.ts";

/** `[ui]`: the appearance and navigation of the terminal app. */
export const UiSection = z.looseObject({
  ascii: z.boolean().optional().describe("Draw with ASCII only (default: when the locale is not UTF-8)"),
  reduced_motion: z.boolean().default(false).describe("No spinner; only the elapsed time changes"),
  vim_navigation: z.boolean().default(true).describe("h j k l g G move; false frees them for [keys]"),
  max_parallel_runs: z
    .number()
    .int()
    .min(1)
    .max(8)
    .default(1)
    .describe("Runs at the same time; more are queued"),
});

/** `[keys]`: keys for the actions of the key table; "none" removes the keys of an action. */
export const KeysSection = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** The keys of `[mcp]` that the screen shows. */
const McpSection = z.looseObject({
  timeout_seconds: z.number().default(60),
  driver: z.string().optional(),
  command: z.string().optional(),
  endpoint: z.string().optional(),
});

export interface TuiSettings {
  readonly ascii: boolean;
  readonly ambiguousIsWide: boolean;
  readonly motion: boolean;
  readonly maxRuns: number;
  readonly idleLimitMs: number;
  /** The name of the agent in the header until it reports its own. */
  readonly agent: string;
  readonly keys: KeySettings;
}

export async function tuiSettings(
  workspace: Workspace,
  env: NodeJS.ProcessEnv,
  file: string | undefined,
): Promise<Result<TuiSettings>> {
  const config = await loadConfig({ workspace, env, file, legacy: specTuiNames });
  if (!config.ok) return config;
  const ui = config.value.section("ui", UiSection);
  if (!ui.ok) return ui;
  const keys = config.value.section("keys", KeysSection);
  if (!keys.ok) return keys;
  const mcp = config.value.section("mcp", McpSection);
  const { timeout_seconds = 60, driver, command, endpoint } = mcp.ok ? mcp.value : {};
  return ok({
    ascii: ui.value.ascii ?? isAsciiLocale(env),
    ambiguousIsWide: /^(ja|ko|zh)/.test(localeOf(env)),
    motion: !ui.value.reduced_motion,
    maxRuns: ui.value.max_parallel_runs,
    idleLimitMs: timeout_seconds * 1000,
    agent: command ?? endpoint ?? driver ?? "builtin",
    keys: { keys: keys.value, vim: ui.value.vim_navigation },
  });
}

/** A locale that is set and is not UTF-8. Containers often set none, and their terminals use UTF-8. */
export function isAsciiLocale(env: NodeJS.ProcessEnv): boolean {
  const locale = localeOf(env);
  return locale !== "" && !/utf-?8/i.test(locale);
}

function localeOf(env: NodeJS.ProcessEnv): string {
  return env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
}
