import { counts, type Link } from "../links/model.ts";
import type { RequirementNode } from "../model/node.ts";
import type { Trace } from "../read/trace.ts";
import { entryOf } from "../records/read.ts";
import type { TestOutcome } from "../state/outcome.ts";
import type { LeafState, LinkState } from "../state/state.ts";
import type { BaseTrace } from "./base-trace.ts";

/** What a branch changed of a leaf. `code`: something that its tests rest on. */
export type TouchedBy = "new" | "text" | "record" | "test" | "code";

export interface TouchedLeaf {
  readonly leaf: LeafState;
  /** The state at the base; undefined for a leaf that was not there. */
  readonly before: LeafState | undefined;
  readonly by: readonly TouchedBy[];
}

export interface Touched {
  readonly leaves: ReadonlyMap<string, TouchedLeaf>;
  /** Leaves whose results rest on the whole tree, of which the branch changes something. They never fail for that. */
  readonly mayConcern: readonly LeafState[];
}

/** The live leaves that a branch touches. Only these can fail. */
export function touchedLeaves(trace: Trace, base: BaseTrace | undefined): Touched {
  const leaves = new Map<string, TouchedLeaf>();
  const mayConcern: LeafState[] = [];
  if (base === undefined || base.comparison.changed.length === 0) return { leaves, mayConcern };
  const changed = new Set<string>(base.comparison.changed.map(({ path }) => path));
  for (const leaf of trace.states.values()) {
    if (leaf.node.phase !== "live" || leaf.node.change !== undefined) continue;
    const before = base.stateOf(leaf.node);
    const by = reasons(trace, base, leaf, before, changed);
    if (by.length > 0) leaves.set(leaf.node.address, { leaf, before, by });
    else if (restsOnTree(leaf) && !isSameRun(leaf, before)) mayConcern.push(leaf);
  }
  return { leaves, mayConcern };
}

function reasons(
  trace: Trace,
  base: BaseTrace,
  leaf: LeafState,
  before: LeafState | undefined,
  changed: ReadonlySet<string>,
): TouchedBy[] {
  const { node } = leaf;
  const old = base.nodeOf(node);
  if (old === undefined) return ["new"];
  const by: TouchedBy[] = [];
  if (old.revision !== node.revision || old.address !== node.address) by.push("text");
  if (!isSameEntry(trace, base, node, old)) by.push("record");
  if (movedTests(base, leaf, before, changed)) by.push("test");
  if (movedCode(base, leaf, before, changed)) by.push("code");
  return by;
}

function isSameEntry(
  { records }: Trace,
  base: BaseTrace,
  node: RequirementNode,
  old: RequirementNode,
): boolean {
  return JSON.stringify(entryOf(records, node) ?? {}) === JSON.stringify(entryOf(base.records, old) ?? {});
}

function movedTests(
  { comparison }: BaseTrace,
  { links }: LeafState,
  before: LeafState | undefined,
  changed: ReadonlySet<string>,
): boolean {
  const tests = links.flatMap(({ link }) => (counts(link) && link.test !== undefined ? [link] : []));
  const known = new Set(links.map(({ link }) => identity(link)));
  const isLost = ({ link }: LinkState) =>
    counts(link) && changed.has(link.file) && !known.has(identity(link));
  const isMoved = (link: Link) => changed.has(link.file) && comparison.movedOf(link) === "moved";
  return tests.some(isMoved) || (before?.links.some(isLost) ?? false);
}

function identity({ test, file, symbol, role }: Link): string {
  return test?.hash ?? [role, file, symbol ?? ""].join("\0");
}

/** Results hold by content: one that holds now and did not at the base, or the other way round, rests on what moved. */
function movedCode(
  { comparison }: BaseTrace,
  leaf: LeafState,
  before: LeafState | undefined,
  changed: ReadonlySet<string>,
): boolean {
  const code = leaf.links.filter(({ link }) => link.test === undefined && changed.has(link.file));
  if (code.some(({ link }) => comparison.movedOf(link) === "moved")) return true;
  if (leaf.state === "failing" && before?.state !== "failing" && !isSameRun(leaf, before)) return true;
  return leaf.links.some(({ link, outcome }) => {
    if (link.test === undefined || outcome?.rests === undefined || outcome.rests.grain === "tree")
      return false;
    const old = outcomeBefore(before, link);
    if (old !== undefined && old.isFresh !== outcome.isFresh) return true;
    const items = Object.keys(outcome.rests.items).map((item) => item.replace(/#.*$/s, ""));
    return !outcome.isFresh && items.some((path) => changed.has(path));
  });
}

function outcomeBefore(before: LeafState | undefined, { test }: Link): TestOutcome | undefined {
  return before?.links.find(({ link }) => link.test !== undefined && link.test.hash === test?.hash)?.outcome;
}

function restsOnTree({ links }: LeafState): boolean {
  return links.some(({ outcome }) => outcome?.rests?.grain === "tree");
}

function isSameRun(leaf: LeafState, before: LeafState | undefined): boolean {
  return leaf.links.every(({ link, outcome }) => {
    const old = outcomeBefore(before, link);
    return outcome === undefined || (old?.isFresh === outcome.isFresh && old.status === outcome.status);
  });
}
