/** How sure an edge is. Ordered: the better one first. */
export const confidences = ["exact", "inferred", "possible", "external"] as const;
/**
 * - exact: the labels fit and every step to the receiver is written in the source
 * - inferred: the same, but a step was derived (from an initial value, a result, an element)
 * - possible: only the name says so, or the call is dispatched at run time
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
/** `overrides`: from a method to what it overrides or which requirement it fulfils. */
export type EdgeKind = (typeof edgeKinds)[number];

/** An edge that starts in one file. Its end is named, not numbered, so that it survives edits of other files. */
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
  return edgeKinds[Math.floor(code / confidences.length)] ?? "references";
}

export function confidenceOfCode(code: number): Confidence {
  return confidences[code % confidences.length] ?? "possible";
}

/** `path` and `key` of a symbol; an external name has no path; a file has the key "". */
export interface Target {
  readonly path: string;
  readonly key: string;
}

export function targetId({ path, key }: Target): string {
  return `${path}\u0000${key}`;
}
