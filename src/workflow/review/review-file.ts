import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { inFeature } from "../documents.ts";
import type { Feature } from "../feature.ts";
import { constitutionPath } from "../guides.ts";
import type { Review } from "../phase.ts";

/** The only file that a review writes; undefined for `analyze`, which writes none. */
export function reviewFile(
  review: Review,
  feature: Feature,
  args: Readonly<Record<string, unknown>>,
): WorkspacePath | undefined {
  if (review === "analyze") return undefined;
  if (review === "constitution") return constitutionPath;
  return inFeature(feature, review === "converge" ? "tasks.md" : `checklists/${String(args.domain)}.md`);
}
