import type { Use } from "../../languages/language.ts";
import type { Confidence, Reason } from "../model/edge.ts";
import { isWeak } from "../types/type-ref.ts";
import type { InferredType } from "./inference.ts";
import type { Query } from "./lookup.ts";

/** A name with more candidates says nothing. */
export const maxCandidates = 8;

/** How sure something is and, if it is only possible, why. */
export interface Certainty {
  readonly confidence: Confidence;
  readonly reason?: Reason | undefined;
}

/** What a use means, and how sure that is. */
export interface Resolution extends Certainty {
  readonly ids: readonly number[];
}

export const exact: Certainty = { confidence: "exact" };
export const inferred: Certainty = { confidence: "inferred" };

export function possible(reason: Reason): Certainty {
  return { confidence: "possible", reason };
}

/** One declaration is as certain as the way to it; of several that match, each is only possible. */
export function chosen(ids: readonly number[], certainty: Certainty): Resolution {
  if (ids.length < 2) return { ids, ...certainty };
  const several = certainty.confidence === "possible" ? certainty : possible("several declarations match");
  return { ids: ids.slice(0, maxCandidates), ...several };
}

/** How sure a member of a type is. */
export function certaintyOf({ type, derived }: InferredType): Certainty {
  if (isWeak(type)) return possible("no import leads there");
  return derived ? inferred : exact;
}

export function argumentsOf({ labels = [], closures = [] }: Use) {
  return { labels, closures };
}

export function queryOf(use: Use): Query {
  return use.kind === "call" ? { kind: "call", args: argumentsOf(use) } : { kind: "value" };
}
