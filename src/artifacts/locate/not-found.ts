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

/** The artifact does not exist: suggests similar names, including those of other kinds. */
export async function notFound(snapshot: FileSnapshot, ref: ArtifactRef, input: string): Promise<Failure> {
  const handles: string[] = [];
  for (const kind of artifactKinds) {
    const entries = await snapshot.folder(literalPath(kindFacts[kind].folder));
    handles.push(
      ...entries
        .filter((entry) => entry.kind === "folder")
        .map((entry) => handleOf({ kind, name: entry.name })),
    );
  }
  const handle = handleOf(ref);
  const hint = didYouMean(handle, handles);
  const message = `There is no ${kindFacts[ref.kind].noun} \`${handle}\` (${documentPath(ref)}).`;
  return conceptFailure("data_model_backing_implementation", "artifact_not_found", message, hint, {
    artifact: handle,
    path: documentPath(ref),
    subject: { locator: input },
    suggest: { operation: listTools[ref.kind], to: `see all ${kindFacts[ref.kind].plural}` },
  });
}
