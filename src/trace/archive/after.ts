import type { Assessment } from "../../changes/review/assess.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Link } from "../links/model.ts";
import { resolveLinks } from "../links/resolve.ts";
import { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import { placesAt } from "../read/places.ts";
import { nodesOfText } from "../read/requirements.ts";
import type { Trace } from "../read/trace.ts";
import { recordAddress } from "../records/model.ts";
import { entryOf } from "../records/read.ts";
import { formsOfAddress } from "../records/rename.ts";
import { type LeafState, stateOf } from "../state/state.ts";
import { type AddressRename, archiveRenames } from "./renames.ts";

/** The requirements as they are once a change is archived. */
export interface AfterArchive {
  readonly graph: RequirementGraph;
  readonly renames: readonly AddressRename[];
  /** Leaves that are new or have another text. */
  readonly leaves: readonly LeafState[];
  /** Live nodes that no longer exist and were not renamed. */
  readonly removed: readonly RequirementNode[];
}

/** What archiving a change makes of the requirements, their links and states. Nothing is written. */
export function afterArchive(trace: Trace, assessment: Assessment, today: string): AfterArchive {
  const graph = graphAfter(trace, assessment);
  const renames = archiveRenames(trace.graph, graph, assessment);
  const paths = new Set<WorkspacePath>(assessment.outcomes.map(({ path }) => path));
  const isTouched = ({ change, file }: RequirementNode) => change === undefined && paths.has(file);
  const before = trace.graph.nodes.filter(isTouched);
  const oldAddress = oldAddresses(graph, renames);
  const known = new Set(before.map(({ address, revision }) => `${address}\0${revision}`));
  const isKnown = ({ address, revision }: RequirementNode) =>
    known.has(`${oldAddress.get(address) ?? address}\0${revision}`);
  const fresh = graph.nodes.filter((node) => isTouched(node) && isLeaf(node) && !isKnown(node));
  const states = statesOf(trace, graph, oldAddress, fresh, today);
  const renamed = new Set(oldAddress.values());
  const removed = before.filter(({ address }) => graph.get(address) === undefined && !renamed.has(address));
  return { graph, renames, leaves: states, removed };
}

function graphAfter({ graph, territory }: Trace, { change, outcomes }: Assessment): RequirementGraph {
  const paths = new Set<string>(outcomes.map(({ path }) => path));
  const kept = graph.nodes.filter(
    ({ file }) => !paths.has(file) && !file.startsWith(`${change.entry.path}/`),
  );
  const fresh = outcomes.flatMap(({ path, applied: { text } }) =>
    text === undefined
      ? []
      : placesAt(path, territory).flatMap((place) => nodesOfText(place, text, undefined, territory).nodes),
  );
  return new RequirementGraph([...kept, ...fresh], graph.unread);
}

/** The address before the archive, by the one after it. The parts of a renamed requirement keep their names. */
function oldAddresses(graph: RequirementGraph, renames: readonly AddressRename[]): Map<string, string> {
  const old = new Map<string, string>();
  for (const { was, to } of renames) {
    old.set(to.address, was);
    for (const { address, part } of graph.childrenOf(to.address)) old.set(address, `${was}#${part}`);
  }
  return old;
}

function statesOf(
  trace: Trace,
  graph: RequirementGraph,
  oldAddress: ReadonlyMap<string, string>,
  leaves: readonly RequirementNode[],
  today: string,
): LeafState[] {
  const { records, scan, evidence } = trace;
  const entryNow = (node: RequirementNode) => {
    const old = trace.graph.get(oldAddress.get(node.address) ?? "");
    return entryOf(records, node) ?? (old && entryOf(records, old));
  };
  const entries = (node: RequirementNode) => {
    const entry = entryNow(node);
    const path = records.files.get(recordAddress(node).toLowerCase())?.path ?? records.folder;
    return entry && { entry, path };
  };
  const renamed = new Map(
    [...oldAddress].flatMap(([address, old]) => {
      const node = graph.get(address);
      return node === undefined
        ? []
        : formsOfAddress(old).map((form): [string, RequirementNode] => [form, node]);
    }),
  );
  const { byLeaf } = resolveLinks({ graph, files: scan.files, entryOf: entries, evidence, renamed });
  return leaves.map((node) => {
    const links: readonly Link[] = byLeaf.get(node.address) ?? [];
    const inputs = { node, links, entry: entryNow(node), evidence, suspicion: undefined, today };
    return stateOf({ ...inputs, ...trace.implementationsOf(node) });
  });
}
