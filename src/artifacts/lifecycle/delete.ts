import { dirname } from "node:path/posix";
import { ok, type Result } from "../../kernel/result.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { commit } from "../../workspace/write/commit.ts";
import { type Graph, loadGraph } from "../graph/graph.ts";
import { dependencyTree } from "../graph/tree.ts";
import { type Place, refuseView, resolveArtifact } from "../locate/resolve.ts";
import { fileLocks } from "../locate/specman-workspace.ts";
import { persistenceFailure, ruleFailure } from "../model/faults.ts";
import { type ArtifactId, idOf } from "../model/kinds.ts";
import type { Mode } from "../mutation/update.ts";
import {
  type ArtifactSession,
  checkoutInfo,
  takeSnapshot,
  withArtifactLock,
  withGraphLock,
} from "../session.ts";

export interface DeleteReport {
  readonly id: ArtifactId;
  readonly handle: string;
  readonly path: string;
  readonly mode: Mode;
  readonly persisted: boolean;
  /** Whether dependents were overridden. */
  readonly forced: boolean;
  /** Handles or paths of the artifacts that depend on it. */
  readonly dependents: readonly string[];
  readonly removed_path: string;
  readonly mutations: readonly { readonly action: "delete"; readonly path: string }[];
  readonly root: string;
  readonly branch: string | null;
}

/** Deletes an artifact with its whole folder, unless another one needs it. */
export async function deleteArtifact(
  session: ArtifactSession,
  locator: string,
  mode: Mode,
  force: boolean,
): Promise<Result<DeleteReport>> {
  const place = await resolveArtifact(takeSnapshot(session), locator);
  if (!place.ok) return place;
  const view = refuseView(locator, place.value.view);
  if (!view.ok) return view;
  const work = () => remove(session, place.value, mode, force);
  if (mode === "preview") return work();
  return withArtifactLock(session, place.value.ref, () => withGraphLock(session, work));
}

async function remove(
  session: ArtifactSession,
  place: Extract<Place, { type: "artifact" }>,
  mode: Mode,
  force: boolean,
): Promise<Result<DeleteReport>> {
  const graph = await loadGraph(takeSnapshot(session));
  const node = graph.nodes.get(place.path);
  const handle = node?.summary.handle ?? locatorOf(place);
  const blockers = blockersOf(graph, place);
  if (blockers.length > 0 && !force) return blocked(graph, place, handle, blockers);
  const folder = literalPath(dirname(place.path));
  if (mode === "persist") {
    const edits = [{ kind: "remove-folder" as const, path: folder }];
    const options = { lockDirectory: fileLocks, signal: session.signal, tool: session.tool };
    const removed = await commit(session.workspace, { label: `delete ${handle}`, edits }, options);
    if (!removed.ok) return persistenceFailure("lifecycle_automation", removed, handle);
    session.touched(folder);
  }
  const persisted = mode === "persist";
  return ok({
    id: idOf(place.ref),
    handle,
    path: place.path,
    mode,
    persisted,
    forced: blockers.length > 0,
    dependents: blockers,
    removed_path: folder,
    mutations: persisted ? [{ action: "delete", path: folder }] : [],
    ...(await checkoutInfo(session.workspace)),
  });
}

/** Who keeps it from going: every consumer that needs it; for a scratch pad only other scratch pads. */
function blockersOf(graph: Graph, place: Extract<Place, { type: "artifact" }>): string[] {
  return (graph.consumers.get(place.path) ?? []).flatMap((key) => {
    const consumer = graph.nodes.get(key);
    const edge = consumer?.edges.find((each) => each.to === place.path);
    if (consumer === undefined || edge === undefined || edge.optional || key === place.path) return [];
    if (place.ref.kind === "scratch_pad" && consumer.summary.id.kind !== "ScratchPad") return [];
    return [consumer.summary.handle ?? key];
  });
}

function blocked(
  graph: Graph,
  place: Extract<Place, { type: "artifact" }>,
  handle: string,
  blockers: readonly string[],
): Result<never> {
  const tree = dependencyTree(graph, place.path);
  const partial = tree.ok ? tree.value : tree.fault.details?.["partial_tree"];
  const rule = place.ref.kind === "scratch_pad" ? "scratch_dependencies" : "acyclic";
  const shown = blockers.slice(0, 5).join(", ");
  const more = blockers.length > 5 ? ` and ${blockers.length - 5} more` : "";
  return ruleFailure(
    "lifecycle_automation",
    rule,
    "deletion_blocked",
    `${handle} cannot be deleted: ${shown}${more} ${blockers.length === 1 ? "depends" : "depend"} on it.`,
    "Remove these dependencies (update_artifact with remove_dependency), delete the dependents first, or pass force.",
    {
      artifact: handle,
      path: place.path,
      details: { dependents: blockers, tree: partial },
    },
  );
}

function locatorOf({ ref }: Extract<Place, { type: "artifact" }>): string {
  return `${ref.kind}:${ref.name}`;
}
