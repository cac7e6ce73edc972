import { StampCache } from "../../workspace/files/stamp-cache.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { EvidenceMemo } from "../evidence/memo.ts";
import type { EvidenceSegment } from "../evidence/model.ts";
import { LinkMemo } from "../links/written.ts";
import type { RequirementGraph } from "../model/graph.ts";
import { isLeaf, type RequirementNode } from "../model/node.ts";
import type { Records } from "../records/model.ts";
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
  #states: KnownStates = { of: [], made: new Map(), states: new Map() };

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
    inputsOf: (node: RequirementNode) => StateInputs,
  ): ReadonlyMap<string, LeafState> {
    const last = this.#states;
    if (last.of.length === of.length && of.every((each, at) => each === last.of[at])) return last.states;
    const states = new Map<string, LeafState>();
    const made = new Map<string, MadeState>();
    for (const node of nodes) {
      if (!isLeaf(node) && node.kind !== "outcome") continue;
      const inputs = inputsOf(node);
      const known = last.made.get(node.address);
      const own = known && isSameState(known, inputs) ? known : { inputs, state: stateOf(inputs) };
      made.set(node.address, own);
      states.set(node.address, own.state);
    }
    this.#states = { of, made, states };
    return states;
  }
}

interface MadeState {
  readonly inputs: StateInputs;
  readonly state: LeafState;
}

interface KnownStates {
  readonly of: readonly unknown[];
  readonly made: ReadonlyMap<string, MadeState>;
  readonly states: ReadonlyMap<string, LeafState>;
}

function isSameState({ inputs: before, state }: MadeState, now: StateInputs): boolean {
  return (
    before.node === now.node &&
    before.entry === now.entry &&
    before.suspicion === now.suspicion &&
    before.today === now.today &&
    before.links.length === now.links.length &&
    now.links.every((link, at) => {
      if (before.links[at] !== link) return false;
      // What is known of code is asked of the evidence as a whole.
      if (link.test === undefined) return before.evidence === now.evidence;
      return state.links[at]?.outcome === now.evidence.outcomeOf(link.test);
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
