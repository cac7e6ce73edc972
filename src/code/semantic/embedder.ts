import type { Result } from "../../kernel/result.ts";

/** Turns text into vectors whose angle measures how close two meanings are. */
export interface Embedder {
  /** Names provider, model and whatever changes its vectors: those under another name are never compared. */
  readonly model: string;
  /** How many texts one call may take. */
  readonly batch: number;
  readonly documents: (texts: readonly string[], signal: AbortSignal) => Promise<Result<Float32Array[]>>;
  readonly query: (text: string, signal: AbortSignal) => Promise<Result<Float32Array>>;
}

/** The embedded text of a chunk: its location and name matter as much as its body. */
export function documentText(parts: {
  readonly path: string;
  readonly breadcrumb: string;
  readonly signature: string;
  readonly content: string;
}): string {
  const head = [parts.path, parts.breadcrumb, parts.signature].filter((part) => part !== "").join("\n");
  return `${head}\n${parts.content}`.slice(0, 6_000);
}
