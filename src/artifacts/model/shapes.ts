import * as z from "zod";
import { idKinds } from "./kinds.ts";

/** How SpecMan's clients identify an artifact. */
export const Id = z.object({ kind: z.enum(idKinds), name: z.string() });

/** Whether a mutation is written or only shown. */
export const Mode = z.enum(["persist", "preview"]);
export type Mode = z.infer<typeof Mode>;

/** The checkout that a mutation touched. */
export const Checkout = z.object({
  root: z.string().describe("The workspace that was touched."),
  branch: z.string().nullable().describe("The git branch that is checked out there."),
});
export type Checkout = z.infer<typeof Checkout>;
