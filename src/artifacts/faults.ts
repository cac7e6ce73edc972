import { type Fault, type FaultExtra, fault } from "../kernel/fault.ts";
import type { FaultCode } from "../kernel/fault-codes.ts";
import { type Failure, fail } from "../kernel/result.ts";
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

/** A fault of another room, said in the words of the contract: path faults become boundary faults. */
export function inConcept(concept: Concept, failure: Failure, extra: FaultExtra = {}): Failure {
  const { fault: from } = failure;
  const code: FaultCode = from.code === "path_escape" ? "workspace_boundary" : from.code;
  return fail({ ...from, ...citedConcept(concept), ...extra, code });
}

function citedConcept(concept: Concept): { concept: string; concept_ref: string } {
  const { id, ref } = conceptFacts(concept);
  return { concept: id, concept_ref: ref };
}
