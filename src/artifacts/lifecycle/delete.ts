import { dirname } from "node:path/posix";
import * as z from "zod";
import { clip } from "../../kernel/clip.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { commit } from "../../workspace/write/commit.ts";
import { type Graph, loadGraph } from "../graph/graph.ts";
import { dependencyTree } from "../graph/tree.ts";
import { type ResolvedArtifact, refuseView, resolveArtifact } from "../locate/resolve.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { persistenceFailure, ruleFailure } from "../model/faults.ts";
import { handleOf, idOf } from "../model/kinds.ts";
import { Checkout, Id, Mode } from "../model/shapes.ts";
import {
  type ArtifactSession,
  currentCheckout,
  takeSnapshot,
  withArtifactLock,
  withGraphLock,
} from "../session.ts";

export const DeleteReport = z.object({
  id: Id,
  handle: z.string(),
  path: z.string(),
  mode: Mode,
  persisted: z.boolean(),
  forced: z.boolean(),
  dependents: z.array(z.string()).readonly(),
  removed_path: z.string(),
  mutations: z.array(z.object({ action: z.literal("delete"), path: z.string() })).readonly(),
  ...Checkout.shape,
});
export type DeleteReport = z.infer<typeof DeleteReport>;

/** Deletes an artifact with its whole folder, unless another artifact needs it. */
export async function deleteArtifact(
  session: ArtifactSession,
  locator: string,
  mode: Mode,
  force: boolean,
): Promise<Result<DeleteReport>> {
  const resolved = await resolveArtifact(takeSnapshot(session), locator);
  if (!resolved.ok) return resolved;
  const view = refuseView(locator, resolved.value.view);
  if (!view.ok) return view;
  const work = () => remove(session, resolved.value, mode, force);
  if (mode === "preview") return work();
  return withArtifactLock(session, resolved.value.ref, () => withGraphLock(session, work));
}

async function remove(
  session: ArtifactSession,
  resolved: ResolvedArtifact,
  mode: Mode,
  force: boolean,
): Promise<Result<DeleteReport>> {
  const graph = await loadGraph(takeSnapshot(session));
  const node = graph.nodes.get(resolved.path);
  const handle = node?.summary.handle ?? handleOf(resolved.ref);
  const blockers = blockersOf(graph, resolved);
  if (blockers.length > 0 && !force) return blocked(graph, resolved, handle, blockers);
  const folder = literalPath(dirname(resolved.path));
  if (mode === "persist") {
    const edits = [{ kind: "remove-folder" as const, path: folder }];
    const options = { lockDirectory: fileLocks, signal: session.signal, tool: session.tool };
    const removed = await commit(session.workspace, { label: `delete ${handle}`, edits }, options);
    if (!removed.ok) return persistenceFailure("lifecycle_automation", removed, handle);
    session.touched(folder);
  }
  const persisted = mode === "persist";
  return ok({
    id: idOf(resolved.ref),
    handle,
    path: resolved.path,
    mode,
    persisted,
    forced: blockers.length > 0,
    dependents: blockers,
    removed_path: folder,
    mutations: persisted ? [{ action: "delete", path: folder }] : [],
    ...(await currentCheckout(session.workspace)),
  });
}

/** The artifacts that need it; for a scratch pad only other scratch pads count. */
function blockersOf(graph: Graph, resolved: ResolvedArtifact): string[] {
  return (graph.consumers.get(resolved.path) ?? []).flatMap((key) => {
    const consumer = graph.nodes.get(key);
    const edge = consumer?.edges.find((each) => each.to === resolved.path);
    if (consumer === undefined || edge === undefined || edge.optional || key === resolved.path) return [];
    if (resolved.ref.kind === "scratch_pad" && consumer.summary.id.kind !== "ScratchPad") return [];
    return [consumer.summary.handle ?? key];
  });
}

function blocked(
  graph: Graph,
  resolved: ResolvedArtifact,
  handle: string,
  blockers: readonly string[],
): Result<never> {
  const tree = dependencyTree(graph, resolved.path);
  const partial = tree.ok ? tree.value : tree.fault.details?.["partial_tree"];
  const rule = resolved.ref.kind === "scratch_pad" ? "scratch_dependencies" : "acyclic";
  const { shown, leftOut } = clip(blockers, 5);
  const more = leftOut > 0 ? ` and ${leftOut} more` : "";
  return ruleFailure(
    "lifecycle_automation",
    rule,
    "deletion_blocked",
    `${handle} cannot be deleted: ${shown.join(", ")}${more} ${blockers.length === 1 ? "depends" : "depend"} on it.`,
    "Remove these dependencies with the op remove_dependency, delete the dependents first, or force the deletion.",
    {
      artifact: handle,
      path: resolved.path,
      details: { dependents: blockers, tree: partial },
      suggest: {
        operation: "dependency_tree",
        args: { locator: handle, view: "downstream" },
        to: "see everything that is affected",
      },
    },
  );
}
