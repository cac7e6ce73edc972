import * as z from "zod";

export const areas = ["specs", "changes", "features", "artifacts", "skills"] as const;
export type Area = (typeof areas)[number];

/** What any of the validators has to say about a place in the workspace, in one shape. */
export const CheckFinding = z.object({
  area: z.enum(areas),
  rule: z.string().describe("Stable name of the rule"),
  severity: z.enum(["error", "warning"]),
  file: z.string().describe("Path relative to the workspace"),
  line: z.number().int(),
  message: z.string(),
  fix: z.string().optional().describe("What to do about it"),
});
export type CheckFinding = z.infer<typeof CheckFinding>;

/** A finding, and the folder whose change also makes it count (the code behind a compliance gap). */
export type ScopedFinding = CheckFinding & { readonly under?: string };
