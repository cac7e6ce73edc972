import { basename, dirname, isAbsolute } from "node:path";
import { ok, type Result } from "../../kernel/result.ts";
import { splitFrontMatter } from "../../markdown/yaml/front-matter.ts";
import { exists, listFolder, readText, statPath } from "../../workspace/files/files.ts";
import { childPath, literalPath } from "../../workspace/paths/paths.ts";
import { findUp, openWorkspace, type Workspace } from "../../workspace/paths/root.ts";
import { commit } from "../../workspace/write/commit.ts";
import { ensureFolder } from "../../workspace/write/ensure-folder.ts";
import { citedRule, conceptFailure, inConcept, ruleFailure } from "../model/faults.ts";
import { kindFacts } from "../model/kinds.ts";

export const dotFolder = ".specman";

/**
 * Finds the SpecMan workspace. A pinned root is used as it is; otherwise it is the nearest folder, from the root
 * upward, that contains a `.specman` folder. Looked up on every call, so that a removed folder is noticed.
 */
export async function findSpecmanWorkspace(
  workspace: Workspace,
  pinned: boolean,
): Promise<Result<Workspace>> {
  const { root } = workspace;
  const start = pinned && basename(root) === dotFolder ? dirname(root) : root;
  const folder = pinned ? await pinnedRoot(start) : await findUp(start, dotFolder, "directory");
  if (folder === undefined) return notFound(root, pinned);
  if (folder === root) return ok(workspace);
  const opened = await openWorkspace(folder);
  return opened.ok ? opened : inConcept("workspace_discovery", opened);
}

/**
 * Whether a checkout contains artifacts. `.specman` holds only state and many repositories ignore it, so a fresh
 * clone has its artifacts without that folder; they are recognized by their front matter.
 */
export async function hasArtifacts(workspace: Workspace): Promise<boolean> {
  const dot = await statPath(workspace, literalPath(dotFolder));
  if (dot.ok && dot.value?.kind === "folder") return true;
  for (const kind of ["specification", "implementation"] as const) {
    const { folder, file } = kindFacts[kind];
    const entries = await listFolder(workspace, literalPath(folder));
    for (const entry of entries.ok ? entries.value : []) {
      const text = await readText(workspace, childPath(entry.path, file), { lossy: true });
      if (text.ok && hasArtifactFrontMatter(text.value.text)) return true;
    }
  }
  return false;
}

const artifactKeys =
  /^(?:name|title|version|requires_implementation|dependencies|spec|location|primary_language|references)\s*:/m;

function hasArtifactFrontMatter(text: string): boolean {
  const { present, raw } = splitFrontMatter(text);
  return present && artifactKeys.test(raw);
}

export interface InitReport {
  readonly root: string;
  readonly dot_specman: string;
  /** Whether anything was created. */
  readonly created: boolean;
  readonly dry_run: boolean;
  /** What was (or would be) created, relative to the root. */
  readonly paths: readonly string[];
}

const folders = [dotFolder, `${dotFolder}/scratchpad`, `${dotFolder}/cache`];
const ignoreFile = literalPath(`${dotFolder}/.gitignore`);
// Git does not store empty folders; this file keeps `.specman` in clones, and locks and caches out of commits.
const ignoreRules = "/cache/\n/locks/\n/logs/\n";

/**
 * Creates a workspace at an absolute path, which can also be its `.specman` folder. Repeating it changes nothing.
 * Workspaces do not nest.
 */
export async function initSpecmanWorkspace(path: string, dryRun: boolean): Promise<Result<InitReport>> {
  if (!isAbsolute(path)) return refused(path, "is a relative path", "Give the absolute path of the folder.");
  const directory = basename(path) === dotFolder ? dirname(path) : path;
  const opened = await openWorkspace(directory);
  if (!opened.ok) return inConcept("workspace_discovery", opened);
  const workspace = opened.value;
  const dot = await statPath(workspace, literalPath(dotFolder));
  if (!dot.ok) return inConcept("workspace_discovery", dot);
  if (dot.value !== undefined && dot.value.kind !== "folder") {
    return refused(path, "contains a `.specman` that is not a folder", "Move it away.");
  }
  const outer = await findUp(dirname(workspace.root), dotFolder, "directory");
  if (dot.value === undefined && outer !== undefined && outer !== workspace.root)
    return nested(workspace.root, outer);
  return dryRun ? plan(workspace) : provision(workspace);
}

async function plan(workspace: Workspace): Promise<Result<InitReport>> {
  const missing: string[] = [];
  for (const path of [...folders, ignoreFile]) {
    if (!(await exists(workspace, literalPath(path)))) missing.push(path);
  }
  return ok(report(workspace, missing, true));
}

async function provision(workspace: Workspace): Promise<Result<InitReport>> {
  const isNew = !(await exists(workspace, literalPath(dotFolder)));
  const created: string[] = [];
  for (const folder of folders) {
    const ensured = await ensureFolder(workspace, literalPath(folder));
    if (!ensured.ok) return inConcept("workspace_discovery", ensured);
    created.push(...ensured.value);
  }
  // Only in a new workspace: if someone deleted the file, that was on purpose.
  if (isNew) {
    const edits = [
      { kind: "write" as const, path: ignoreFile, content: ignoreRules, expect: "any" as const },
    ];
    const written = await commit(
      workspace,
      { label: "create a SpecMan workspace", edits },
      { lockDirectory: fileLocks },
    );
    if (!written.ok) return inConcept("workspace_discovery", written);
    created.push(ignoreFile);
  }
  return ok(report(workspace, created, false));
}

/** Where `commit` keeps its locks on single files; locks on whole artifacts are in the folder above. */
export const fileLocks = `${dotFolder}/locks/files`;

function report(workspace: Workspace, paths: readonly string[], dryRun: boolean): InitReport {
  return {
    root: workspace.root,
    dot_specman: `${workspace.root}/${dotFolder}`,
    created: paths.length > 0 && !dryRun,
    dry_run: dryRun,
    paths,
  };
}

async function pinnedRoot(root: string): Promise<string | undefined> {
  const opened = await openWorkspace(root);
  if (!opened.ok) return undefined;
  const dot = await statPath(opened.value, literalPath(dotFolder));
  return dot.ok && dot.value?.kind === "folder" ? opened.value.root : undefined;
}

function notFound(root: string, pinned: boolean): Result<never> {
  const where = pinned
    ? `\`${root}\` has no \`.specman\` folder`
    : `Neither \`${root}\` nor any folder above it has a \`.specman\` folder`;
  return conceptFailure(
    "workspace_discovery",
    "workspace_not_found",
    `${where}, so it is not a SpecMan workspace.`,
    pinned ? "Point --workspace at a SpecMan workspace, or create one." : "",
    {
      ...citedRule("workspace"),
      subject: { searched_from: root },
      suggest: { command: "init --layout specman", to: "make the current folder a SpecMan workspace" },
    },
  );
}

function refused(path: string, why: string, remedy: string): Result<never> {
  return ruleFailure("workspace_discovery", "workspace", "invalid_argument", `\`${path}\` ${why}.`, remedy, {
    path,
  });
}

function nested(requested: string, existing: string): Result<never> {
  return ruleFailure(
    "workspace_discovery",
    "workspace",
    "invalid_argument",
    `\`${requested}\` is inside the SpecMan workspace \`${existing}\`; workspaces do not nest.`,
    `Use the existing workspace (--workspace ${existing}), or choose a folder outside it.`,
    { path: requested, details: { existing, requested } },
  );
}
