import * as z from "zod";
import { ComplianceTag } from "../compliance/report.ts";
import { issueKinds } from "../locate/destination.ts";
import { Op } from "../mutation/ops.ts";

export const ViolationShape = z.object({
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

export const ReferenceIssueShape = z.object({
  kind: z.enum(issueKinds),
  severity: z.enum(["Error", "Diagnostic"]),
  message: z.string(),
  source: z.object({ document: z.string(), line: z.number(), column: z.number() }),
  destination: z.string(),
});

export const ArtifactStatus = z.object({
  ok: z.boolean(),
  name: z.string(),
  path: z.string(),
  structure_errors: z.array(ViolationShape),
  reference_errors: z.array(ReferenceIssueShape),
  compliance_missing: z.array(z.string()),
  compliance_orphans: z.array(ComplianceTag),
  compliance_scan_root: z.string().optional(),
  compliance_problem: z
    .string()
    .optional()
    .describe("Why the code could not be scanned, unless a structure error says so."),
  warnings: z.array(ViolationShape),
  diagnostics: z.array(ReferenceIssueShape),
  open_directives: z.array(z.object({ line: z.number(), text: z.string() })),
});
export type ArtifactStatus = z.infer<typeof ArtifactStatus>;

const CycleError = z.object({
  cycle: z.array(z.string()),
  message: z.string(),
  data_model_heading: z.string(),
  constraint_group: z.string().optional(),
});
export type CycleError = z.infer<typeof CycleError>;

const Verdict = z.enum(["Pass", "Fail"]);

export const WorkspaceStatus = z.object({
  global_status: Verdict.describe("Covers specifications and implementations, not scratch pads."),
  spec_impl_status: Verdict,
  scratchpad_status: Verdict,
  artifact_count: z.number(),
  artifacts: z.record(z.string(), ArtifactStatus).describe("By handle."),
  cycle_errors: z.array(CycleError),
  structure_errors: z.array(ViolationShape).describe("Problems that do not belong to a single artifact."),
});
export type WorkspaceStatus = z.infer<typeof WorkspaceStatus>;
