import { exists } from "../../workspace/files/files.ts";
import { insideWorkspace } from "../../workspace/paths/paths.ts";
import type { ChangeDocuments } from "../changes/change-documents.ts";
import type { FeatureDocuments } from "../documents.ts";
import type { Feature } from "../feature.ts";
import { changeGaps } from "./analyze-change.ts";
import { filesNamed, type Gap, gapsOf } from "./converge.ts";

/** The gaps between the documents of a feature or change and the files that exist. */
export async function findGaps(
  { workspace }: Feature,
  documents: FeatureDocuments,
  change: ChangeDocuments | undefined,
): Promise<Gap[]> {
  const present = new Set<string>();
  for (const name of new Set(documents.items.flatMap(filesNamed))) {
    const inside = await insideWorkspace(workspace, name);
    if (inside.ok && (await exists(workspace, inside.value))) present.add(name);
  }
  const isThere = (name: string) => present.has(name);
  return change === undefined
    ? gapsOf(documents.spec ?? "", documents.items, isThere)
    : changeGaps(change, documents.items, isThere);
}
