import * as z from "zod";
import type { Fault, FaultExtra } from "../../kernel/fault.ts";
import type { FaultCode } from "../../kernel/fault-codes.ts";
import type { Finding } from "../../kernel/finding.ts";
import type { Failure } from "../../kernel/result.ts";
import { Op } from "../mutation/ops.ts";
import type { Concept } from "./concepts.ts";
import { citedRule, ruleFailure } from "./faults.ts";
import type { RuleName } from "./rules.ts";

/** A rule of the data model that an artifact breaks, before its line is determined. */
export interface ArtifactFinding extends Omit<Finding, "file" | "line" | "section"> {
  readonly severity: "error" | "warning";
  readonly rule: RuleName;
  readonly fix: string;
  /** The front matter field with the problem; determines the line. */
  readonly key?: string;
  /** 1-based; 1 for the whole file. */
  readonly line?: number;
  /** An `update_artifact` op list that fixes it, ready to send. */
  readonly ops?: readonly Op[];
  /** Used instead of `invalid_metadata` when it is more precise. */
  readonly code?: FaultCode;
}

/** A finding with the field names of the SpecMan contract. */
export const Violation = z.object({
  severity: z.enum(["error", "warning"]),
  rule: z.string(),
  message: z.string(),
  remedy: z.string(),
  path: z.string(),
  line: z.number(),
  data_model_heading: z.string(),
  constraint_group: z.string().optional(),
  ops: z.array(Op).readonly().optional().describe("An op list that fixes it, ready for an update."),
});
export type Violation = z.infer<typeof Violation>;

export function violationAt(
  finding: ArtifactFinding,
  path: string,
  lineOf: (key: string) => number,
): Violation {
  const { severity, rule, message, fix: remedy, key, line, ops } = finding;
  return {
    severity,
    rule,
    message,
    remedy,
    path,
    line: line ?? (key === undefined ? 1 : lineOf(key)),
    data_model_heading: "",
    ...citedRule(rule),
    ops,
  };
}

/** Refuses a create or an update that would break rules: the message is the first one, the details have all. */
export function refusal(
  concept: Concept,
  findings: readonly ArtifactFinding[],
  extra: FaultExtra = {},
): Failure | undefined {
  const errors = findings.filter((finding) => finding.severity === "error");
  const [first] = errors;
  if (first === undefined) return undefined;
  const details: Fault["details"] = {
    violations: errors.map(({ rule, message, fix: remedy }) => ({
      rule,
      message,
      remedy,
      ...citedRule(rule),
    })),
    ops: first.ops,
    ...extra.details,
  };
  const code = first.code ?? "invalid_metadata";
  return ruleFailure(concept, first.rule, code, first.message, first.fix, { ...extra, details });
}
