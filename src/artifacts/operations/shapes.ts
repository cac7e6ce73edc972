import * as z from "zod";
import { artifactKinds, idKinds } from "../model/kinds.ts";
import { tiers } from "../templates/resolve.ts";

export const Kind = z.enum(artifactKinds);

export const locator = z
  .string()
  .describe("The artifact: spec://NAME, impl://NAME, scratch://NAME, its name, or its path in the workspace");

export const Id = z.object({ kind: z.enum(idKinds), name: z.string() });

export const ArtifactEntry = z.object({
  handle: z.string(),
  kind: Kind,
  name: z.string(),
  title: z.string().optional(),
  version: z.string().optional(),
  path: z.string(),
  problems: z.array(z.string()).optional().describe("What is wrong with it; workspace_status tells more."),
});
export type ArtifactEntry = z.infer<typeof ArtifactEntry>;

export const Provenance = z.object({
  tier: z.enum(tiers),
  locator: z.string(),
  version: z.string(),
  pointer: z.string().optional(),
  cache_path: z.string().optional(),
  last_modified: z.string().optional(),
  degraded: z
    .boolean()
    .optional()
    .describe("True when another template stands in for the one that was asked for."),
  reason: z.string().optional(),
});

export const mode = z
  .enum(["persist", "preview"])
  .default("persist")
  .describe("persist writes to disk; preview only shows what would be written");

export const CheckoutShape = {
  root: z.string().describe("The workspace that was touched."),
  branch: z.string().nullable().describe("The git branch that is checked out there."),
};

export const Directive = z.object({ line: z.number(), text: z.string() });
