import { ok, type Result } from "../../kernel/result.ts";
import type { WorkspacePath } from "../../workspace/paths/paths.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { inConcept } from "./faults.ts";
import { type ArtifactFinding, type Violation, violationAt } from "./finding.ts";
import { type ArtifactKind, type ArtifactRef, handleOf, kindFacts } from "./kinds.ts";
import { type Metadata, metadataRule, readMetadata } from "./metadata.ts";
import { checkName } from "./names.ts";

/** A specification, implementation or scratch pad, as read from its file. */
export interface Artifact {
  readonly ref: ArtifactRef;
  readonly handle: string;
  readonly path: WorkspacePath;
  readonly source: SourceDocument;
  readonly metadata: Metadata;
  /** Rules of the data model that its name and front matter break. */
  readonly findings: readonly ArtifactFinding[];
  /** The title in the front matter, otherwise the first top-level heading. */
  readonly title: string | undefined;
}

const artifacts = new WeakMap<SourceDocument, Artifact>();

export async function readArtifact(
  snapshot: FileSnapshot,
  ref: ArtifactRef,
  path: WorkspacePath,
): Promise<Result<Artifact>> {
  const source = await snapshot.document(path);
  if (!source.ok) return inConcept("data_model_backing_implementation", source, { artifact: handleOf(ref) });
  return ok(artifactOf(ref, source.value));
}

/** The artifact in a document; the same object while the file is unchanged. */
export function artifactOf(ref: ArtifactRef, source: SourceDocument): Artifact {
  const cached = artifacts.get(source);
  if (cached !== undefined) return cached;
  const { metadata, findings } = readMetadata(ref.kind, ref.name, source.data);
  const heading = source.markdown.headings.find((each) => each.level === 1);
  const artifact: Artifact = {
    ref,
    handle: handleOf(ref),
    path: source.path,
    source,
    metadata,
    // Without readable front matter there are no fields to check.
    findings: [
      ...nameFindings(ref),
      ...frontMatterFindings(ref.kind, source),
      ...(source.frontMatter === "read" ? findings : []),
    ],
    title: metadata.title ?? (heading?.text || undefined),
  };
  artifacts.set(source, artifact);
  return artifact;
}

/** Findings with their location in the file. */
export function violationsOf(
  artifact: Artifact,
  findings: readonly ArtifactFinding[] = artifact.findings,
): Violation[] {
  return findings.map((finding) => violationAt(finding, artifact.path, artifact.source.lineOf));
}

function nameFindings(ref: ArtifactRef): ArtifactFinding[] {
  return checkName(ref.kind, ref.name).map(({ severity, rule, message }) => ({
    severity,
    rule,
    message,
    fix: "Rename the folder.",
    line: 1,
  }));
}

function frontMatterFindings(kind: ArtifactKind, source: SourceDocument): ArtifactFinding[] {
  const rule = metadataRule(kind);
  const broken = source.problems.map(({ message, fix, line }): ArtifactFinding => {
    return { severity: "error", rule, message, fix, line };
  });
  if (broken.length > 0 || source.frontMatter !== "absent") return broken;
  const severity = kind === "specification" ? "warning" : "error";
  const noun = kindFacts[kind].noun;
  const message = `The ${noun} has no front matter.`;
  return [
    {
      severity,
      rule,
      message,
      fix: "Start the file with a YAML block between two `---` lines.",
      line: 1,
    },
  ];
}
