import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { EvidenceMemo } from "../evidence/memo.ts";
import type { EvidenceSegment } from "../evidence/model.ts";
import type { Link } from "../links/model.ts";
import { LinkMemo } from "../links/written.ts";
import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { RecordEntry, Records } from "../records/model.ts";
import type { SourceCache } from "../sources/cache.ts";
import type { SourceScan } from "../sources/model.ts";
import { type LeafState, type StateInputs, stateOf } from "../state/state.ts";
import type { DiscoveredTest } from "../tests/model.ts";
import type { RequirementCache } from "./requirements.ts";

const maxSpecs = 20_000;

/**
 * The parts of the last answer about a workspace. Each is taken over while what it was made from is the same, so that
 * an edit costs what depends on the edited file. Nothing here outlives the process.
 */
export class TraceMemo {
  readonly requirements: RequirementCache = { specs: new StampCache({ maxEntries: maxSpecs }) };
  readonly evidence = new EvidenceMemo();
  readonly links = new LinkMemo();
  /** Segments of evidence by the hash of their text. */
  readonly segments = new Map<string, EvidenceSegment>();
  #records: Records | undefined;
  #graph:
    | { readonly read: RequirementGraph; readonly records: Records; readonly graph: RequirementGraph }
    | undefined;
  #tests: { readonly files: SourceScan["files"]; readonly tests: readonly DiscoveredTest[] } | undefined;
  #states: KnownStates = { of: [], states: new Map(), sources: undefined };

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

  /** All tests of a scan. */
  tests({ files }: SourceScan): readonly DiscoveredTest[] {
    if (this.#tests?.files !== files)
      this.#tests = { files, tests: [...files.values()].flatMap((facts) => facts.tests) };
    return this.#tests.tests;
  }

  /** The states of all leaves and outcomes, by address. `of` is everything that all of them are made from. */
  states(
    of: readonly unknown[],
    { nodes }: RequirementGraph,
    sources: StateSources,
  ): ReadonlyMap<string, LeafState> {
    const last = this.#states;
    if (last.of.length === of.length && of.every((each, at) => each === last.of[at])) return last.states;
    const states = new Map<string, LeafState>();
    const before = last.sources?.today === sources.today ? last.sources : undefined;
    for (const node of nodes) {
      if (!isLeaf(node) && node.kind !== "outcome") continue;
      const { address } = node;
      const known = last.states.get(address);
      const isKnown =
        before !== undefined &&
        known?.node === node &&
        before.entryOf(node) === sources.entryOf(node) &&
        before.suspicionOf(node) === sources.suspicionOf(node) &&
        hasSameLinks(known, sources.linksOf(address), sources.evidence, before.evidence);
      states.set(address, isKnown ? known : stateFrom(node, sources));
    }
    this.#states = { of, states, sources };
    return states;
  }
}

/** Where the parts of states come from. */
export interface StateSources extends Pick<StateInputs, "evidence" | "today"> {
  readonly linksOf: (address: string) => readonly Link[];
  readonly entryOf: (node: RequirementNode) => RecordEntry | undefined;
  readonly suspicionOf: (node: RequirementNode) => string | undefined;
}

interface KnownStates {
  readonly of: readonly unknown[];
  readonly states: ReadonlyMap<string, LeafState>;
  readonly sources: StateSources | undefined;
}

function stateFrom(
  node: RequirementNode,
  { linksOf, entryOf, suspicionOf, evidence, today }: StateSources,
): LeafState {
  const links = linksOf(node.address);
  return stateOf({ node, links, entry: entryOf(node), suspicion: suspicionOf(node), evidence, today });
}

function hasSameLinks(
  { links: known }: LeafState,
  links: readonly Link[],
  evidence: StateInputs["evidence"],
  before: StateInputs["evidence"],
): boolean {
  return (
    known.length === links.length &&
    links.every((link, at) => {
      const own = known[at];
      if (own?.link !== link) return false;
      // What is known of code is asked of the evidence as a whole.
      return link.test === undefined ? evidence === before : own.outcome === evidence.outcomeOf(link.test);
    })
  );
}

const memos = new WeakMap<SourceCache, Map<string, TraceMemo>>();

export function memoOf(cache: SourceCache, { root }: Workspace): TraceMemo {
  const known = memos.get(cache) ?? new Map<string, TraceMemo>();
  memos.set(cache, known);
  const memo = known.get(root) ?? new TraceMemo();
  known.set(root, memo);
  return memo;
}
