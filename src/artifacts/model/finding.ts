import type { Fault, FaultExtra } from "../../kernel/fault.ts";
import type { FaultCode } from "../../kernel/fault-codes.ts";
import type { Failure } from "../../kernel/result.ts";
import type { Op } from "../mutation/ops.ts";
import type { Concept } from "./concepts.ts";
import { citedRule, ruleFailure } from "./faults.ts";
import type { RuleName } from "./rules.ts";

/** A rule of the data model that an artifact breaks, with what would mend it. */
export interface Finding {
  readonly severity: "error" | "warning";
  readonly rule: RuleName;
  readonly message: string;
  /** What to do, in words. */
  readonly remedy: string;
  /** The front matter field it is about; gives the line. */
  readonly key?: string;
  /** 1-based; 1 when the whole file is meant. */
  readonly line?: number;
  /** An `update_artifact` op list that mends it, ready to send. */
  readonly ops?: readonly Op[];
  /** Where another code than `invalid_metadata` fits better. */
  readonly code?: FaultCode;
}

/** What clients see of a finding. */
export interface Violation {
  readonly severity: "error" | "warning";
  readonly rule: RuleName;
  readonly message: string;
  readonly remedy: string;
  readonly path: string;
  readonly line: number;
  readonly data_model_heading: string;
  readonly constraint_group?: string;
  readonly ops?: readonly Op[];
}

export function violationAt(finding: Finding, path: string, lineOf: (key: string) => number): Violation {
  const { severity, rule, message, remedy, key, line, ops } = finding;
  return {
    severity,
    rule,
    message,
    remedy,
    path,
    line: line ?? (key === undefined ? 1 : lineOf(key)),
    data_model_heading: "",
    ...citedRule(rule),
    ...(ops === undefined ? {} : { ops }),
  };
}

/** The refusal of a create or an update that would break rules: the first is told, all are in the details. */
export function refusal(
  concept: Concept,
  findings: readonly Finding[],
  extra: FaultExtra = {},
): Failure | undefined {
  const errors = findings.filter((finding) => finding.severity === "error");
  const [first] = errors;
  if (first === undefined) return undefined;
  const details: Fault["details"] = {
    violations: errors.map(({ rule, message, remedy }) => ({ rule, message, remedy, ...citedRule(rule) })),
    ...(first.ops === undefined ? {} : { ops: first.ops }),
    ...extra.details,
  };
  const code = first.code ?? "invalid_metadata";
  return ruleFailure(concept, first.rule, code, first.message, first.remedy, { ...extra, details });
}
