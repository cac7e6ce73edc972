import { didYouMean } from "../../kernel/nearest.ts";
import { ok, type Result } from "../../kernel/result.ts";
import { count } from "../../kernel/text.ts";
import { constraintsOf } from "../graph/document-parts.ts";
import { loadGraph } from "../graph/graph.ts";
import type { DependencyTree } from "../graph/summary.ts";
import { dependencyTree } from "../graph/tree.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import type { ConstraintGroup } from "../model/constraints.ts";
import { conceptFailure, inConcept } from "../model/faults.ts";
import { type ArtifactKind, handleOf } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { resolveArtifact, resolveLocator } from "./resolve.ts";

/** The artifact that a locator names, read. */
export async function findArtifact(
  snapshot: FileSnapshot,
  locator: string,
  kind?: ArtifactKind,
): Promise<Result<Artifact>> {
  const place = await resolveArtifact(snapshot, locator, kind === undefined ? {} : { kind });
  return place.ok ? readArtifact(snapshot, place.value.ref, place.value.path) : place;
}

/** An artifact or any other Markdown document of the workspace. */
export async function findDocument(snapshot: FileSnapshot, locator: string): Promise<Result<SourceDocument>> {
  const place = await resolveLocator(snapshot, locator);
  if (!place.ok) return place;
  if (place.value.type === "document" && (await snapshot.kind(place.value.path)) === "file") {
    const source = await snapshot.document(place.value.path);
    return source.ok ? source : inConcept("specman_structure", source);
  }
  const artifact = await findArtifact(snapshot, locator);
  return artifact.ok ? ok(artifact.value.source) : artifact;
}

/** The dependency tree behind the tool and behind `/dependencies`: one answer, one way to fail. */
export async function findTree(snapshot: FileSnapshot, locator: string): Promise<Result<DependencyTree>> {
  const artifact = await findArtifact(snapshot, locator);
  if (!artifact.ok) return artifact;
  return dependencyTree(await loadGraph(snapshot), artifact.value.path);
}

/** One constraint group, matched exactly: no prefix, no other case. */
export function findConstraint(specification: Artifact, id: string): Result<ConstraintGroup> {
  const { groups } = constraintsOf(specification.source);
  const group = groups.find((each) => each.id === id);
  if (group !== undefined) return ok(group);
  const handle = handleOf(specification.ref);
  const hint = didYouMean(
    id,
    groups.map((each) => each.id),
  );
  return conceptFailure(
    "specman_structure",
    "constraint_not_found",
    `${handle} has no constraint group \`${id}\`.`,
    [hint, `Read ${handle}/constraints to see its ${count(groups.length, "group")}.`]
      .filter((part) => part !== "")
      .join(" "),
    { artifact: handle, path: specification.path, subject: { artifact: handle, constraint_id: id } },
  );
}

export interface ConstraintIndex {
  readonly artifact: string;
  readonly constraints: readonly {
    readonly constraint_id: string;
    readonly identifier_line: string;
    readonly uri: string;
    readonly path: string;
    readonly line: number;
  }[];
}

/** The index behind the tool and behind `/constraints`, in document order. */
export function constraintIndex(specification: Artifact): ConstraintIndex {
  const artifact = handleOf(specification.ref);
  const constraints = constraintsOf(specification.source).groups.map(({ id, identifierLine, line }) => ({
    constraint_id: id,
    identifier_line: identifierLine,
    uri: `${artifact}/constraints/${encodeURI(id)}`,
    path: specification.path,
    line,
  }));
  return { artifact, constraints };
}
