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
  /** `where` clause of a conditional conformance, or how else it came about. */
  readonly note?: string;
}

/** Kind and confidence as one number. */
export function codeOf({ kind, confidence }: Pick<FileEdge, "kind" | "confidence">): number {
  return edgeKinds.indexOf(kind) * confidences.length + confidences.indexOf(confidence);
}

export function kindOfCode(code: number): EdgeKind {
  return at(edgeKinds, Math.floor(code / confidences.length));
}

export function confidenceOfCode(code: number): Confidence {
  return at(confidences, code % confidences.length);
}

/** `path` and `key` of a symbol; an external name has no path; a file has the key "". */
export interface Target {
  readonly path: string;
  readonly key: string;
}

export function targetId({ path, key }: Target): string {
  return `${path}\u0000${key}`;
}
