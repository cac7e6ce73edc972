import { languageFor } from "../../code/languages/registry.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { readText } from "../../workspace/files/files.ts";
import {
  branchPoint,
  type ChangedFile,
  changedSince,
  filesAtRevision,
  gitStatus,
} from "../../workspace/git/queries.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import type { Link } from "../links/model.ts";
import { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import { compareNodes, type NodeChanges } from "../model/renames.ts";
import type { SourceFacts } from "../sources/model.ts";
import { readSource } from "../sources/read.ts";
import { readSymbols } from "../sources/symbols.ts";
import type { Moved } from "../state/suspicion.ts";
import { placesAt } from "./places.ts";
import { nodesOfText, type Requirements } from "./requirements.ts";

/** What differs between the tree of a commit and the files on disk, as far as requirements and tests go. */
export interface BaseComparison {
  readonly revision: string;
  readonly changed: readonly ChangedFile[];
  /** The texts of changed files at the base, as far as they may say something about requirements, tests and code. */
  readonly before: ReadonlyMap<WorkspacePath, string>;
  /** The requirements at the base. */
  readonly graph: RequirementGraph;
  readonly nodes: NodeChanges;
  readonly movedOf: (link: Link) => Moved;
}

/**
 * Compares with the commit where the branch began, or with HEAD. Only files that git names as changed are read from
 * the commit. Undefined without git, and before the first commit.
 */
export async function compareWithBase(
  workspace: Workspace,
  { graph, territory }: Requirements,
  files: ReadonlyMap<WorkspacePath, SourceFacts>,
  since: string | undefined,
): Promise<Result<BaseComparison | undefined>> {
  if (since === undefined) {
    const { repository, head } = await gitStatus(workspace);
    if (!repository || head === undefined) return ok(undefined);
  }
  const point = since === undefined ? ok("HEAD") : await branchPoint(workspace, since);
  if (!point.ok) return point;
  const revision = point.value;
  const changed = await changedSince(workspace, revision);
  if (!changed.ok) return changed;
  const isRead = ({ path }: ChangedFile) =>
    placesAt(path, territory).length > 0 ||
    files.has(path) ||
    path.endsWith(".toml") ||
    languageFor(path, "") !== undefined;
  const old = changed.value.filter(({ status }) => status !== "added");
  const pathsOf = (list: readonly ChangedFile[]) => list.map(({ path }) => path);
  const texts = await filesAtRevision(workspace, revision, pathsOf(old.filter(isRead)));
  if (!texts.ok) return texts;
  // A file of another kind may have held tags. A clone can lack its content; the rest is still known.
  const gone = old.filter((file) => file.status === "deleted" && !isRead(file));
  const others = await filesAtRevision(workspace, revision, pathsOf(gone));
  const before = new Map([...texts.value, ...(others.ok ? others.value : [])]);
  const touched = new Set<string>(changed.value.map(({ path }) => path));
  const isLive = ({ change }: RequirementNode) => change === undefined;
  const current = graph.nodes.filter(isLive);
  const oldNodes = [...before].flatMap(([path, text]) =>
    placesAt(path, territory).flatMap((place) => nodesOfText(place, text, undefined, territory).nodes),
  );
  const base = [...current.filter(({ file }) => !touched.has(file)), ...oldNodes.filter(isLive)];
  const movedOf = await testsBefore(workspace, before, files, touched);
  return ok({
    revision,
    changed: changed.value,
    before,
    graph: new RequirementGraph(base, graph.unread),
    nodes: compareNodes(base, current),
    movedOf,
  });
}

/** How tests and checks of changed files compare with those of the same files before. */
async function testsBefore(
  workspace: Workspace,
  before: ReadonlyMap<WorkspacePath, string>,
  files: ReadonlyMap<WorkspacePath, SourceFacts>,
  touched: ReadonlySet<string>,
): Promise<(link: Link) => Moved> {
  const hashes = new Set<string>();
  const sameSymbols = new Set<string>();
  for (const [path, text] of before) {
    for (const { hash } of (await readSource(path, text, true)).tests) hashes.add(hash);
    const isChecked = files.get(path)?.tags.some(({ owner }) => owner.kind === "symbol") ?? false;
    const current = isChecked ? await readText(workspace, path) : undefined;
    if (!current?.ok) continue;
    const old = new Map((await readSymbols(path, text)).map(({ name, hash }) => [name, hash]));
    for (const { name, hash } of await readSymbols(path, current.value.text))
      if (old.get(name) === hash) sameSymbols.add(`${path}#${name}`);
  }
  return (link) => {
    if (!touched.has(link.file)) return "same";
    if (link.test !== undefined) return hashes.has(link.test.hash) ? "same" : "moved";
    return sameSymbols.has(`${link.file}#${link.symbol ?? ""}`) ? "same" : "moved";
  };
}
