import * as z from "zod";
import { Finding, Severity, type Suggesting } from "../../kernel/finding.ts";
import type { TraceReport } from "../../trace/gate/report.ts";

export const areas = ["specs", "changes", "features", "artifacts", "trace", "skills"] as const;
export type Area = (typeof areas)[number];

/** A finding of any validator, with the part of the workspace that it is about. Notes are listed separately. */
export const CheckFinding = z.object({
  area: z.enum(areas),
  ...Finding.omit({ section: true }).shape,
  severity: Severity.exclude(["note"]),
  line: z.number().int(),
  fix: z.string().optional().describe("What to do about it"),
  address: z.string().optional().describe("The requirement that it is about"),
  revision: z.string().optional().describe("Of the text of that requirement"),
});
export type CheckFinding = z.infer<typeof CheckFinding> & Suggesting;

/** A finding, and what else puts it in scope when it changes: the code and the document of a compliance gap. */
export type ScopedFinding = CheckFinding & {
  readonly codeFolder?: string | undefined;
  readonly otherFile?: string | undefined;
  /** The validator has left out what the branch does not concern. */
  readonly isScoped?: boolean | undefined;
};

/** `quick` leaves out what would take seconds, and says so in the notes. */
export type Depth = "full" | "quick";

/** The findings of one area; `count` is "" if there was nothing to read. */
export interface AreaReport {
  readonly findings: readonly ScopedFinding[];
  readonly count: string;
  readonly notes: readonly string[];
  readonly requirements?: number;
  readonly trace?: TraceReport;
  /** How many findings are only notes. */
  readonly remarks?: number;
}
