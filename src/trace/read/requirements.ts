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
import type { RequirementNode } from "../model/node.ts";
import { findPlaces, findTerritory, placesAt, type ReadPlace, type Territory } from "./places.ts";

/** The planned edits of one active change: how many requirements it adds and modifies. */
export interface PlannedChange {
  readonly format: string;
  readonly name: string;
  added: number;
  modified: number;
}

export interface Requirements {
  readonly graph: RequirementGraph;
  readonly territory: Territory;
  readonly problems: readonly FormatProblem[];
  readonly changes: readonly PlannedChange[];
}

/** The requirements of the workspace as they are on disk now. */
export async function readRequirements(
  workspace: Workspace,
  specs: StampCache<NodesOfFile> = new StampCache({ maxEntries: 0 }),
): Promise<Requirements> {
  const territory = await findTerritory(workspace);
  const nodes: RequirementNode[] = [];
  const problems: FormatProblem[] = [];
  const unread: UnreadDocument[] = [];
  const changes = new Map<string, PlannedChange>();
  const words = JSON.stringify(territory.vocabulary);
  for (const path of await findPlaces(workspace, territory)) {
    const places = placesAt(path, territory);
    const stamp = await stampAt(workspace, path, places);
    const key = keyOf(path, places, words);
    const known = stamp && specs.get(key, stamp);
    if (known !== undefined) {
      nodes.push(...known.nodes);
      problems.push(...known.problems);
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
      const read = nodesOfText(place, file.value.text, tasks, territory);
      nodes.push(...read.nodes);
      problems.push(...read.problems);
      if (stamp !== undefined) specs.set(key, stamp, read, readAt);
      if (place.change !== undefined) countChange(changes, place, file.value.text, territory);
    }
  }
  const graph = new RequirementGraph(nodes, unread);
  return { graph, territory, problems, changes: [...changes.values()] };
}

/** The same text at another place, or with other words for MUST, gives other requirements. */
function keyOf(path: string, places: readonly ReadPlace[], words: string): string {
  return [path, ...places.map(({ reader, format, spec }) => `${reader}:${format}:${spec}`), words].join("\0");
}

/** The stamp of a file whose requirements follow from its own text alone; undefined for others. */
async function stampAt(
  workspace: Workspace,
  path: WorkspacePath,
  places: readonly ReadPlace[],
): Promise<Stamp | undefined> {
  const [place, ...others] = places;
  if (others.length > 0 || (place?.reader !== "spec" && place?.reader !== "artifact")) return undefined;
  const stat = await statPath(workspace, path);
  return stat.ok && stat.value?.kind === "file" ? stat.value : undefined;
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
      const edited = openspecNodes({ ...place, isModified: true }, spec, vocabulary, modified);
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

function countChange(
  changes: Map<string, PlannedChange>,
  { format, change = "" }: ReadPlace,
  text: string,
  { vocabulary }: Territory,
): void {
  const key = `${format}:${change}`;
  const entry = changes.get(key) ?? { format, name: change, added: 0, modified: 0 };
  const delta = readDelta(text, vocabulary);
  entry.added += delta.added.length;
  entry.modified += delta.modified.length;
  changes.set(key, entry);
}
