import { type Fault, type FaultExtra, fault } from "../../kernel/fault.ts";
import type { FaultCode } from "../../kernel/fault-codes.ts";
import { type Failure, fail } from "../../kernel/result.ts";
import { type Concept, conceptFacts } from "./concepts.ts";
import { type RuleName, ruleFacts } from "./rules.ts";

/** A failure that names the concept it comes from, as the SpecMan contract requires of every error. */
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
  return { data_model_heading: heading, constraint_group: group };
}

/** Codes of other rooms that the contract names differently. */
const contractCodes: Partial<Record<FaultCode, FaultCode>> = {
  path_escape: "workspace_boundary",
  write_failed: "persistence_failed",
  locked: "artifact_locked",
};

/** A fault of another room, with the code and the fields of the contract. */
export function inConcept(concept: Concept, failure: Failure, extra: FaultExtra = {}): Failure {
  const { fault: original } = failure;
  const code = contractCodes[original.code] ?? original.code;
  return fail({ ...original, ...citedConcept(concept), ...extra, code });
}

/** A document could not be written. The contract has one code for it, except where another one says more. */
export function persistenceFailure(concept: Concept, failure: Failure, artifact: string): Failure {
  const failed = inConcept(concept, failure, { artifact });
  const { code, details } = failed.fault;
  if (preciseCodes.includes(code)) return failed;
  return fail({
    ...failed.fault,
    code: "persistence_failed",
    details: { ...details, cause: failure.fault.code },
  });
}

const preciseCodes: readonly FaultCode[] = [
  "write_conflict",
  "cancelled",
  "artifact_locked",
  "workspace_boundary",
];

function citedConcept(concept: Concept): Pick<Fault, "concept" | "concept_ref"> {
  const { id, ref } = conceptFacts(concept);
  return { concept: id, concept_ref: ref };
}
