import * as z from "zod";
import type { Suggestion } from "./fault.ts";
import { byCodePoint } from "./order.ts";

/** An error fails the check, a warning fails it where the caller is strict, a note never does. */
export const Severity = z.enum(["error", "warning", "note"]);
export type Severity = z.infer<typeof Severity>;

/** What a reader reports about one text. It knows neither the file nor how severe the problem is. */
export const Problem = z.object({
  rule: z.string(),
  line: z.number().int(),
  message: z.string(),
  fix: z.string().optional(),
});
export type Problem = Readonly<z.infer<typeof Problem>> & Suggesting;

/** What to run about it. The kit words it as the last sentence of `fix`, so it never leaves as data. */
export interface Suggesting {
  readonly suggest?: Suggestion | undefined;
}

/**
 * What a validator reports about a line of a file. Every validator uses this shape, some with further fields; the
 * shapes on the wire that a contract names differently are made from it.
 */
export const Finding = z.object({
  rule: z.string().describe("Stable name of the rule"),
  severity: Severity,
  file: z.string().describe("Path relative to the workspace"),
  section: z
    .string()
    .optional()
    .describe("The heading or requirement it belongs to; empty for the whole file"),
  line: z.number().int().describe("1-based; 1 for a file that is missing"),
  message: z.string(),
  fix: z.string().optional().describe("What to write instead, where that is mechanical"),
});
export type Finding = Readonly<z.infer<typeof Finding>> & Suggesting;

/** The order in which findings are listed: by file, line and rule. */
export function byLocation(a: Finding, b: Finding): number {
  return byCodePoint(a.file, b.file) || a.line - b.line || byCodePoint(a.rule, b.rule);
}
