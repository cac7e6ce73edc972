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

/** Where a feature lives: a folder in one checkout of the repository. */
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
 * The feature that a `spec_directory` means: absolute, inside the workspace or one of its worktrees, also
 * after links are followed. The folder need not exist yet.
 */
export async function openFeature(workspace: Workspace, directory: string): Promise<Result<Feature>> {
  if (!isAbsolute(directory)) {
    const example = join(workspace.root, "specs", "001-name");
    const message = `spec_directory must be an absolute path; got \`${directory}\`.`;
    return fail(
      fault("invalid_argument", message, `Write it like ${example}.`, {
        subject: { argument: "spec_directory" },
      }),
    );
  }
  const found: { workspace: Workspace; path: WorkspacePath }[] = [];
  let refusal: Failure | undefined;
  for (const checkout of await checkouts(workspace)) {
    const path = await insideWorkspace(checkout, directory);
    if (path.ok) found.push({ workspace: checkout, path: path.value });
    else refusal ??= path;
  }
  // A worktree usually lies inside the main checkout: the innermost one is meant.
  const inner = found.sort((a, b) => b.workspace.root.length - a.workspace.root.length)[0];
  if (inner === undefined) return refusal ? outside(workspace, refusal.fault) : notThere(directory, []);
  if (inner.path === "") {
    const message = `spec_directory is the whole workspace: ${directory}.`;
    return fail(fault("invalid_argument", message, "Name a folder such as specs/001-name in it."));
  }
  return ok(featureAt(inner.workspace, inner.path));
}

/** Says what would do; the refusal of a path asks for a relative one, which is none for a tool. */
function outside({ root }: Workspace, fault: Fault): Result<never> {
  const remedy = `Name a folder in the workspace or one of its worktrees, like ${join(root, "specs", "001-name")}.`;
  return fail({ ...fault, remedy });
}

export function featureAt(workspace: Workspace, path: WorkspacePath): Feature {
  return { workspace, path, folder: basename(path), directory: absolutePath(workspace, path) };
}

/** The numbered folders below `specs/` of one checkout, in order. */
export async function featuresIn(
  workspace: Workspace,
  folder: WorkspacePath,
): Promise<(FeatureName & { path: WorkspacePath })[]> {
  const listed = await listFolder(workspace, folder);
  const named = (listed.ok ? listed.value : []).flatMap((entry) => {
    const name = entry.kind === "folder" ? parseFeatureName(entry.name) : undefined;
    return name ? [{ ...name, path: entry.path }] : [];
  });
  return named.sort(compareFeatures);
}

/**
 * All features: those of the workspace and of its worktrees. A feature that several checkouts have is taken
 * from the one whose folder bears its name, else from the first, which is the workspace.
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

/** The feature that a person means: a path, a folder's name, its number, or its slug. */
export async function findFeature(workspace: Workspace, word: string, cwd: string): Promise<Result<Feature>> {
  const all = await allFeatures(workspace);
  const byName = all.filter(({ folder }) => folder === word);
  const byNumber = all.filter(({ folder }) => hasNumber(parseFeatureName(folder), word));
  const bySlug = all.filter(({ folder }) => parseFeatureName(folder)?.slug === word);
  const fitting = [byName, byNumber, bySlug].find((list) => list.length > 0) ?? [];
  if (fitting.length > 1) {
    const names = fitting.map(({ folder }) => folder).join(", ");
    return fail(
      fault("ambiguous_id", `\`${word}\` fits several features: ${names}.`, "Name the folder in full."),
    );
  }
  if (fitting[0]) return ok(fitting[0]);
  if (!/[/\\]/.test(word) && word !== ".") return notThere(word, all);
  const opened = await openFeature(workspace, isAbsolute(word) ? word : join(cwd, word));
  if (!opened.ok) return opened;
  return (await exists(opened.value.workspace, opened.value.path)) ? opened : notThere(word, all);
}

function notThere(word: string, all: readonly Feature[]): Result<never> {
  const names = all.map(({ folder }) => folder);
  const hint =
    didYouMean(word, names) ||
    (names.length > 0 ? `There are: ${names.slice(0, 10).join(", ")}.` : "There are none yet.");
  const remedy = `${hint} Make one with \`hewto run specify --description TEXT\`.`;
  return fail(
    fault("feature_not_found", `No feature fits \`${word}\`.`, remedy, { subject: { spec: word } }),
  );
}
