import type { EnsureType, Verb } from "../links/grammar.ts";
import type { DiscoveredSuite, DiscoveredTest } from "../tests/model.ts";

/** What a tag belongs to. */
export type TagOwner =
  /** One test, or all tests of the suite below the tag; by their place in `tests`. */
  | { readonly kind: "tests"; readonly tests: readonly number[] }
  | { readonly kind: "symbol"; readonly name: string; readonly startLine: number; readonly endLine: number }
  /** A file without a grammar: a build script, a workflow. */
  | { readonly kind: "file" }
  | { readonly kind: "none" };

export interface SourceTag {
  readonly verb: Verb;
  readonly references: readonly string[];
  readonly type?: EnsureType;
  readonly text: string;
  readonly line: number;
  readonly owner: TagOwner;
}

export interface SourceProblem {
  readonly text: string;
  readonly line: number;
  readonly reason: string;
}

/** What a source file says about requirements and tests. Plain data, so that it can be stored. */
export interface SourceFacts {
  readonly tests: readonly DiscoveredTest[];
  readonly suites: readonly DiscoveredSuite[];
  readonly tags: readonly SourceTag[];
  readonly malformed: readonly SourceProblem[];
}

export const noFacts: SourceFacts = { tests: [], suites: [], tags: [], malformed: [] };
