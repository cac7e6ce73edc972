import { ok, type Result } from "../../kernel/result.ts";
import { type Target, targetKey } from "../locate/stored-refs.ts";
import { type Artifact, artifactOf } from "../model/artifact.ts";
import type { Concept } from "../model/concepts.ts";
import { ruleFailure } from "../model/faults.ts";
import { artifactAt, handleOf } from "../model/kinds.ts";
import type { FileSnapshot } from "../snapshot.ts";
import { edgesOf, mergedEdges } from "./edges.ts";

/**
 * Refuses an artifact whose dependencies would lead back to itself. Reads only what it can reach, so the
 * cost does not grow with the workspace.
 */
export async function refuseCycle(
  snapshot: FileSnapshot,
  concept: Concept,
  artifact: Artifact,
): Promise<Result<void>> {
  const previous = new Map<string, string>();
  const stack: { key: string; artifact: Artifact }[] = [{ key: artifact.path, artifact }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    for (const { target, ref } of mergedEdges(await edgesOf(snapshot, next.artifact))) {
      const key = targetKey(target, ref);
      if (key === artifact.path)
        return cycleFailure(concept, artifact, pathTo(previous, artifact.path, next.key));
      if (previous.has(key)) continue;
      previous.set(key, next.key);
      const other = await artifactBehind(snapshot, target);
      if (other !== undefined) stack.push({ key, artifact: other });
    }
  }
  return ok(undefined);
}

async function artifactBehind(snapshot: FileSnapshot, target: Target): Promise<Artifact | undefined> {
  if ((target.type !== "artifact" && target.type !== "document") || !target.exists) return undefined;
  if (!/\.(md|markdown|mdx)$/i.test(target.path)) return undefined;
  const source = await snapshot.document(target.path);
  if (!source.ok) return undefined;
  const ref = target.type === "artifact" ? target.ref : { kind: "specification" as const, name: target.path };
  return artifactOf(ref, source.value);
}

/** The keys from one node to another, along the edges by which they were reached. */
function pathTo(previous: ReadonlyMap<string, string>, from: string, last: string): string[] {
  const path = [last];
  for (let key = last; key !== from; ) {
    key = previous.get(key) ?? from;
    path.unshift(key);
  }
  return path;
}

function cycleFailure(concept: Concept, artifact: Artifact, path: readonly string[]): Result<never> {
  const names = [...path, artifact.path].map((key) => {
    const ref = artifactAt(key);
    return ref === undefined ? key : handleOf(ref);
  });
  const edges = names.slice(0, -1).map((name, index) => ({ from: name, to: names[index + 1] ?? name }));
  return ruleFailure(
    concept,
    "acyclic",
    "dependency_cycle",
    `This would create a cycle: ${names.join(" → ")}.`,
    `Leave out ${names[1] ?? "it"}, or first remove the dependency of ${names.at(-2) ?? "the last"} that closes the cycle.`,
    {
      artifact: artifact.handle,
      path: artifact.path,
      details: { cycle: names, partial_tree: { root: artifact.handle, upstream: edges } },
    },
  );
}
