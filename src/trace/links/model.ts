import type { Finding } from "../../kernel/finding.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { RequirementGraph } from "../model/graph.ts";
import type { RequirementNode } from "../model/node.ts";
import type { RecordEntry } from "../records/model.ts";
import type { SourceFacts } from "../sources/model.ts";
import type { Evidence } from "../state/outcome.ts";
import type { DiscoveredTest } from "../tests/model.ts";

/** Where a link comes from, best first. Proposals are not links. */
export const linkSources = ["tag", "title-id", "report", "title", "record"] as const;
export type LinkSource = (typeof linkSources)[number];

/**
 * `verifies`: a test. `check`: a condition in code. `implements`: the code of the requirement. `manual`: a person.
 */
export type LinkRole = "verifies" | "check" | "implements" | "manual";

/** A connection between a leaf and a test or a piece of code. Only exact links count. */
export interface Link {
  readonly leaf: string;
  readonly source: LinkSource;
  readonly role: LinkRole;
  readonly isExact: boolean;
  /** Set for a test. */
  readonly test?: DiscoveredTest;
  /** Set for code: the declaration, or nothing for a whole file. */
  readonly symbol?: string;
  readonly file: string;
  readonly line: number;
}

export interface Links {
  /** By the address of the leaf. */
  readonly byLeaf: ReadonlyMap<string, readonly Link[]>;
  /** The leaves that a test is linked to, as of the newest links of the process. */
  readonly leavesOf: (test: DiscoveredTest) => Iterable<string>;
  /** Leaves that are linked to code: a check, or the implementation. */
  readonly checkedLeaves: ReadonlySet<string>;
  readonly findings: readonly Finding[];
}

/** Whether a link makes its leaf more than open. */
export function counts({ isExact, role }: Link): boolean {
  return isExact && role !== "implements";
}

/** What links are made from. */
export interface LinkInputs {
  readonly graph: RequirementGraph;
  readonly files: ReadonlyMap<WorkspacePath, SourceFacts>;
  /** Undefined if there are no records. Another function stands for other records. */
  readonly entryOf?:
    | ((node: RequirementNode) => { readonly entry: RecordEntry; readonly path: string } | undefined)
    | undefined;
  readonly evidence: Pick<Evidence, "requirementsOf" | "requirements">;
  /** What requirements that the branch renamed are called now, by the forms of their old address. */
  readonly renamed?: ReadonlyMap<string, RequirementNode>;
}
