import { DocumentCache } from "../../artifacts/snapshot.ts";
import { changedKeys, withEntries } from "../../kernel/layered-map.ts";
import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { EvidenceMemo } from "../evidence/memo.ts";
import type { EvidenceSegment } from "../evidence/model.ts";
import type { LinkInputs, Links } from "../links/model.ts";
import { LinkMemo } from "../links/resolve.ts";
import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { RecordEntry, Records } from "../records/model.ts";
import type { SourceCache } from "../sources/cache.ts";
import type { Evidence } from "../state/outcome.ts";
import { type LeafState, type StateInputs, stateOf } from "../state/state.ts";
import type { Implementations } from "./implementations.ts";
import type { RequirementCache } from "./requirements.ts";

const maxSpecs = 20_000;

/**
 * The parts of the last answer about a workspace. Each is taken over while what it was made from is the same, so that
 * an edit costs what depends on the edited file. Nothing here outlives the process.
 */
export class TraceMemo {
  readonly requirements: RequirementCache = { specs: new StampCache({ maxEntries: maxSpecs }) };
  readonly artifacts = new DocumentCache();
  readonly evidence = new EvidenceMemo();
  readonly links = new LinkMemo();
  /** Segments of evidence by the hash of their text. */
  readonly segments = new Map<string, EvidenceSegment>();
  #records: Records | undefined;
  #graph:
    | { readonly read: RequirementGraph; readonly records: Records; readonly graph: RequirementGraph }
    | undefined;
  #entries: { readonly records: Records; readonly entryOf: LinkInputs["entryOf"] } | undefined;
  #implementations: { readonly key: string; readonly of: ImplementationsOf } | undefined;
  #states: { readonly sources: StateSources; readonly states: ReadonlyMap<string, LeafState> } | undefined;

  /** The earlier records if these are the same. */
  records(read: Records): Records {
    const last = this.#records;
    const isSame =
      last?.folder === read.folder &&
      last.files.size === read.files.size &&
      last.problems.length + read.problems.length === 0 &&
      [...read.files].every(([address, file]) => last.files.get(address)?.sha256 === file.sha256);
    if (isSame && last !== undefined) return last;
    this.#records = read;
    return read;
  }

  /** The requirements with what records add to them. */
  graph(read: RequirementGraph, records: Records, make: () => RequirementGraph): RequirementGraph {
    if (this.#graph?.read !== read || this.#graph.records !== records)
      this.#graph = { read, records, graph: make() };
    return this.#graph.graph;
  }

  /** The same function for the same records, by which links know that they are the same. */
  entriesOf(records: Records, make: () => NonNullable<LinkInputs["entryOf"]>): LinkInputs["entryOf"] {
    if (this.#entries?.records !== records)
      this.#entries = { records, entryOf: records.files.size === 0 ? undefined : make() };
    return this.#entries.entryOf;
  }

  /** The programs that implement a requirement; the same function for the same ones. */
  implementations(read: Implementations, isAnyEnough: boolean): ImplementationsOf {
    const key = JSON.stringify([isAnyEnough, ...read]);
    if (this.#implementations?.key !== key) {
      const of = ({ format, spec }: RequirementNode) => ({
        implementations: (format === "specman" && read.get(spec)) || [],
        isAnyEnough,
      });
      this.#implementations = { key, of };
    }
    return this.#implementations.of;
  }

  /** The states of all leaves and outcomes, by address. */
  states(sources: StateSources): ReadonlyMap<string, LeafState> {
    const last = this.#states;
    const isSame =
      last !== undefined &&
      last.sources.graph === sources.graph &&
      last.sources.records === sources.records &&
      last.sources.today === sources.today &&
      last.sources.doubts === sources.doubts &&
      last.sources.implementations === sources.implementations;
    const touched = isSame ? touchedLeaves(last.sources, sources) : undefined;
    const states =
      last === undefined || touched === undefined
        ? new Map(sources.graph.nodes.flatMap((node) => statesOf(node, sources)))
        : withEntries(
            last.states,
            [...touched].flatMap((address) => {
              const node = sources.graph.get(address);
              return node === undefined ? [] : statesOf(node, sources);
            }),
          );
    this.#states = { sources, states };
    return states;
  }
}

/** What a state needs to know of the programs that implement a requirement. */
export type ImplementationsOf = (
  node: RequirementNode,
) => Required<Pick<StateInputs, "implementations" | "isAnyEnough">>;

/** What states are made from. */
export interface StateSources {
  readonly graph: RequirementGraph;
  readonly links: Links;
  readonly evidence: Evidence;
  readonly records: Records;
  readonly today: string;
  /** Why a text is in doubt, by address. */
  readonly doubts: ReadonlyMap<string, string>;
  readonly entryOf: (node: RequirementNode) => RecordEntry | undefined;
  readonly implementations: ImplementationsOf;
}

/** The leaves whose links or results are others; undefined if nobody knows. */
function touchedLeaves(before: StateSources, now: StateSources): Set<string> | undefined {
  const touched = changedKeys(before.links.byLeaf, now.links.byLeaf);
  if (before.evidence === now.evidence) return touched;
  if (before.evidence.outcomes === undefined || now.evidence.outcomes === undefined) return undefined;
  for (const test of changedKeys(before.evidence.outcomes, now.evidence.outcomes))
    for (const leaf of now.links.leavesOf(test)) touched.add(leaf);
  // What is known of code is asked of the evidence as a whole.
  for (const leaf of now.links.checkedLeaves) touched.add(leaf);
  return touched;
}

function statesOf(
  node: RequirementNode,
  { links, entryOf, doubts, evidence, today, implementations }: StateSources,
): [string, LeafState][] {
  if (!isLeaf(node) && node.kind !== "outcome") return [];
  const { address } = node;
  const own = links.byLeaf.get(address) ?? [];
  const suspicion = doubts.get(address);
  const inputs = { node, links: own, entry: entryOf(node), suspicion, evidence, today };
  return [[address, stateOf({ ...inputs, ...implementations(node) })]];
}

const memos = new WeakMap<SourceCache, Map<string, TraceMemo>>();

export function memoOf(cache: SourceCache, { root }: Workspace): TraceMemo {
  const known = memos.get(cache) ?? new Map<string, TraceMemo>();
  memos.set(cache, known);
  const memo = known.get(root) ?? new TraceMemo();
  known.set(root, memo);
  return memo;
}
