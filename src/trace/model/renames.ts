import { isLeaf, type RequirementNode } from "./node.ts";

export interface Rename {
  readonly from: RequirementNode;
  readonly to: RequirementNode;
}

/** How the requirements of one tree differ from those of an earlier one. */
export interface NodeChanges {
  /** Another name, the same text. */
  readonly renamed: readonly Rename[];
  /** Whole specs that moved: one line instead of one for each requirement. */
  readonly movedSpecs: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  /** The same address, another text. */
  readonly moved: readonly Rename[];
  readonly added: readonly RequirementNode[];
  readonly removed: readonly RequirementNode[];
  /** Similar enough to ask, never applied by itself. */
  readonly proposed: readonly (Rename & { readonly similarity: number })[];
  /** An id whose new text another id had before: FR-003 that became FR-002. */
  readonly renumbered: readonly Rename[];
}

const minSimilarity = 0.7;
const minMargin = 0.15;

/** Compares live nodes of two trees by address, then by content. The name is not part of a revision. */
export function compareNodes(
  before: readonly RequirementNode[],
  after: readonly RequirementNode[],
): NodeChanges {
  const old = new Map(before.map((node) => [node.address, node]));
  const current = new Map(after.map((node) => [node.address, node]));
  const gone = before.filter(({ address }) => !current.has(address));
  const fresh = after.filter(({ address }) => !old.has(address));
  const moved = after.flatMap((to): Rename[] => {
    const from = old.get(to.address);
    return from !== undefined && from.revision !== to.revision ? [{ from, to }] : [];
  });
  const renamed = findRenames(gone, fresh);
  const [from, to] = [new Set(renamed.map((each) => each.from)), new Set(renamed.map((each) => each.to))];
  const removed = gone.filter((node) => !from.has(node));
  const added = fresh.filter((node) => !to.has(node));
  const renumbered = moved.flatMap(({ to: node }): Rename[] => {
    const other = before.find(
      (each) =>
        each.address !== node.address &&
        each.kind === node.kind &&
        each.spec === node.spec &&
        each.revision === node.revision,
    );
    return other === undefined ? [] : [{ from: other, to: node }];
  });
  return {
    renamed,
    movedSpecs: movedSpecs(renamed, gone),
    moved,
    added,
    removed,
    proposed: proposeRenames(removed, added),
    renumbered,
  };
}

function findRenames(gone: readonly RequirementNode[], fresh: readonly RequirementNode[]): Rename[] {
  const parents = new Map<string, string>();
  const renames: Rename[] = [];
  const taken = new Set<RequirementNode>();
  // Parents come before their parts, so that parts of a renamed requirement are found under its new name.
  for (const from of gone) {
    if (from.text === "") continue;
    const alike = fresh.filter(
      (to) => !taken.has(to) && to.kind === from.kind && to.revision === from.revision,
    );
    const parent = from.parent && (parents.get(from.parent) ?? from.parent);
    const beside = alike.filter(
      (to) => to.parent === parent && to.format === from.format && to.spec === from.spec,
    );
    const elsewhere = alike.filter((to) => to.name === from.name);
    const under = alike.filter((to) => to.parent !== undefined && to.parent === parent);
    const to = [beside, under, elsewhere].find(({ length }) => length === 1)?.[0];
    if (to === undefined) continue;
    taken.add(to);
    parents.set(from.address, to.address);
    renames.push({ from, to });
  }
  return renames;
}

function movedSpecs(renamed: readonly Rename[], gone: readonly RequirementNode[]): NodeChanges["movedSpecs"] {
  const counts = new Map<string, { from: string; to: string; count: number }>();
  for (const { from, to } of renamed) {
    if (from.spec === to.spec && from.format === to.format) continue;
    const key = `${from.format}:${from.spec}\0${to.format}:${to.spec}`;
    const entry = counts.get(key) ?? {
      from: `${from.format}:${from.spec}`,
      to: `${to.format}:${to.spec}`,
      count: 0,
    };
    entry.count++;
    counts.set(key, entry);
  }
  // One requirement that changed its spec is a rename; a spec moved if nothing of it stayed behind.
  return [...counts.values()].filter(
    ({ from, count }) => gone.filter(({ format, spec }) => `${format}:${spec}` === from).length === count,
  );
}

function proposeRenames(
  removed: readonly RequirementNode[],
  added: readonly RequirementNode[],
): (Rename & { similarity: number })[] {
  return removed.flatMap((from) => {
    const scored = added
      .filter((to) => to.kind === from.kind && isLeaf(to) === isLeaf(from))
      .map((to) => ({ from, to, similarity: similarity(wordsOf(from), wordsOf(to)) }))
      .sort((a, b) => b.similarity - a.similarity);
    const [best, second] = scored;
    if (best === undefined || best.similarity < minSimilarity) return [];
    return best.similarity - (second?.similarity ?? 0) >= minMargin ? [best] : [];
  });
}

function wordsOf({ name, text }: RequirementNode): ReadonlySet<string> {
  return new Set(`${name} ${text}`.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** The share of words that two texts have in common. */
function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return a.size + b.size === 0 ? 0 : (2 * shared) / (a.size + b.size);
}
