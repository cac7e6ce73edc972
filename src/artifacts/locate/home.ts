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

/** A SpecMan workspace that was seen to exist just now. */
export interface Home {
  readonly workspace: Workspace;
}

/**
 * Finds the SpecMan workspace. A pinned root is taken as it is; otherwise the nearest folder from the root
 * upward that holds a `.specman` folder counts. Asked anew for every call, so a folder that has gone is
 * noticed.
 */
export async function findHome(workspace: Workspace, pinned: boolean): Promise<Result<Home>> {
  const { root } = workspace;
  const start = pinned && basename(root) === dotFolder ? dirname(root) : root;
  const found = pinned ? await pinnedRoot(start) : await findUp(start, dotFolder, "directory");
  if (found === undefined) return noHome(root, pinned);
  if (found === root) return ok({ workspace });
  const opened = await openWorkspace(found);
  return opened.ok ? ok({ workspace: opened.value }) : inConcept("workspace_discovery", opened);
}

/**
 * The artifacts of a checkout, for whoever only reads them. `.specman` holds nothing but state, and many
 * repositories ignore it, so a fresh clone has its artifacts without that folder: their front matter tells.
 */
export async function findArtifacts(workspace: Workspace): Promise<Home | undefined> {
  const dot = await statPath(workspace, literalPath(dotFolder));
  if (dot.ok && dot.value?.kind === "folder") return { workspace };
  for (const kind of ["specification", "implementation"] as const) {
    const { folder, file } = kindFacts[kind];
    const listed = await listFolder(workspace, literalPath(folder));
    for (const entry of listed.ok ? listed.value : []) {
      const text = await readText(workspace, childPath(entry.path, file), { lossy: true });
      if (text.ok && hasArtifactFrontMatter(text.value.text)) return { workspace };
    }
  }
  return undefined;
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
  /** Whether anything was made. */
  readonly created: boolean;
  readonly dry_run: boolean;
  /** What was made (or would be), relative to the root. */
  readonly paths: readonly string[];
}

const folders = [dotFolder, `${dotFolder}/scratchpad`, `${dotFolder}/cache`];
const ignoreFile = literalPath(`${dotFolder}/.gitignore`);
// A folder without files is lost in a clone; this file keeps `.specman`, and keeps locks and caches out.
const ignored = "/cache/\n/locks/\n/logs/\n";

/**
 * Makes a workspace at an absolute path, which may also be its `.specman` folder. Repeating it changes
 * nothing. No workspace is made inside another one.
 */
export async function initHome(path: string, dryRun: boolean): Promise<Result<InitReport>> {
  if (!isAbsolute(path)) return refused(path, "is a relative path", "Name the folder by its absolute path.");
  const directory = basename(path) === dotFolder ? dirname(path) : path;
  const opened = await openWorkspace(directory);
  if (!opened.ok) return inConcept("workspace_discovery", opened);
  const workspace = opened.value;
  const dot = await statPath(workspace, literalPath(dotFolder));
  if (!dot.ok) return inConcept("workspace_discovery", dot);
  if (dot.value !== undefined && dot.value.kind !== "folder") {
    return refused(path, "holds something called `.specman` that is not a folder", "Move it away.");
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
  const made: string[] = [];
  for (const folder of folders) {
    const ensured = await ensureFolder(workspace, literalPath(folder));
    if (!ensured.ok) return inConcept("workspace_discovery", ensured);
    made.push(...ensured.value);
  }
  // Only in a new workspace: someone who deleted the file meant it.
  if (isNew) {
    const edits = [{ kind: "write" as const, path: ignoreFile, content: ignored, expect: "any" as const }];
    const written = await commit(
      workspace,
      { label: "make a workspace", edits },
      { lockDirectory: fileLocks },
    );
    if (!written.ok) return inConcept("workspace_discovery", written);
    made.push(ignoreFile);
  }
  return ok(report(workspace, made, false));
}

/** Where the write path keeps its locks on single files; locks on whole artifacts are in the folder above. */
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

function noHome(root: string, pinned: boolean): Result<never> {
  const where = pinned
    ? `\`${root}\` holds no \`.specman\` folder`
    : `Neither \`${root}\` nor a folder above it holds a \`.specman\` folder`;
  return conceptFailure(
    "workspace_discovery",
    "workspace_not_found",
    `${where}, so it is not a SpecMan workspace.`,
    `Run \`hewto init --layout specman\` in the folder that shall be the workspace${pinned ? ", or point --workspace at one" : ""}.`,
    { ...citedRule("workspace"), subject: { searched_from: root } },
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
    `\`${requested}\` lies inside the SpecMan workspace \`${existing}\`; workspaces do not nest.`,
    `Work in the existing one (--workspace ${existing}), or choose a folder outside it.`,
    { path: requested, details: { existing, requested } },
  );
}
