import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { WalkEntry } from "../../workspace/walk/walk.ts";
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
  /** It counts only because the settings let tags be anywhere. */
  readonly isOutside?: boolean;
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

/** The tests and tags of a workspace. */
export interface SourceScan {
  /** Files that hold any, by path in code point order. */
  readonly files: ReadonlyMap<WorkspacePath, SourceFacts>;
  /** How many files were looked at. */
  readonly scanned: number;
  /** Generated and vendored files with tags, which do not count. */
  readonly ignored: readonly WorkspacePath[];
  /** Every file of the workspace, so that nobody has to look again. */
  readonly entries: readonly WalkEntry[];
  /** Whether a file of these counts, by its path. */
  readonly isSource: (path: string) => boolean;
  /** Which files may differ from an earlier scan, for answers that were made from that one. */
  readonly changes: ScanChanges;
}

/** What can differ between two reads of the same workspace. */
export interface ScanChanges {
  /** Identifies the look. */
  readonly id: number;
  /** The look that it is compared with; undefined for the first. */
  readonly since: number | undefined;
  /** Files that are there and may have another text. */
  readonly entries: readonly WalkEntry[];
  /** The same, and files that are gone. Everything, if there is no earlier look. */
  readonly paths: ReadonlySet<string>;
  /** Files were added or removed. */
  readonly hasOtherPaths: boolean;
  /** Written so recently that the next look cannot tell by their stamps whether they changed. */
  readonly young: ReadonlySet<string>;
}
