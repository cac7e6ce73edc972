import { exists, listFolder } from "../workspace/files/files.ts";
import { childPath, literalPath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";

/** What a repository plans its work with: changes to specs, features of spec-kit, artifacts of SpecMan; reviews of it. */
export type UsedLayout = "specs" | "features" | "artifacts" | "reviews";

/**
 * The layouts that a workspace seems to have, by a few reads of folders: a server asks before it answers its first
 * request, so nothing is parsed and no room is loaded.
 */
export async function usedLayouts(workspace: Workspace): Promise<Set<UsedLayout>> {
  const has = (path: string) => exists(workspace, literalPath(path));
  const used = new Set<UsedLayout>();
  if ((await has("openspec")) || (await has(".spox"))) used.add("specs");
  if (await has(".specify")) used.add("features");
  if ((await has(".specman")) || (await holds(workspace, "spec", "spec.md"))) used.add("artifacts");
  const listed = await listFolder(workspace, literalPath("specs"));
  for (const { name, path, kind } of listed.ok ? listed.value : []) {
    if (kind !== "folder") continue;
    if (isFeature(name)) used.add("features");
    else if (!used.has("specs") && (await exists(workspace, childPath(path, "spec.md")))) used.add("specs");
  }
  if (used.size > 0 && (await hasReviews(workspace))) used.add("reviews");
  return used;
}

/** Looks at work in flight only: a workspace can have thousands of specs, and few are under review. */
async function hasReviews(workspace: Workspace): Promise<boolean> {
  for (const place of ["openspec/changes", "specs", "specs/_changes", ".specman/scratchpad"]) {
    const listed = await listFolder(workspace, literalPath(place));
    const folders = (listed.ok ? listed.value : []).filter(
      ({ kind, name }) => kind === "folder" && (place !== "specs" || isFeature(name)),
    );
    for (const { path } of folders.slice(-maxLookedAt))
      if (await exists(workspace, childPath(path, "reviews"))) return true;
  }
  return false;
}

const maxLookedAt = 100;

/** `001-login`, as spec-kit numbers its folders. */
function isFeature(name: string): boolean {
  return /^\d{3,}-/.test(name);
}

async function holds(workspace: Workspace, folder: string, file: string): Promise<boolean> {
  const listed = await listFolder(workspace, literalPath(folder));
  for (const { path, kind } of listed.ok ? listed.value : [])
    if (kind === "folder" && (await exists(workspace, childPath(path, file)))) return true;
  return false;
}
