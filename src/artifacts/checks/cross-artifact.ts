import { basename, dirname } from "node:path/posix";
import { withoutTrailing } from "../../kernel/text.ts";
import { literalPath } from "../../workspace/paths/paths.ts";
import { edgesOf, type StoredEdge } from "../graph/edges.ts";
import { locationOf } from "../locate/location.ts";
import { looksLikeHandle } from "../locate/locator.ts";
import { followRef, type Target } from "../locate/stored-refs.ts";
import { checkHeadings } from "../locate/work-type-headings.ts";
import type { Artifact } from "../model/artifact.ts";
import type { ArtifactFinding } from "../model/finding.ts";
import { documentPath, kindFacts, withArticle } from "../model/kinds.ts";
import type { RuleName } from "../model/rules.ts";
import { workTypeFacts } from "../model/work-types.ts";
import type { FileSnapshot } from "../snapshot.ts";

/** Rules of the data model that depend on other files: what the references in the front matter point to. */
export async function crossFindings(snapshot: FileSnapshot, artifact: Artifact): Promise<ArtifactFinding[]> {
  const findings: ArtifactFinding[] = [];
  for (const edge of await edgesOf(snapshot, artifact)) findings.push(...edgeFindings(artifact, edge));
  if (artifact.ref.kind === "implementation")
    findings.push(...(await implementationFindings(snapshot, artifact)));
  if (artifact.ref.kind === "scratch_pad") findings.push(...(await scratchFindings(snapshot, artifact)));
  return findings;
}

function edgeFindings(artifact: Artifact, edge: StoredEdge): ArtifactFinding[] {
  const { target, ref, key } = edge;
  const rule = edgeRule(artifact, edge);
  const report = (finding: Omit<ArtifactFinding, "key" | "severity">): ArtifactFinding[] => [
    { severity: "error", key, ...finding },
  ];
  const removal = removalOf(edge);
  if (looksLikeHandle(ref)) {
    return report({
      rule: "no_handles",
      message: `\`${key}\` contains the handle \`${ref}\`; files must refer to artifacts by path.`,
      fix: "Store the path instead.",
      ...rewriting(edge),
    });
  }
  if (target.type === "invalid") {
    return report({
      rule,
      message: target.message,
      fix: "Use a path inside the workspace or an https URL.",
      ...removal,
    });
  }
  const wrong = wrongKind(artifact, edge);
  if (wrong !== undefined) return report({ rule, ...wrong, ...removal });
  if (target.type === "remote" || target.exists || edge.optional) return [];
  // The target of a draft does not have to exist yet.
  const isDraft = key === "target" && artifact.metadata.workType?.name === "draft";
  const message = `\`${key}\` refers to \`${ref}\`, but \`${target.path}\` does not exist.`;
  const fix = "Create it, correct the path, or remove the entry.";
  return [
    {
      severity: isDraft ? "warning" : "error",
      rule,
      message,
      fix,
      key,
      code: "dependency_missing",
      ...removal,
    },
  ];
}

/** Whether the field does not allow the kind of its target. */
function wrongKind(
  artifact: Artifact,
  edge: StoredEdge,
): Pick<ArtifactFinding, "message" | "fix" | "code"> | undefined {
  const { target, ref } = edge;
  const kind = target.type === "artifact" ? target.ref.kind : undefined;
  const noun = kind === undefined ? "" : kindFacts[kind].noun;
  if (artifact.ref.kind === "specification" && kind !== undefined && kind !== "specification") {
    return {
      message: `The specification depends on the ${noun} \`${ref}\`; specifications can depend only on specifications and plain documents.`,
      fix: "Remove it.",
      code: "kind_mismatch",
    };
  }
  if (edge.role === "spec" && kind !== undefined && kind !== "specification") {
    return {
      message: `\`spec\` refers to the ${noun} \`${ref}\`, not to a specification.`,
      fix: "Set the governing specification with the op set_spec.",
      code: "kind_mismatch",
    };
  }
  if (edge.role === "reference" && kind !== undefined && kind !== edge.type) {
    return {
      message: `The reference \`${ref}\` is ${withArticle(kind)}, but has \`type: ${edge.type}\`.`,
      fix: "Correct its type with the op add_reference.",
      code: "kind_mismatch",
    };
  }
  if (artifact.ref.kind === "scratch_pad" && edge.role === "dependency" && kind !== "scratch_pad") {
    return {
      message: `The scratch pad depends on \`${ref}\`, which is not a scratch pad.`,
      fix: "Remove it; specifications and implementations go into `target`.",
      code: "kind_mismatch",
    };
  }
  return edge.role === "target" ? wrongTarget(artifact, target, ref) : undefined;
}

function wrongTarget(
  artifact: Artifact,
  target: Target,
  ref: string,
): Pick<ArtifactFinding, "message" | "fix" | "code"> | undefined {
  const { workType } = artifact.metadata;
  if (workType === undefined) return undefined;
  const facts = workTypeFacts[workType.name];
  const fix = `A \`${workType.name}\` scratch pad targets ${withArticle(facts.target)}.`;
  if (target.type === "remote" && !facts.remoteTarget) {
    return {
      message: `A \`${workType.name}\` scratch pad cannot target the external document ${ref}.`,
      fix,
      code: "invalid_work_type",
    };
  }
  if (target.type === "artifact" && target.ref.kind !== facts.target) {
    const message = `The work type \`${workType.name}\` does not fit the target \`${ref}\`, which is ${withArticle(target.ref.kind)}.`;
    return { message, fix, code: "invalid_work_type" };
  }
  if (target.type === "document") {
    return {
      message: `The target \`${ref}\` is neither a specification nor an implementation.`,
      fix,
      code: "invalid_work_type",
    };
  }
  return undefined;
}

function edgeRule(artifact: Artifact, { role }: StoredEdge): RuleName {
  if (role === "spec") return "one_spec";
  if (role === "reference") return "references";
  if (role === "target") return artifact.metadata.workType === undefined ? "target" : "work_type";
  return artifact.ref.kind === "scratch_pad" ? "scratch_dependencies" : "spec_dependencies";
}

function removalOf({ key, ref, target, type }: StoredEdge): Pick<ArtifactFinding, "ops"> {
  if (key === "dependencies") return { ops: [{ op: "remove_dependency", ref }] };
  if (key !== "references") return {};
  const kind = target.type === "artifact" ? target.ref.kind : undefined;
  const isWrongType = target.type === "artifact" && target.exists && kind !== "scratch_pad" && kind !== type;
  return {
    ops:
      isWrongType && kind !== undefined
        ? [{ op: "add_reference", ref, type: kind }]
        : [{ op: "remove_reference", ref }],
  };
}

/** Adding an existing handle again replaces it by its path. */
function rewriting({ key, ref, type }: StoredEdge): Pick<ArtifactFinding, "ops"> {
  if (key === "dependencies") return { ops: [{ op: "add_dependency", ref }] };
  if (key === "references") return { ops: [{ op: "add_reference", ref, type }] };
  return key === "spec" ? { ops: [{ op: "set_spec", ref }] } : {};
}

async function implementationFindings(
  snapshot: FileSnapshot,
  artifact: Artifact,
): Promise<ArtifactFinding[]> {
  const findings: ArtifactFinding[] = [];
  const { name } = artifact.ref;
  const specPath = literalPath(documentPath({ kind: "specification", name }));
  if ((await snapshot.kind(specPath)) === "file") {
    findings.push({
      severity: "error",
      rule: "impl_name",
      code: "invalid_name",
      message: `The implementation has the same name as the specification \`${name}\`; names must be unique across both.`,
      fix: "Add the language or technology to the name of the implementation.",
      line: 1,
    });
  }
  if (artifact.metadata.location === undefined) return findings;
  const location = await locationOf(snapshot, artifact);
  if (location.ok) return findings;
  const isOnlyMissing = location.fault.code === "path_not_found";
  findings.push({
    severity: isOnlyMissing ? "warning" : "error",
    rule: "location",
    message: location.fault.message,
    fix: location.fault.remedy,
    key: "location",
  });
  return findings;
}

async function scratchFindings(snapshot: FileSnapshot, artifact: Artifact): Promise<ArtifactFinding[]> {
  const findings = await checkHeadings(snapshot, artifact);
  const { branch, workType, target } = artifact.metadata;
  if (branch === undefined || workType === undefined || target === undefined) return findings;
  const expected = await branchOf(snapshot, artifact);
  if (expected === undefined || branch === expected) return findings;
  findings.push({
    severity: "error",
    rule: "branch",
    message: `The branch \`${branch}\` does not follow {target_name}/{work_type}/{scratch_pad_name}.`,
    fix: `It should be \`${expected}\`.`,
    key: "branch",
    ops: [{ op: "set_branch", branch: expected }],
  });
  return findings;
}

/** The branch name that the data model defines for a scratch pad. */
export async function branchOf(snapshot: FileSnapshot, artifact: Artifact): Promise<string | undefined> {
  const { workType, target } = artifact.metadata;
  if (workType === undefined || target === undefined) return undefined;
  const followed = await followRef(snapshot, { kind: "scratch_pad", path: artifact.path }, target, "target");
  return `${targetNameOf(followed, target)}/${workType.name}/${artifact.ref.name}`;
}

/** The folder of the target's document; for a remote target the last part of its URL. */
export function targetNameOf(target: Target, stored: string): string {
  if (target.type === "artifact") return target.ref.name;
  if (target.type === "document") return basename(dirname(target.path)) || basename(target.path);
  return (
    withoutTrailing(stored.replace(/[?#].*$/s, ""), "/")
      .split("/")
      .at(-1)
      ?.replace(/\.[^.]+$/, "") || "target"
  );
}
