import { basename, isAbsolute, join } from "node:path";
import { type Fault, fault } from "../kernel/fault.ts";
import { didYouMean } from "../kernel/nearest.ts";
import { type Failure, fail, ok, type Result } from "../kernel/result.ts";
import { exists, listFolder } from "../workspace/files/files.ts";
import { absolutePath, insideWorkspace, type WorkspacePath } from "../workspace/paths/paths.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import { compareFeatures, type FeatureName, hasNumber, parseFeatureName } from "./feature-name.ts";
import { specsFolderOf } from "./settings.ts";
import { checkouts } from "./worktrees.ts";

/** A feature: a folder in one checkout of the repository. */
export interface Feature {
  /** The checkout: the workspace, or one of its worktrees. */
  readonly workspace: Workspace;
  readonly path: WorkspacePath;
  /** The last part of the path. */
  readonly folder: string;
  /** The absolute path, as tools take it. */
  readonly directory: string;
}

/**
 * The feature of a `spec_directory`, which must be an absolute path inside the workspace or one of its worktrees,
 * even after symbolic links are resolved. The folder does not have to exist yet.
 */
export async function openFeature(workspace: Workspace, directory: string): Promise<Result<Feature>> {
  if (!isAbsolute(directory)) {
    const example = join(workspace.root, "specs", "001-name");
    const message = `spec_directory must be an absolute path (got \`${directory}\`).`;
    return fail(
      fault("invalid_argument", message, `Use a path such as ${example}.`, {
        subject: { argument: "spec_directory" },
      }),
    );
  }
  const candidates: { workspace: Workspace; path: WorkspacePath }[] = [];
  let refusal: Failure | undefined;
  for (const checkout of await checkouts(workspace)) {
    const path = await insideWorkspace(checkout, directory);
    if (path.ok) candidates.push({ workspace: checkout, path: path.value });
    else refusal ??= path;
  }
  // A worktree is usually inside the main checkout, so the innermost checkout owns the folder.
  const inner = candidates.sort((a, b) => b.workspace.root.length - a.workspace.root.length)[0];
  if (inner === undefined) return refusal ? outside(workspace, refusal.fault) : notFound(directory, []);
  if (inner.path === "") {
    const message = `spec_directory is the workspace itself: ${directory}.`;
    return fail(fault("invalid_argument", message, "Use a folder in it, such as specs/001-name."));
  }
  return ok(featureAt(inner.workspace, inner.path));
}

/** The general remedy for a path outside asks for a relative path; here an absolute one is needed. */
function outside({ root }: Workspace, fault: Fault): Result<never> {
  const remedy = `Use a folder in the workspace or one of its worktrees, such as ${join(root, "specs", "001-name")}.`;
  return fail({ ...fault, remedy });
}

export function featureAt(workspace: Workspace, path: WorkspacePath): Feature {
  return { workspace, path, folder: basename(path), directory: absolutePath(workspace, path) };
}

/** The numbered folders in `specs/` of one checkout, in order. */
export async function featuresIn(
  workspace: Workspace,
  folder: WorkspacePath,
): Promise<(FeatureName & { path: WorkspacePath })[]> {
  const listed = await listFolder(workspace, folder);
  const features = (listed.ok ? listed.value : []).flatMap((entry) => {
    const name = entry.kind === "folder" ? parseFeatureName(entry.name) : undefined;
    return name ? [{ ...name, path: entry.path }] : [];
  });
  return features.sort(compareFeatures);
}

/**
 * The features of the workspace and of its worktrees. If several checkouts have a feature, the checkout with the
 * feature's name wins, then the workspace.
 */
export async function allFeatures(workspace: Workspace): Promise<Feature[]> {
  const byFolder = new Map<string, { feature: Feature; name: FeatureName; own: boolean }>();
  const specs = await specsFolderOf(workspace);
  for (const checkout of await checkouts(workspace)) {
    for (const name of await featuresIn(checkout, specs)) {
      const own = basename(checkout.root) === name.folder;
      const before = byFolder.get(name.folder);
      if (before === undefined || (own && !before.own))
        byFolder.set(name.folder, { feature: featureAt(checkout, name.path), name, own });
    }
  }
  return [...byFolder.values()].sort((a, b) => compareFeatures(a.name, b.name)).map(({ feature }) => feature);
}

/** Finds a feature by path, folder name, number, or slug. */
export async function findFeature(workspace: Workspace, name: string, cwd: string): Promise<Result<Feature>> {
  const all = await allFeatures(workspace);
  const byName = all.filter(({ folder }) => folder === name);
  const byNumber = all.filter(({ folder }) => hasNumber(parseFeatureName(folder), name));
  const bySlug = all.filter(({ folder }) => parseFeatureName(folder)?.slug === name);
  const matches = [byName, byNumber, bySlug].find((list) => list.length > 0) ?? [];
  if (matches.length > 1) {
    const names = matches.map(({ folder }) => folder).join(", ");
    return fail(
      fault("ambiguous_id", `\`${name}\` matches several features: ${names}.`, "Use the full folder name."),
    );
  }
  if (matches[0]) return ok(matches[0]);
  if (!/[/\\]/.test(name) && name !== ".") return notFound(name, all);
  const opened = await openFeature(workspace, isAbsolute(name) ? name : join(cwd, name));
  if (!opened.ok) return opened;
  return (await exists(opened.value.workspace, opened.value.path)) ? opened : notFound(name, all);
}

function notFound(name: string, all: readonly Feature[]): Result<never> {
  const names = all.map(({ folder }) => folder);
  const hint =
    didYouMean(name, names) ||
    (names.length > 0 ? `Features: ${names.slice(0, 10).join(", ")}.` : "There are no features yet.");
  return fail(
    fault("feature_not_found", `No feature matches \`${name}\`.`, hint, {
      subject: { spec: name },
      suggest: { operation: "speckit.specify", to: "create one" },
    }),
  );
}
