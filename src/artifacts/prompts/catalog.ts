import type { ArtifactKind } from "../model/kinds.ts";
import type { WorkTypeName } from "../model/work-types.ts";

/** One prompt of the catalog. */
export interface PromptSpec {
  readonly name: PromptName;
  readonly title: string;
  readonly description: string;
  /** The class of the artifact that the prompt produces. */
  readonly artifactClass: ArtifactKind;
  readonly workType?: WorkTypeName;
  /** The one argument; `spec` has none. */
  readonly argument?: {
    readonly name: "spec" | "target" | "implementation";
    readonly description: string;
    /** The kind of a bare name; undefined for any kind. */
    readonly kind?: ArtifactKind;
    /** Whether the artifact might not exist yet. */
    readonly mayBeMissing?: boolean;
  };
}

export const promptNames = [
  "spec",
  "impl",
  "draft",
  "revision",
  "feat",
  "ref",
  "fix",
  "spec-update",
  "impl-update",
  "scratch-update",
  "migration",
  "compliance",
] as const;
export type PromptName = (typeof promptNames)[number];

const aSpec = "The specification: spec://NAME, its name, or its path";
const anImpl = "The implementation: impl://NAME, its name, or its path";

export const promptCatalog: readonly PromptSpec[] = [
  {
    name: "spec",
    title: "Write a specification",
    description: "Create a new specification.",
    artifactClass: "specification",
  },
  {
    name: "impl",
    title: "Document an implementation",
    description: "Create an implementation document for a specification.",
    artifactClass: "implementation",
    argument: { name: "spec", description: aSpec, kind: "specification" },
  },
  scratch("draft", "Draft a specification", "specification", true),
  scratch("revision", "Revise a specification", "specification"),
  scratch("feat", "Add a feature", "implementation"),
  scratch("ref", "Refactor an implementation", "implementation"),
  scratch("fix", "Fix a defect", "implementation"),
  {
    name: "spec-update",
    title: "Change a specification",
    description: "Modify an existing specification.",
    artifactClass: "specification",
    argument: { name: "target", description: aSpec, kind: "specification" },
  },
  {
    name: "impl-update",
    title: "Change an implementation document",
    description: "Modify an existing implementation document.",
    artifactClass: "implementation",
    argument: { name: "target", description: anImpl, kind: "implementation" },
  },
  {
    name: "scratch-update",
    title: "Continue a scratch pad",
    description: "Modify an existing scratch pad.",
    artifactClass: "scratch_pad",
    argument: {
      name: "target",
      description: "The scratch pad: scratch://NAME, its name, or its path",
      kind: "scratch_pad",
    },
  },
  {
    name: "migration",
    title: "Migrate code into artifacts",
    description:
      "Turn code that has no SpecMan artifacts into a specification and an implementation document.",
    artifactClass: "scratch_pad",
    workType: "draft",
    argument: {
      name: "target",
      description: `${aSpec}; it does not have to exist yet`,
      kind: "specification",
      mayBeMissing: true,
    },
  },
  {
    name: "compliance",
    title: "Close compliance gaps",
    description: "Read the compliance report of an implementation and plan how to close the gaps.",
    artifactClass: "scratch_pad",
    workType: "ref",
    argument: { name: "implementation", description: anImpl, kind: "implementation" },
  },
];

function scratch(
  workType: WorkTypeName,
  title: string,
  kind: "specification" | "implementation",
  mayBeMissing = false,
): PromptSpec {
  const description = `Create a scratch pad of work type ${workType} and do the work in it.`;
  const argument = {
    name: "target" as const,
    description: kind === "specification" ? aSpec : anImpl,
    kind,
    mayBeMissing,
  };
  return { name: workType, title, description, artifactClass: "scratch_pad", workType, argument };
}
