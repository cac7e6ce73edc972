/**
 * The concepts of SpecMan Core. Each is a capability with a stable id that clients bind to, and every fault
 * names the one it comes from.
 */
const titles = {
  workspace_discovery: "Workspace Discovery",
  data_model_backing_implementation: "Data Model Backing Implementation",
  dependency_mapping_services: "Dependency Mapping Services",
  reference_validation: "Reference Validation",
  template_orchestration: "Template Orchestration",
  deterministic_execution: "Deterministic Execution",
  lifecycle_automation: "Lifecycle Automation",
  specman_structure: "SpecMan Structure",
  metadata_mutation: "Metadata Mutation",
  validation_anchors: "Validation Anchors",
  validation_scanning: "Validation Scanning",
  compliance_reporting: "Compliance Reporting",
} as const;

export type Concept = keyof typeof titles;

export interface ConceptFacts {
  /** `specman.core.<concept_snake_case>` */
  readonly id: string;
  readonly title: string;
  /** The section of SpecMan Core that defines it. */
  readonly ref: string;
}

export function conceptFacts(concept: Concept): ConceptFacts {
  const slug = concept.replaceAll("_", "-");
  return {
    id: `specman.core.${concept}`,
    title: titles[concept],
    ref: `spec/specman-core/spec.md#concept-${slug}`,
  };
}

/** All concepts, in the order of SpecMan Core. */
export const allConcepts: readonly ConceptFacts[] = Object.keys(titles).filter(isConcept).map(conceptFacts);

function isConcept(name: string): name is Concept {
  return Object.hasOwn(titles, name);
}

/** The releases of SpecMan Core that this contract fits. */
export const coreVersions = ">=0.2.0 <1.0.0";
