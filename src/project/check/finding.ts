import * as z from "zod";
import { Finding, Severity } from "../../kernel/finding.ts";

export const areas = ["specs", "changes", "features", "artifacts", "skills"] as const;
export type Area = (typeof areas)[number];

/** A finding of any validator, with the part of the workspace that it is about. Notes are listed separately. */
export const CheckFinding = z.object({
  area: z.enum(areas),
  ...Finding.omit({ section: true }).shape,
  severity: Severity.exclude(["note"]),
  line: z.number().int(),
  fix: z.string().optional().describe("What to do about it"),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

/** A finding, and the folder whose changes also put it in scope (the code of a compliance gap). */
export type ScopedFinding = CheckFinding & { readonly codeFolder?: string | undefined };
