/** Where the data model states a rule: the heading to cite and the constraint group under it. */
export interface Rule {
  readonly heading: string;
  /** Absent where the founding document states the rule in prose, without an identifier line. */
  readonly group?: string;
}

/** The invariants of the data model. A refusal cites the heading, so that the reader can look up the rule. */
export const rules = {
  /** The combined graph of all artifacts is acyclic. */
  acyclic: {
    heading: "Dependency Graph Integrity",
    group: "concept-scratch-pads.dependency-graph-integrity.requirements",
  },
  /** No handle is stored in an artifact. */
  no_handles: {
    heading: "Locator Schemes",
    group: "concept-implementations.locator-schemes.resolution",
  },
  /** Headings are unique within a document. */
  unique_headings: {
    heading: "Specification Headings",
    group: "concept-specifications.headings.structure",
  },
  /** Concept and entity headings start with their prefix. */
  heading_prefixes: {
    heading: "Concept: Concept & Entity Headings",
    group: "concept-concept-entity-headings.structure",
  },
  /** Identifier lines have their exact form and are unique. */
  constraint_lines: {
    heading: "Constraint Identifier Lines",
    group: "concept-constraints.identifiers.formatting",
  },
  /** An identifier has at least two groups. */
  constraint_groups: { heading: "Constraint Groups", group: "concept-constraints.groups.formatting" },
  /** A specification depends on specifications and plain documents only. */
  spec_dependencies: { heading: "Dependencies", group: "concept-specifications.dependencies" },
  /** An implementation has exactly one governing specification. */
  one_spec: {
    heading: "Specification Coverage",
    group: "concept-implementations.specification-coverage.requirements",
  },
  /** The code of an implementation is inside the workspace. */
  location: { heading: "Implementation Locators", group: "concept-implementations.locators.model" },
  /** Scratch pads depend only on scratch pads, which cannot be deleted while another one needs them. */
  scratch_dependencies: { heading: "Scratch Pad Dependencies", group: "concept-scratch-pads.dependencies" },
  /** Exactly one work type, in object form, that fits the kind of the target. */
  work_type: { heading: "Work Type", group: "concept-scratch-pads.work-type" },
  target: { heading: "Target Artifact", group: "concept-scratch-pads.target-artifact" },
  branch: { heading: "Git Branches", group: "concept-scratch-pads.git-branches" },
  notes: { heading: "Scratch Pad Content", group: "concept-scratch-pads.content" },
  /** Canonical paths. */
  spec_layout: { heading: "Specification Layout", group: "concept-specifications.layout.filesystem" },
  impl_layout: { heading: "Implementation Layout", group: "concept-implementations.layout.filesystem" },
  scratch_layout: { heading: "Scratch Pad Location", group: "concept-scratch-pads.location" },
  spec_name: { heading: "Specification Name" },
  impl_name: { heading: "Implementation Name" },
  scratch_name: { heading: "Concept: Scratch Pads", group: "concept-scratch-pads.naming" },
  spec_version: { heading: "Specification Version" },
  impl_version: { heading: "Implementation Version" },
  /** References are objects with a type. */
  references: { heading: "References", group: "concept-implementations.references.model" },
  /** A heading slug is not empty. */
  slugs: { heading: "Concept: Markdown Slugs", group: "concept-markdown-slugs.formatting" },
  spec_metadata: { heading: "Specification Metadata", group: "concept-specifications.metadata.frontmatter" },
  impl_metadata: {
    heading: "Implementation Metadata",
    group: "concept-implementations.metadata.frontmatter",
  },
  scratch_metadata: { heading: "Scratch Pad Metadata", group: "concept-scratch-pads.metadata" },
  standalone: {
    heading: "Standalone Specifications",
    group: "concept-specifications.standalone.requirements",
  },
  /** A template is filled in; its directives stay until they are followed. */
  unfilled_template: { heading: "Concept: Template Orchestration" },
  workspace: { heading: "SpecMan Dot Folder", group: "concept-specman-workspace.dot-folder" },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof rules;

export function ruleFacts(name: RuleName): Rule {
  return rules[name];
}
