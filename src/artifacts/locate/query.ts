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
import { type ArtifactKind, handleOf, withArticle } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { resolveArtifact, resolveLocator } from "./resolve.ts";

/** The artifact that a locator refers to. */
export async function findArtifact(
  snapshot: FileSnapshot,
  locator: string,
  kind?: ArtifactKind,
): Promise<Result<Artifact>> {
  const resolved = await resolveArtifact(snapshot, locator, { kind });
  return resolved.ok ? readArtifact(snapshot, resolved.value.ref, resolved.value.path) : resolved;
}

/** The implementation that a locator refers to, with or without `/compliance`. */
export async function findImplementation(snapshot: FileSnapshot, locator: string): Promise<Result<Artifact>> {
  const artifact = await findArtifact(snapshot, locator);
  if (!artifact.ok || artifact.value.ref.kind === "implementation") return artifact;
  const { ref, handle, path } = artifact.value;
  const message = `${handle} is ${withArticle(ref.kind)}; only implementations have a compliance report.`;
  return conceptFailure("compliance_reporting", "compliance_unsupported", message, "Give impl://NAME.", {
    artifact: handle,
    path,
  });
}

/** An artifact or any other Markdown document of the workspace. */
export async function findDocument(snapshot: FileSnapshot, locator: string): Promise<Result<SourceDocument>> {
  const resolved = await resolveLocator(snapshot, locator);
  if (!resolved.ok) return resolved;
  if (resolved.value.type === "document" && (await snapshot.kind(resolved.value.path)) === "file") {
    const source = await snapshot.document(resolved.value.path);
    return source.ok ? source : inConcept("specman_structure", source);
  }
  const artifact = await findArtifact(snapshot, locator);
  return artifact.ok ? ok(artifact.value.source) : artifact;
}

/** The dependency tree, for the tool and for `/dependencies`. */
export async function findTree(snapshot: FileSnapshot, locator: string): Promise<Result<DependencyTree>> {
  const artifact = await findArtifact(snapshot, locator);
  if (!artifact.ok) return artifact;
  return dependencyTree(await loadGraph(snapshot), artifact.value.path);
}

/** One constraint group by its exact id; prefixes and other spellings do not match. */
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
    hint,
    {
      artifact: handle,
      path: specification.path,
      subject: { artifact: handle, constraint_id: id },
      suggest: {
        operation: "list_constraints",
        args: { locator: handle },
        to: `see its ${count(groups.length, "constraint group")}`,
      },
    },
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

/** The constraint groups in document order, for the tool and for `/constraints`. */
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
