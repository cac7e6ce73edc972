import { type Fault, type FaultExtra, fault } from "../../kernel/fault.ts";
import type { FaultCode } from "../../kernel/fault-codes.ts";
import { type Failure, fail } from "../../kernel/result.ts";
import { type Concept, conceptFacts } from "./concepts.ts";
import { type RuleName, ruleFacts } from "./rules.ts";

/** A failure that names the concept it comes from, as the SpecMan contract demands of every error. */
export function conceptFailure(
  concept: Concept,
  code: FaultCode,
  message: string,
  remedy: string,
  extra: FaultExtra = {},
): Failure {
  return fail(fault(code, message, remedy, { ...citedConcept(concept), ...extra }));
}

/** A refusal because the data model forbids it: cites the heading and the constraint group. */
export function ruleFailure(
  concept: Concept,
  rule: RuleName,
  code: FaultCode,
  message: string,
  remedy: string,
  extra: FaultExtra = {},
): Failure {
  return conceptFailure(concept, code, message, remedy, { ...citedRule(rule), ...extra });
}

export function citedRule(
  rule: RuleName,
): Pick<Fault, "data_model_heading"> & Partial<Pick<Fault, "constraint_group">> {
  const { heading, group } = ruleFacts(rule);
  return { data_model_heading: heading, ...(group === undefined ? {} : { constraint_group: group }) };
}

/** What the ground rooms call a fault, and what the contract calls it. */
const contractCodes: Partial<Record<FaultCode, FaultCode>> = {
  path_escape: "workspace_boundary",
  write_failed: "persistence_failed",
  locked: "artifact_locked",
};

/** A fault of another room, said in the words of the contract. */
export function inConcept(concept: Concept, failure: Failure, extra: FaultExtra = {}): Failure {
  const { fault: from } = failure;
  const code = contractCodes[from.code] ?? from.code;
  return fail({ ...from, ...citedConcept(concept), ...extra, code });
}

/** A document could not be written: whatever the reason, the contract has one word for it. */
export function persistenceFailure(concept: Concept, failure: Failure, artifact: string): Failure {
  const said = inConcept(concept, failure, { artifact });
  const { code, details } = said.fault;
  if (keptCodes.includes(code)) return said;
  return fail({
    ...said.fault,
    code: "persistence_failed",
    details: { ...details, cause: failure.fault.code },
  });
}

/** What says more than that writing failed. */
const keptCodes: readonly FaultCode[] = [
  "write_conflict",
  "cancelled",
  "artifact_locked",
  "workspace_boundary",
];

function citedConcept(concept: Concept): { concept: string; concept_ref: string } {
  const { id, ref } = conceptFacts(concept);
  return { concept: id, concept_ref: ref };
}
