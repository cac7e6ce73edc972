import * as z from "zod";
import { fault } from "../kernel/fault.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import { joinPath, rootPath, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

export const levels = ["claimed", "passed", "exercised", "sensitive"] as const;
export type RequiredLevel = (typeof levels)[number];

/** `[trace]` of hewto.toml. */
export const TraceSettingsShape = z.looseObject({
  require: z
    .enum(levels)
    .optional()
    .describe("The level that counts as verified; default: passed, once there is any evidence"),
  records: z.string().min(1).default(".trace").describe("Folder of the records, relative to the root"),
  roots: z.array(z.string()).default([]).describe("Folders whose tests and tags count; default: all"),
});

export interface TraceSettings {
  readonly require: RequiredLevel | undefined;
  readonly records: WorkspacePath;
  readonly roots: readonly string[];
}

export async function readTraceSettings(workspace: Workspace): Promise<Result<TraceSettings>> {
  const config = await loadConfig({ workspace });
  if (!config.ok) return config;
  const read = config.value.section("trace", TraceSettingsShape);
  if (!read.ok) return read;
  const { require, records, roots } = read.value;
  const folder = joinPath(rootPath, ...records.replace(/^\.\/|\/+$/g, "").split("/"));
  if (folder.ok) return ok({ require, records: folder.value, roots });
  const message = `trace.records is ${JSON.stringify(records)}, which is not a folder inside the project.`;
  return fail(fault("invalid_config", message, "Use a relative path without `..`."));
}
