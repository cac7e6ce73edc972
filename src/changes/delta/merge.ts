import { type Block, normalForm, type Piece } from "./blocks.ts";

/** Why a change cannot be put on top of what the spec says now. */
export type MergeProblem =
  | { readonly kind: "dropped"; readonly scenario: string; readonly isScenario: boolean }
  | {
      readonly kind: "conflict" | "removal-conflict" | "rename-conflict";
      readonly scenario: string | undefined;
      readonly message: string;
    }
  | { readonly kind: "edit-target"; readonly scenario: string };

export interface Merge {
  readonly lead: string;
  readonly pieces: readonly Piece[];
  readonly problems: readonly MergeProblem[];
  /** Scenarios that others added or changed since the change was written, and that stay. */
  readonly kept: readonly string[];
}

/**
 * Puts a modified requirement (`ours`) over the one in the spec (`theirs`), knowing what the spec said when
 * the change was written (`base`). What only one side touched is taken from that side; what both touched
 * differently is a conflict; a scenario or other part that the change does not repeat was dropped, by mistake or
 * by an editor that knew an older text, so it has to be removed by name.
 */
export function mergeBlock(base: Block, theirs: Block, ours: Block): Merge {
  const merge = new BlockMerge(base, theirs, ours);
  const lead = merge.lead();
  const pieces = merge.pieces();
  return { lead, pieces, problems: merge.problems, kept: merge.kept };
}

class BlockMerge {
  readonly problems: MergeProblem[] = [];
  readonly kept: string[] = [];
  private readonly blocks: { readonly base: Block; readonly theirs: Block; readonly ours: Block };
  private readonly base: ReadonlyMap<string, Piece>;
  private readonly theirs: ReadonlyMap<string, Piece>;
  private readonly ours: ReadonlyMap<string, Piece>;

  constructor(base: Block, theirs: Block, ours: Block) {
    this.blocks = { base, theirs, ours };
    this.base = byKey(base.pieces);
    this.theirs = byKey(theirs.pieces);
    this.ours = byKey(ours.pieces.filter((piece) => piece.edit?.kind !== "removed"));
  }

  lead(): string {
    const { base, theirs, ours } = this.blocks;
    // The heading is ours in any case: a renaming before this step has already changed theirs.
    const [b, t, o] = [bodyOf(base.lead), bodyOf(theirs.lead), bodyOf(ours.lead)];
    if (same(o, t) || same(o, b)) return theirs.lead;
    if (same(t, b)) return ours.lead;
    const message = "the text of the requirement was changed both here and in the spec";
    this.problems.push({ kind: "conflict", scenario: undefined, message });
    return theirs.lead;
  }

  pieces(): Piece[] {
    const edits = this.readEdits();
    const merged = new Map<string, Piece>();
    for (const [key, piece] of this.ours) {
      const isRenamed = piece.edit !== undefined;
      const kept = isRenamed ? edits.renamed.get(key) : this.mergeOurs(key, piece);
      if (kept !== undefined) merged.set(key, kept);
    }
    return this.insertTheirs(merged, edits.gone);
  }

  /** What becomes of a scenario that the change repeats or adds. */
  private mergeOurs(key: string, ours: Piece): Piece | undefined {
    const base = this.base.get(key);
    const theirs = this.theirs.get(key);
    if (base === undefined && theirs === undefined) return ours;
    if (theirs === undefined) return this.goneFromTheirs(ours, base);
    if (same(ours.text, theirs.text)) return theirs;
    if (base !== undefined && same(ours.text, base.text)) {
      this.kept.push(theirs.name);
      return theirs;
    }
    if (base !== undefined && same(theirs.text, base.text)) return ours;
    const message = base === undefined ? "was added here and in the spec, with different text" : bothChanged;
    this.problems.push({ kind: "conflict", scenario: ours.name, message });
    return theirs;
  }

  private goneFromTheirs(ours: Piece, base: Piece | undefined): Piece | undefined {
    if (base === undefined || same(ours.text, base.text)) return undefined;
    const message = "was changed here and removed from the spec since";
    this.problems.push({ kind: "removal-conflict", scenario: ours.name, message });
    return ours;
  }

  /** `REMOVED Scenario` and `RENAMED Scenario` headings: which of theirs go, and what comes in their place. */
  private readEdits(): { gone: Set<string>; renamed: Map<string, Piece> } {
    const gone = new Set<string>();
    const renamed = new Map<string, Piece>();
    for (const piece of this.blocks.ours.pieces) {
      if (piece.edit === undefined) continue;
      const name = piece.edit.kind === "removed" ? piece.name : piece.edit.from;
      const theirs = this.theirs.get(keyOf(name, 0));
      const base = this.base.get(keyOf(name, 0));
      if (theirs === undefined) {
        // Gone already is as good as removed; a renaming has nothing to hold on to.
        const isDone =
          piece.edit.kind === "removed" ? base !== undefined : this.theirs.has(keyOf(piece.name, 0));
        if (!isDone) this.problems.push({ kind: "edit-target", scenario: name });
        continue;
      }
      gone.add(keyOf(name, 0));
      const hasMoved = base !== undefined && !same(base.text, theirs.text);
      if (piece.edit.kind === "removed") {
        const message = "is removed here and was changed in the spec since";
        if (hasMoved) this.problems.push({ kind: "removal-conflict", scenario: name, message });
        continue;
      }
      const renaming = renamedPiece(piece, theirs);
      renamed.set(keyOf(piece.name, 0), renaming);
      if (!hasMoved || same(bodyOf(renaming.text), bodyOf(theirs.text))) continue;
      if (same(bodyOf(renaming.text), bodyOf(base.text))) {
        renamed.set(keyOf(piece.name, 0), { ...renaming, text: headed(renaming.text, bodyOf(theirs.text)) });
        this.kept.push(name);
      } else this.problems.push({ kind: "conflict", scenario: name, message: bothChanged });
    }
    this.checkNewNames(renamed, gone);
    return { gone, renamed };
  }

  /** A new name that a scenario of the spec has already would put one in place of the other. */
  private checkNewNames(renamed: ReadonlyMap<string, Piece>, gone: ReadonlySet<string>): void {
    for (const [key, { name }] of renamed) {
      const isRepeated = [...this.ours.values()].filter((piece) => piece.name === name).length > 1;
      if (!isRepeated && (!this.theirs.has(key) || gone.has(key))) continue;
      const message = isRepeated
        ? "is there twice after the renaming"
        : "is the name of another scenario of the spec";
      this.problems.push({ kind: "rename-conflict", scenario: name, message });
    }
  }

  /** Puts what others added beside what stood before it, and notices what the change left out. */
  private insertTheirs(merged: Map<string, Piece>, gone: ReadonlySet<string>): Piece[] {
    const order = [...merged.keys()];
    let previous: string | undefined;
    for (const [key, piece] of this.theirs) {
      if (merged.has(key)) {
        previous = key;
        continue;
      }
      if (gone.has(key)) continue;
      if (this.base.has(key) && !this.ours.has(key))
        this.problems.push({ kind: "dropped", scenario: piece.name, isScenario: piece.isScenario });
      else if (!this.base.has(key)) this.kept.push(piece.name);
      merged.set(key, piece);
      order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
      previous = key;
    }
    return order.flatMap((key) => merged.get(key) ?? []);
  }
}

const bothChanged = "was changed both here and in the spec since the change was written";

/** A renaming without steps of its own keeps the steps that are there. */
function renamedPiece(piece: Piece, theirs: Piece): Piece {
  const body = bodyOf(piece.text);
  const level = /^\s*(#+)/.exec(theirs.text)?.[1] ?? "####";
  const title = `${level} Scenario: ${piece.name}\n`;
  return {
    name: piece.name,
    isScenario: true,
    text: title + (body.trim() === "" ? bodyOf(theirs.text) : body),
  };
}

function headed(text: string, body: string): string {
  return text.slice(0, text.length - bodyOf(text).length) + body;
}

function byKey(pieces: readonly Piece[]): Map<string, Piece> {
  const seen = new Map<string, number>();
  return new Map(
    pieces.map((piece) => {
      const nth = seen.get(piece.name) ?? 0;
      seen.set(piece.name, nth + 1);
      return [keyOf(piece.name, nth), piece];
    }),
  );
}

/** Scenarios are known by name; the second of the same name by its number as well. */
function keyOf(name: string, nth: number): string {
  return `${nth} ${name}`;
}

function bodyOf(text: string): string {
  return text.replace(/^[^\r\n]*(?:\r\n?|\n)?/, "");
}

function same(a: string, b: string): boolean {
  return a === b || normalForm(a) === normalForm(b);
}
