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

/** The folder that spec-kit's own commands use in this checkout; undefined if none is set. */
export async function activeFolder(workspace: Workspace): Promise<string | undefined> {
  const content = await readText(workspace, file);
  return content.ok ? folderIn(content.value.text) : undefined;
}

/** The feature to use if none is named: that of SPECIFY_FEATURE_DIRECTORY (`override`), or the active one. */
export async function activeFeature(workspace: Workspace, override?: string): Promise<Result<Feature>> {
  const folder = override || (await activeFolder(workspace));
  if (folder === undefined) {
    const message = "No feature is named and none is active.";
    return fail(fault("invalid_argument", message, "Name a feature by its number or folder."));
  }
  const feature = await findFeature(workspace, folder, workspace.root);
  if (feature.ok || feature.fault.code !== "feature_not_found") return feature;
  const message = override
    ? `SPECIFY_FEATURE_DIRECTORY is \`${override}\`, which is not a feature.`
    : `The active feature \`${folder}\` no longer exists.`;
  return fail(fault("feature_not_found", message, "Name another feature by its number or folder."));
}

/**
 * Makes this feature the active one; other keys of the file stay. This is not part of a step's own plan, so that two
 * features written at the same time both succeed and the later one is active. Returns the files that were written.
 */
export async function activate(
  feature: Feature,
  signal: AbortSignal,
): Promise<Result<readonly WrittenFile[]>> {
  const current = await readText(feature.workspace, file);
  if (current.ok && folderIn(current.value.text) === feature.path) return ok([]);
  const change = (text: string): Result<string> => {
    const before = parse(text === "" ? "{}" : text);
    if (before === undefined) return ok(text); // not valid JSON: left for its author to fix
    return ok(`${JSON.stringify({ ...before, feature_directory: feature.path }, null, 2)}\n`);
  };
  const label = "set the active feature";
  const written = await updateFile(feature.workspace, file, change, { create: true, signal, label });
  if (!written.ok) return written;
  const selection: WrittenFile = {
    path: absolutePath(feature.workspace, file),
    action: current.ok ? "updated" : "created",
  };
  // The file belongs to this checkout only. Hidden from git, it does not make a clean worktree dirty.
  const exclude = current.ok ? undefined : await hideFromStatus(feature.workspace.root, file);
  return ok(exclude === undefined ? [selection] : [selection, { path: exclude, action: "updated" }]);
}

/** A file, by its absolute path, and what happened to it. */
export interface WrittenFile {
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
