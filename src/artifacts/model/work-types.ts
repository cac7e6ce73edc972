import type { ArtifactKind } from "./kinds.ts";

export const workTypes = ["draft", "revision", "feat", "ref", "fix"] as const;
export type WorkTypeName = (typeof workTypes)[number];

/** A work type with its data. Unknown keys are kept as they are. */
export interface WorkType {
  readonly name: WorkTypeName;
  readonly data: Readonly<Record<string, unknown>>;
}

interface WorkTypeFacts {
  readonly purpose: string;
  readonly target: Extract<ArtifactKind, "specification" | "implementation">;
  /** Whether the target can be a document on the web. */
  readonly remoteTarget: boolean;
  /** The key of its list of heading fragments. */
  readonly headingsKey?: "revised_headings" | "refactored_headings" | "fixed_headings";
}

export const workTypeFacts: Readonly<Record<WorkTypeName, WorkTypeFacts>> = {
  draft: { purpose: "create an initial specification", target: "specification", remoteTarget: false },
  revision: {
    purpose: "change a specification",
    target: "specification",
    remoteTarget: false,
    headingsKey: "revised_headings",
  },
  feat: { purpose: "introduce a feature", target: "implementation", remoteTarget: true },
  ref: {
    purpose: "refactor an implementation",
    target: "implementation",
    remoteTarget: true,
    headingsKey: "refactored_headings",
  },
  fix: {
    purpose: "fix a defect in an implementation",
    target: "implementation",
    remoteTarget: false,
    headingsKey: "fixed_headings",
  },
};

export function isWorkType(text: string): text is WorkTypeName {
  return workTypes.some((name) => name === text);
}

/** The heading fragments of a work type, as written in its data. */
export function headingsOf(workType: WorkType): readonly string[] {
  const key = workTypeFacts[workType.name].headingsKey;
  const list = key === undefined ? undefined : workType.data[key];
  return Array.isArray(list) ? list.filter((entry) => typeof entry === "string") : [];
}
