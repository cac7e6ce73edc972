import * as z from "zod";
import { fault } from "../../kernel/fault.ts";
import { fail, ok, type Result } from "../../kernel/result.ts";
import type { Context } from "../../operation/context.ts";
import type { Workspace } from "../../workspace/paths/root.ts";
import { activeFeature } from "../active-feature.ts";
import { type ChangeDocuments, intentOf, readChange } from "../changes/change-documents.ts";
import { findChangeFolder, onlyChange } from "../changes/find-change.ts";
import { formatsOf, layoutOfChange } from "../changes/formats.ts";
import { type FeatureDocuments, readDocuments } from "../documents.ts";
import { type Feature, findFeature } from "../feature.ts";
import { missingFor } from "../phase.ts";

export const spec = z
  .string()
  .optional()
  .describe(
    "The change or feature: an id, a path, a folder under specs/, or its number (default: the active feature, or the only change)",
  );
export const neverServed = {
  never: "agents have spec-kit's own command for it, which reads more than files can show",
};

/** A feature or change under review. */
export interface Opened {
  readonly feature: Feature;
  /** Of a change: the proposal with the deltas as spec, and the design as plan. */
  readonly documents: FeatureDocuments;
  readonly change?: ChangeDocuments | undefined;
}

/** The feature or change of a review, with the documents that the review needs. */
export async function openReview(
  { workspace }: Pick<Context, "workspace">,
  named: string | undefined,
  needs: "plan" | "implement",
): Promise<Result<Opened>> {
  const feature = await reviewed(workspace, named);
  if (!feature.ok) return feature;
  const documents = await readDocuments(feature.value);
  if (!documents.ok) return documents;
  const layout = await layoutOfChange(feature.value);
  if (layout !== undefined) {
    const change = await readChange(feature.value, layout);
    return change.ok ? openedChange(feature.value, documents.value, change.value, needs) : change;
  }
  const missing = missingFor(needs, documents.value);
  if (missing === undefined) return ok({ feature: feature.value, documents: documents.value });
  const message = `${missing.file} of ${feature.value.folder} is missing or an unfilled template.`;
  return fail(
    fault("prerequisite_missing", message, "", {
      suggest: { command: `run ${missing.step} ${feature.value.folder}`, to: "write it" },
    }),
  );
}

async function reviewed(workspace: Workspace, named: string | undefined): Promise<Result<Feature>> {
  const { changes } = await formatsOf(workspace);
  if (named === undefined) {
    const active = await activeFeature(workspace);
    return active.ok || changes === undefined ? active : onlyChange(workspace);
  }
  const feature = await findFeature(workspace, named, workspace.root);
  if (feature.ok || changes === undefined) return feature;
  const change = await findChangeFolder(workspace, named);
  return change.ok || feature.fault.code === "feature_not_found" ? change : feature;
}

function openedChange(
  feature: Feature,
  documents: FeatureDocuments,
  change: ChangeDocuments,
  needs: "plan" | "implement",
): Result<Opened> {
  const missing =
    change.proposal === undefined && change.deltas.size === 0
      ? (["proposal.md", "specify"] as const)
      : needs === "implement" && change.tasks === undefined
        ? (["tasks.md", "tasks"] as const)
        : undefined;
  if (missing === undefined) {
    const spec = intentOf(change);
    return ok({ feature, change, documents: { ...documents, spec, plan: change.design } });
  }
  const [file, step] = missing;
  const message = `${file} of ${feature.folder} is missing or not filled in.`;
  const suggest = { command: `run ${step} ${feature.folder}`, to: "write it" };
  return fail(fault("prerequisite_missing", message, "", { suggest }));
}
