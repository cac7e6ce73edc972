import { didYouMean } from "../../kernel/nearest.ts";
import type { Failure } from "../../kernel/result.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { conceptFailure } from "../model/faults.ts";
import { type ArtifactRef, artifactKinds, documentPath, handleOf, kindFacts } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";

const listTools = {
  specification: "list_specifications",
  implementation: "list_implementations",
  scratch_pad: "list_scratch_pads",
} as const;

/** No artifact there: says what is near, and whether another kind has that name. */
export async function notFound(snapshot: FileSnapshot, ref: ArtifactRef, input: string): Promise<Failure> {
  const known: string[] = [];
  for (const kind of artifactKinds) {
    const entries = await snapshot.folder(literalPath(kindFacts[kind].folder));
    known.push(
      ...entries
        .filter((entry) => entry.kind === "folder")
        .map((entry) => handleOf({ kind, name: entry.name })),
    );
  }
  const handle = handleOf(ref);
  const hint = didYouMean(handle, known);
  const message = `No ${kindFacts[ref.kind].noun} is at \`${handle}\` (${documentPath(ref)}).`;
  const remedy = [hint, `Call ${listTools[ref.kind]} to see what there is.`]
    .filter((part) => part !== "")
    .join(" ");
  return conceptFailure("data_model_backing_implementation", "artifact_not_found", message, remedy, {
    artifact: handle,
    path: documentPath(ref),
    subject: { locator: input },
  });
}
