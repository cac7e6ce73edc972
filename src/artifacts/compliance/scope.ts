import { ok, type Result } from "../../kernel/result.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import { edgesOf } from "../graph/edges.ts";
import { followRef, type Target } from "../locate/stored-refs.ts";
import { type Artifact, artifactOf, readArtifact } from "../model/artifact.ts";
import { ruleFailure } from "../model/faults.ts";
import { type ArtifactRef, artifactAt } from "../model/kinds.ts";
import { type FileSnapshot, SnapshotMemo } from "../snapshot.ts";

/** A specification whose constraints an implementation must ensure. */
export interface GoverningSpec {
  readonly artifact: Artifact;
  readonly path: WorkspacePath;
  /** Reached only through optional dependencies. */
  readonly optional: boolean;
}

export interface ComplianceScope {
  readonly specification: ArtifactRef;
  /** The governing one first, then in the order in which they are reached. */
  readonly specs: readonly GoverningSpec[];
  /** Dependencies that could not be read, with the reason. */
  readonly unread: readonly string[];
}

/**
 * The governing specification, the other specifications that the implementation references, and everything they
 * depend on. No other document is read, so problems elsewhere in the workspace have no effect.
 */
export function complianceScope(
  snapshot: FileSnapshot,
  implementation: Artifact,
): Promise<Result<ComplianceScope>> {
  return scopes.get(snapshot, implementation.path, async (own) => {
    const current = await readArtifact(own, implementation.ref, implementation.path);
    return current.ok ? findScope(own, current.value) : current;
  });
}

const scopes = new SnapshotMemo<Result<ComplianceScope>>();

async function findScope(snapshot: FileSnapshot, implementation: Artifact): Promise<Result<ComplianceScope>> {
  const governing = await governingSpec(snapshot, implementation);
  if (!governing.ok) return governing;
  // An unreadable specification has no visible constraints, and must not count as full compliance.
  const readable = await readSpec(snapshot, governing.value, false);
  if (typeof readable === "string") return unreadableSpec(implementation, readable);
  const from = { kind: "implementation" as const, path: implementation.path };
  const queue: { target: Target; optional: boolean }[] = [{ target: governing.value, optional: false }];
  for (const { ref, type, optional } of implementation.metadata.references) {
    if (type === "specification")
      queue.push({ target: await followRef(snapshot, from, ref, "reference"), optional });
  }
  const specs = new Map<WorkspacePath, GoverningSpec>();
  const unread: string[] = [];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const read = await readSpec(snapshot, next.target, next.optional);
    if (typeof read === "string") {
      if (!unread.includes(read)) unread.push(read);
      continue;
    }
    const earlier = specs.get(read.path);
    if (earlier !== undefined && (!earlier.optional || next.optional)) continue;
    specs.set(read.path, read);
    for (const edge of await edgesOf(snapshot, read.artifact)) {
      queue.push({ target: edge.target, optional: next.optional || edge.optional });
    }
  }
  const ref = artifactAt(governing.value.path) ?? { kind: "specification", name: governing.value.path };
  return ok({ specification: ref, specs: [...specs.values()], unread });
}

async function readSpec(
  snapshot: FileSnapshot,
  target: Target,
  optional: boolean,
): Promise<GoverningSpec | string> {
  if (target.type === "remote") return `${target.url} (remote, not read)`;
  if (target.type === "invalid") return target.message;
  if (!target.exists) return `${target.path} (missing)`;
  if (!/\.(md|markdown)$/i.test(target.path)) return `${target.path} (not Markdown)`;
  const source = await snapshot.document(target.path);
  if (!source.ok) return source.fault.message.replace(/\.$/, "");
  const ref: ArtifactRef = artifactAt(target.path) ?? {
    kind: "specification",
    name: target.path.replace(/^.*\//, "").replace(/\.[^.]+$/, ""),
  };
  if (ref.kind !== "specification") return `${target.path} (not a specification)`;
  return { artifact: artifactOf(ref, source.value), path: target.path, optional };
}

function unreadableSpec({ handle, path }: Artifact, reason: string): Result<never> {
  const message = `The governing specification of ${handle} cannot be read: ${reason}.`;
  const remedy = "Fix that file, or set another specification with set_spec.";
  const subject = { artifact: handle, path };
  return ruleFailure("compliance_reporting", "one_spec", "compliance_unsupported", message, remedy, subject);
}

async function governingSpec(
  snapshot: FileSnapshot,
  implementation: Artifact,
): Promise<Result<Extract<Target, { type: "artifact" | "document" }>>> {
  const { handle, path } = implementation;
  const refused = (code: "compliance_unsupported" | "dependency_missing", message: string, remedy: string) =>
    ruleFailure("compliance_reporting", "one_spec", code, message, remedy, { artifact: handle, path });
  const { spec } = implementation.metadata;
  if (spec === undefined) {
    return refused(
      "compliance_unsupported",
      `${handle} has no governing specification.`,
      "Set it with the op set_spec.",
    );
  }
  const target = await followRef(snapshot, { kind: "implementation", path }, spec, "spec");
  if (target.type === "remote") {
    return refused(
      "compliance_unsupported",
      `The governing specification of ${handle} is remote (${spec}) and is not read.`,
      "Store a copy under spec/ and set it with the op set_spec.",
    );
  }
  if (target.type === "invalid")
    return refused("compliance_unsupported", target.message, "Set the specification with the op set_spec.");
  if (!target.exists)
    return refused(
      "dependency_missing",
      `The governing specification \`${spec}\` of ${handle} does not exist.`,
      "Create it, or correct the reference with the op set_spec.",
    );
  return ok(target);
}
