import { at } from "../../../kernel/array.ts";

/** How certain an edge is, the most certain first. */
export const confidences = ["exact", "inferred", "possible", "external"] as const;
/**
 * - exact: the labels fit and every step to the receiver is written in the source
 * - inferred: the same, but a step was derived (from an initial value, a result, an element)
 * - possible: only the name matches, or the call is dispatched at run time
 * - external: what it names is not in the repository
 */
export type Confidence = (typeof confidences)[number];

/** Why an edge is only possible. The order is part of the stored format: append only. */
export const reasons = [
  "several declarations match",
  "type of the receiver unknown",
  "no import leads there",
  "build conditions decide",
  "type checked at run time",
  "arguments match no declaration",
  "macros hide the namespace or type",
  "expected type unknown",
  "matched by name",
] as const;
export type Reason = (typeof reasons)[number];

// The order is part of the stored format: append only.
export const edgeKinds = [
  "calls",
  "references",
  "conforms",
  "inherits",
  "extends",
  "overrides",
  "imports",
] as const;
/** `overrides`: from a method to what it overrides, or to the requirement that it fulfills. */
export type EdgeKind = (typeof edgeKinds)[number];

/** An edge that starts in a file. It ends at a name, not at a number, so that it survives edits of other files. */
export interface FileEdge {
  /** Index of the symbol in its file; -1 for the file itself. */
  readonly from: number;
  readonly to: Target;
  readonly kind: EdgeKind;
  readonly confidence: Confidence;
  readonly line: number;
  /** Of a possible edge. */
  readonly reason?: Reason | undefined;
  /** `where` clause of a conditional conformance, or how else it came about. */
  readonly note?: string;
}

/** Confidences, then possible for each reason. */
const states = confidences.length + reasons.length;

/** How many codes there are. */
export const codeCount = edgeKinds.length * states;

/** Kind, confidence and reason as one number. */
export function codeOf({
  kind,
  confidence,
  reason,
}: Pick<FileEdge, "kind" | "confidence" | "reason">): number {
  const state =
    reason === undefined ? confidences.indexOf(confidence) : confidences.length + reasons.indexOf(reason);
  return edgeKinds.indexOf(kind) * states + state;
}

export function kindOfCode(code: number): EdgeKind {
  return at(edgeKinds, Math.floor(code / states));
}

export function confidenceOfCode(code: number): Confidence {
  return confidences[code % states] ?? "possible";
}

export function reasonOfCode(code: number): Reason | undefined {
  return reasons[(code % states) - confidences.length];
}

/** `path` and `key` of a symbol; an external name has no path; a file has the key "". */
export interface Target {
  readonly path: string;
  readonly key: string;
}
