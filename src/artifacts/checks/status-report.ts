import * as z from "zod";
import { ComplianceTag } from "../compliance/report.ts";
import { issueKinds } from "../locate/destination.ts";
import { Violation } from "../model/finding.ts";

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
  structure_errors: z.array(Violation),
  reference_errors: z.array(ReferenceIssueShape),
  compliance_missing: z.array(z.string()),
  compliance_orphans: z.array(ComplianceTag),
  compliance_scan_root: z.string().optional(),
  compliance_problem: z
    .string()
    .optional()
    .describe("Why the code could not be scanned, unless a structure error says so."),
  warnings: z.array(Violation),
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
  structure_errors: z.array(Violation).describe("Problems that do not belong to a single artifact."),
});
export type WorkspaceStatus = z.infer<typeof WorkspaceStatus>;
