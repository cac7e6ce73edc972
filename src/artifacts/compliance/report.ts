import * as z from "zod";
import { Id } from "../model/shapes.ts";
import { tagTypes } from "../tags/tags.ts";

/** The requirement levels of RFC 2119, strongest first. */
export const levels = ["MUST", "SHOULD", "MAY"] as const;
export type Level = (typeof levels)[number];

const Location = z.object({
  file_path: z.string().describe("Relative to scan_root."),
  line_number: z.number(),
  path: z.string().describe("Relative to the workspace root."),
});

export const ComplianceTag = z.object({
  identifier: z.string(),
  tag_type: z.enum(tagTypes),
  location: Location,
  specification: z.string().optional(),
});
export type ComplianceTag = z.infer<typeof ComplianceTag>;

export const ConstraintCoverage = z.object({
  spec: z.string(),
  constraint_id: z.string(),
  uri: z.string(),
  path: z.string(),
  line: z.number(),
  optional: z.boolean().describe("Reached only through optional dependencies."),
  level: z.enum(levels).optional(),
  tags: z.array(ComplianceTag),
});
export type ConstraintCoverage = z.infer<typeof ConstraintCoverage>;

/** The shape of `impl://{artifact}/compliance`. */
export const ComplianceReport = z.object({
  specification: Id,
  implementation: Id,
  coverage: z
    .record(z.string(), z.array(ComplianceTag))
    .describe("Covered constraint groups with their tags."),
  missing: z.array(z.string()).describe("Constraint groups without any tag."),
  orphans: z.array(ComplianceTag).describe("Tags that match no constraint group of these specifications."),
  scan_root: z.string(),
  summary: z.object({
    total: z.number(),
    covered: z.number(),
    missing: z.number(),
    missing_required: z.number(),
    percent: z.number(),
    by_type: z.record(z.string(), z.number()),
    files_scanned: z.number(),
    files_skipped: z.number(),
  }),
  constraints: z.array(ConstraintCoverage),
  malformed: z.array(z.object({ text: z.string(), reason: z.string(), location: Location })),
  specifications: z.array(z.object({ name: z.string(), path: z.string(), optional: z.boolean() })),
  not_read: z.array(z.string()).describe("Dependencies that could not be read."),
});
export type ComplianceReport = z.infer<typeof ComplianceReport>;
