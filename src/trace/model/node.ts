import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { Level } from "./level.ts";

/** Where a requirement is written. The name is the prefix of its address. */
export const formats = ["openspec", "spox", "specs", "specman", "speckit", "kiro"] as const;
export type Format = (typeof formats)[number];

export const nodeKinds = ["requirement", "scenario", "group", "statement", "story", "fr", "outcome"] as const;
export type NodeKind = (typeof nodeKinds)[number];

/** `planned` is in an active change or in a feature with open tasks; `retired` is named by a record and nothing else. */
export type Phase = "live" | "planned" | "retired";

/** What must exist for a node to count as verified. */
export type Need = "test" | "manual";

/** One requirement, scenario or statement of any format. */
export interface RequirementNode {
  /** `openspec:booking/reserve-a-place#the-crossing-is-full`; in an active change with `?change=add-waiting-list`. */
  readonly address: string;
  readonly format: Format;
  /** The spec, without the format: `booking`, `001-season-passes`, `ferry-booking`. */
  readonly spec: string;
  /** What names the spec in addresses, where that is shorter: `001`. */
  readonly specAddress: string;
  /** `reserve-a-place`, `FR-002`, `US1.2`, `concept-capacity.limit`. */
  readonly item: string;
  /** The part after `#`: the slug of a scenario, the number of a statement. */
  readonly part?: string;
  readonly change?: string;
  readonly kind: NodeKind;
  readonly parent?: string;
  /** As written. */
  readonly name: string;
  /** The text that the revision is made of. */
  readonly text: string;
  /** `r1:45172ff01b8f`. */
  readonly revision: string;
  readonly level?: Level;
  readonly phase: Phase;
  /** Why it is planned, where that is not a change. */
  readonly phaseReason?: string;
  readonly file: WorkspacePath;
  readonly line: number;
  readonly endLine: number;
  /** Empty for a node whose parts are what needs tests. */
  readonly needs: readonly Need[];
  /** Other addresses that mean this node: its number and its folder, former names from records. */
  readonly aliases: readonly string[];
  /** Questions in the text that are still open. */
  readonly questions?: readonly string[];
}

/** Whether tests are expected for this very node. */
export function isLeaf({ needs }: Pick<RequirementNode, "needs">): boolean {
  return needs.includes("test");
}
