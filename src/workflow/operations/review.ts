import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import { activeFeature } from "../active-feature.ts";
import { type FeatureDocuments, readDocuments } from "../documents.ts";
import { type Feature, findFeature } from "../feature.ts";
import { missingFor } from "../phase.ts";

export const spec = z
  .string()
  .optional()
  .describe("The feature: a path, a folder under specs/, or its number (default: the active one)");
export const neverServed = {
  never: "agents have spec-kit's own command for it, which reads more than files can show",
};

/** A feature under review. */
interface Opened {
  readonly feature: Feature;
  readonly documents: FeatureDocuments;
}

/** The feature of a review, with the documents that the review needs. */
export async function openReview(
  { workspace }: Context,
  named: string | undefined,
  needs: "plan" | "implement",
): Promise<Result<Opened>> {
  const feature =
    named === undefined
      ? await activeFeature(workspace)
      : await findFeature(workspace, named, workspace.root);
  if (!feature.ok) return feature;
  const documents = await readDocuments(feature.value);
  if (!documents.ok) return documents;
  const missing = missingFor(needs, documents.value);
  if (missing === undefined) return ok({ feature: feature.value, documents: documents.value });
  const message = `${missing.file} of ${feature.value.folder} is missing or an unfilled template.`;
  return fail(
    fault("prerequisite_missing", message, "", {
      suggest: { command: `run ${missing.step} ${feature.value.folder}`, to: "write it" },
    }),
  );
}
