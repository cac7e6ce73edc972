import { fault } from "../kernel/fault.ts";
import { isRecord } from "../kernel/json.ts";
import { fail, ok, type Result } from "../kernel/result.ts";
import { readText } from "../workspace/files/files.ts";
import { absolutePath, literalPath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { updateFile } from "../workspace/write/update-file.ts";
import { type Feature, findFeature } from "./feature.ts";
import { hideFromStatus } from "./hide-from-status.ts";

const file = literalPath(".specify/feature.json");

/** The folder that spec-kit's own commands would work on in this checkout; undefined when none is chosen. */
export async function activeFolder(workspace: Workspace): Promise<string | undefined> {
  const found = await readText(workspace, file);
  return found.ok ? folderIn(found.value.text) : undefined;
}

/** The feature that is meant where none is named: `chosen` by SPECIFY_FEATURE_DIRECTORY, else the active one. */
export async function activeFeature(workspace: Workspace, chosen?: string): Promise<Result<Feature>> {
  const folder = chosen || (await activeFolder(workspace));
  if (folder === undefined) {
    const message = "No feature is named and none is active.";
    return fail(fault("invalid_argument", message, "Name one: --spec 001, or a folder under specs/."));
  }
  const found = await findFeature(workspace, folder, workspace.root);
  if (found.ok || found.fault.code !== "feature_not_found") return found;
  const message = chosen
    ? `SPECIFY_FEATURE_DIRECTORY names \`${chosen}\`, and no feature is there.`
    : `The active feature \`${folder}\` is not there any more.`;
  return fail(fault("feature_not_found", message, "Name another: --spec 001, or a folder under specs/."));
}

/**
 * Makes this feature the active one; other keys of the file stay. Not part of a step's own plan: two features
 * that are written at once both succeed, and the later one is active. The answer names what was written.
 */
export async function activate(feature: Feature, signal: AbortSignal): Promise<Result<readonly Written[]>> {
  const found = await readText(feature.workspace, file);
  if (found.ok && folderIn(found.value.text) === feature.path) return ok([]);
  const change = (text: string): Result<string> => {
    const before = parse(text === "" ? "{}" : text);
    if (before === undefined) return ok(text); // someone's broken file is theirs to fix
    return ok(`${JSON.stringify({ ...before, feature_directory: feature.path }, null, 2)}\n`);
  };
  const label = "choose the active feature";
  const written = await updateFile(feature.workspace, file, change, { create: true, signal, label });
  // A choice of this checkout, which spec-kit ignores too: a clean worktree stays clean and can be deleted.
  if (!written.ok) return written;
  const chosen: Written = {
    path: absolutePath(feature.workspace, file),
    action: found.ok ? "updated" : "created",
  };
  const exclude = found.ok ? undefined : await hideFromStatus(feature.workspace.root, file);
  return ok(exclude === undefined ? [chosen] : [chosen, { path: exclude, action: "updated" }]);
}

/** A file, by its absolute path, and what happened to it. */
export interface Written {
  readonly path: string;
  readonly action: "created" | "updated";
}

function folderIn(text: string): string | undefined {
  const folder = parse(text)?.feature_directory;
  return typeof folder === "string" && folder !== "" ? folder : undefined;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
