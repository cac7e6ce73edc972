import type { Finding, Severity } from "../../kernel/finding.ts";
import { type GateRule, gateRules, type TraceSettings } from "../settings.ts";

/** A finding about a requirement. The address and the revision make it the same finding wherever its line moves. */
export interface GateFinding extends Finding {
  readonly address?: string | undefined;
  readonly revision?: string | undefined;
}

/** Errors are what the branch certainly broke; everything else is said once and can be raised in the settings. */
const errors: readonly GateRule[] = [
  "test-failing",
  "test-removed",
  "link-dangling",
  "state-lowered",
  "waiver-expired",
  "record-unreadable",
];

const notes: readonly GateRule[] = ["waiver-unused", "better-test-unlinked"];

/** The severity of a finding by default. Debt that the branch did not make is a warning. */
export function severityOf(rule: GateRule, isOfBranch: boolean): Severity {
  if (notes.includes(rule)) return "note";
  if (!errors.includes(rule)) return "warning";
  return isOfBranch || rule === "test-failing" || rule === "record-unreadable" ? "error" : "warning";
}

/** Applies `[trace.gate]`: `off` drops a rule, `error` makes it fail. */
export function withSettings(
  findings: readonly GateFinding[],
  { gate }: Pick<TraceSettings, "gate">,
): GateFinding[] {
  return findings.flatMap((finding) => {
    const rule = gateRules.find((each) => each === finding.rule);
    if (rule === undefined) return [finding];
    if (gate.off.includes(rule)) return [];
    return [gate.error.includes(rule) ? { ...finding, severity: "error" as const } : finding];
  });
}
