import { isAbsolute, join } from "node:path";
import { ok, type Result } from "../kernel/result.ts";
import { activeFeature } from "../workflow/active-feature.ts";
import { type Feature, findFeature, openFeature } from "../workflow/feature.ts";
import type { Step } from "../workflow/phase.ts";
import type { Workspace } from "../workspace/root.ts";
import type { Terminal } from "./terminal.ts";

/**
 * The feature that is meant: named, else the active one. Undefined where `specify` names none and is to make
 * one; nothing is made here.
 */
export async function meantFeature(
  step: Step,
  named: string | undefined,
  workspace: Workspace,
  terminal: Terminal,
): Promise<Result<Feature | undefined>> {
  if (named === undefined)
    return step === "specify"
      ? ok(undefined)
      : activeFeature(workspace, terminal.env.SPECIFY_FEATURE_DIRECTORY);
  const found = await findFeature(workspace, named, terminal.cwd);
  const isNewPath = step === "specify" && /[/\\]/.test(named);
  if (found.ok || !isNewPath) return found;
  return openFeature(workspace, isAbsolute(named) ? named : join(terminal.cwd, named));
}
