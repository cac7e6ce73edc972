import { readDelta } from "../../changes/delta/delta.ts";
import { faultText } from "../../kernel/fault.ts";
import { readSpec } from "../../specs/read.ts";
import { readText, statPath } from "../../workspace/files/files.ts";
import type { Stamp } from "../../workspace/files/stamp.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import { childPath, parentPath, type WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { kiroNodes } from "../formats/kiro.ts";
import { openspecNodes } from "../formats/openspec.ts";
import type { FormatProblem, NodesOfFile } from "../formats/place.ts";
import { speckitNodes } from "../formats/speckit.ts";
import { specmanNodes } from "../formats/specman.ts";
import { RequirementGraph, type UnreadDocument } from "../model/graph.ts";
import { findPlaces, findTerritory, placesAt, type ReadPlace, type Territory } from "./places.ts";

/** The planned edits of one active change: how many requirements it adds and modifies. */
export interface PlannedChange {
  readonly format: string;
  readonly name: string;
  readonly added: number;
  readonly modified: number;
}

export interface Requirements {
  readonly graph: RequirementGraph;
  readonly territory: Territory;
  readonly problems: readonly FormatProblem[];
  readonly changes: readonly PlannedChange[];
}

/** What earlier calls have read, so that unchanged files give the very same objects. */
export interface RequirementCache {
  readonly specs: StampCache<ReadDocument>;
  lastGraph?: { readonly documents: readonly ReadDocument[]; readonly graph: RequirementGraph };
}

/** The requirements of one file, and what it plans if it belongs to a change. */
export interface ReadDocument extends NodesOfFile {
  readonly planned?: PlannedChange;
}

/** The requirements of the workspace as they are on disk now. `stampOf` knows stamps from a look at the disk. */
export async function readRequirements(
  workspace: Workspace,
  cache: RequirementCache = { specs: new StampCache({ maxEntries: 0 }) },
  stampOf: (path: WorkspacePath) => Stamp | undefined = () => undefined,
): Promise<Requirements> {
  const territory = await findTerritory(workspace);
  const documents: ReadDocument[] = [];
  const unread: UnreadDocument[] = [];
  const words = JSON.stringify(territory.vocabulary);
  for (const path of await findPlaces(workspace, territory)) {
    const places = placesAt(path, territory);
    const stamp = isAlone(places) ? (stampOf(path) ?? (await stampAt(workspace, path))) : undefined;
    const key = keyOf(path, places, words);
    const known = stamp && cache.specs.get(key, stamp);
    if (known !== undefined) {
      documents.push(known);
      continue;
    }
    const readAt = Date.now();
    const file = await readText(workspace, path);
    if (!file.ok) {
      if (file.fault.code === "path_not_found") continue;
      const reason = faultText(file.fault);
      unread.push(...places.map(({ spec }) => ({ spec, file: path, reason })));
      continue;
    }
    for (const place of places) {
      const tasks = await tasksBeside(workspace, place);
      const read = readDocument(place, file.value.text, tasks, territory);
      documents.push(read);
      if (stamp !== undefined) cache.specs.set(key, stamp, read, readAt);
    }
  }
  const problems = documents.flatMap((document) => document.problems);
  return { graph: graphOf(documents, unread, cache), territory, problems, changes: plannedIn(documents) };
}

/** The graph of the last call if every document is the same. */
function graphOf(
  documents: readonly ReadDocument[],
  unread: readonly UnreadDocument[],
  cache: RequirementCache,
): RequirementGraph {
  const last = cache.lastGraph;
  const isSame =
    last?.documents.length === documents.length &&
    unread.length + last.graph.unread.length === 0 &&
    documents.every((document, at) => document === last.documents[at]);
  if (isSame && last !== undefined) return last.graph;
  const nodes = documents.flatMap((document) => document.nodes);
  const graph = new RequirementGraph(nodes, unread);
  cache.lastGraph = { documents, graph };
  return graph;
}

/** The same text at another place, or with other words for MUST, gives other requirements. */
function keyOf(path: string, places: readonly ReadPlace[], words: string): string {
  return [path, ...places.map(({ reader, format, spec }) => `${reader}:${format}:${spec}`), words].join("\0");
}

/** Whether the requirements of a file follow from its own text alone. */
function isAlone([place, ...others]: readonly ReadPlace[]): boolean {
  return others.length === 0 && place !== undefined && ["spec", "artifact", "delta"].includes(place.reader);
}

async function stampAt(workspace: Workspace, path: WorkspacePath): Promise<Stamp | undefined> {
  const stat = await statPath(workspace, path);
  return stat.ok && stat.value?.kind === "file" ? stat.value : undefined;
}

function readDocument(
  place: ReadPlace,
  text: string,
  tasks: string | undefined,
  territory: Territory,
): ReadDocument {
  const read = nodesOfText(place, text, tasks, territory);
  const { format, change } = place;
  if (change === undefined) return read;
  const { added, modified } = readDelta(text, territory.vocabulary);
  return { ...read, planned: { format, name: change, added: added.length, modified: modified.length } };
}

/** The requirements in a text that is, or was, at a place. Pure. */
export function nodesOfText(
  place: ReadPlace,
  text: string,
  tasks: string | undefined,
  { vocabulary }: Territory,
): NodesOfFile {
  switch (place.reader) {
    case "spec":
      return openspecNodes(place, readSpec(text, vocabulary), vocabulary);
    case "delta": {
      const { spec, added, modified } = readDelta(text, vocabulary);
      const planned = openspecNodes(place, spec, vocabulary, added);
      const edited = openspecNodes(place, spec, vocabulary, modified);
      return {
        nodes: [...planned.nodes, ...edited.nodes],
        problems: [...planned.problems, ...edited.problems],
      };
    }
    case "artifact":
      return specmanNodes(place, text, vocabulary.normative);
    case "feature":
      return speckitNodes(place, text, tasks, vocabulary.normative);
    case "kiro":
      return kiroNodes(place, text, tasks, vocabulary.normative);
  }
}

async function tasksBeside(workspace: Workspace, { reader, file }: ReadPlace): Promise<string | undefined> {
  if (reader !== "feature" && reader !== "kiro") return undefined;
  const tasks = await readText(workspace, tasksPath(file), { lossy: true });
  return tasks.ok ? tasks.value.text : undefined;
}

export function tasksPath(file: WorkspacePath): WorkspacePath {
  return childPath(parentPath(file), "tasks.md");
}

/** The changes with what all their deltas plan. */
function plannedIn(documents: readonly ReadDocument[]): PlannedChange[] {
  const changes = new Map<string, PlannedChange>();
  for (const { planned } of documents) {
    if (planned === undefined) continue;
    const key = `${planned.format}:${planned.name}`;
    const { added = 0, modified = 0 } = changes.get(key) ?? {};
    changes.set(key, { ...planned, added: added + planned.added, modified: modified + planned.modified });
  }
  return [...changes.values()];
}
