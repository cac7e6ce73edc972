import * as z from "zod";

/** What a query did to be up to date: counts of files. */
export const Freshness = z.object({
  checked_at: z.string(),
  changed: z.int().describe("Files that differ from the index"),
  reread: z.int().describe("Of those, read again for this answer"),
  stale: z.int().describe("Of those, not read yet: matches in them are missing from this answer"),
});
export type Freshness = z.infer<typeof Freshness>;
