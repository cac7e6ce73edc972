import * as z from "zod";
import { ok, type Result } from "../kernel/result.ts";
import { loadConfig } from "../workspace/config/config.ts";
import type { Workspace } from "../workspace/paths/root.ts";
import type { Prefixes } from "./checks/content.ts";
import { inConcept } from "./model/faults.ts";

/** `[artifacts]` of hewto.toml: the prefixes of concept and entity headings, for other languages. */
export const ArtifactSettings = z.object({
  concept_prefix: z.string().min(1).default("Concept:").describe("What the heading of a concept starts with"),
  entity_prefix: z
    .string()
    .min(1)
    .default("Entity:")
    .describe("What the heading of a key entity starts with"),
});

export async function readPrefixes(workspace: Workspace): Promise<Result<Prefixes>> {
  const config = await loadConfig({ workspace });
  const settings = config.ok ? config.value.section("artifacts", ArtifactSettings) : config;
  if (!settings.ok) return inConcept("specman_structure", settings);
  return ok({ concept: settings.value.concept_prefix, entity: settings.value.entity_prefix });
}
