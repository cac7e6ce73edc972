import { isAbsolute, resolve } from "node:path";
import { ok, type Result } from "../../kernel/result.ts";
import { activeFeature } from "../../workflow/active-feature.ts";
import { type Feature, findFeature, openFeature } from "../../workflow/feature.ts";
import type { Step } from "../../workflow/phase.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
  // With --workspace, people also write a path as it is in the workspace.
  const places = isAbsolute(named) ? [terminal.cwd] : [terminal.cwd, workspace.root];
  const found = await Promise.all(places.map((from) => findFeature(workspace, named, from)));
  const best = found.find((each) => each.ok) ?? found.find(isNotThere) ?? found[0];
  const isNewPath = step === "specify" && /[/\\]/.test(named);
  if (best !== undefined && (best.ok || !isNewPath)) return best;
  const made = await openFeature(workspace, resolve(terminal.cwd, named));
  return made.ok ? made : openFeature(workspace, resolve(workspace.root, named));
}

function isNotThere(found: Result<unknown>): boolean {
  return !found.ok && found.fault.code === "feature_not_found";
}
