import * as z from "zod";
import type { Layout } from "../../specs/layouts.ts";
import { absolutePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { builtInSchema } from "../schema/built-in.ts";

/** Where changes live, as OpenSpec names it. */
export const PlanningHome = z.object({
  kind: z.literal("repo"),
  root: z.string(),
  changesDir: z.string(),
  defaultSchema: z.string(),
});

export const Root = z.object({ path: z.string(), source: z.literal("nearest") });

export function homeOf(workspace: Workspace, layout: Layout): z.infer<typeof PlanningHome> {
  const changesDir = absolutePath(workspace, layout.changes);
  return { kind: "repo", root: workspace.root, changesDir, defaultSchema: builtInSchema.name };
}

export function rootOf(workspace: Workspace): z.infer<typeof Root> {
  return { path: workspace.root, source: "nearest" };
}
