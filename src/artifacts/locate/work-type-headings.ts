import { nearest } from "../../kernel/nearest.ts";
import { headingSlug } from "../../markdown/slug.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import type { ArtifactFinding } from "../model/finding.ts";
import { headingsOf, type WorkTypeName } from "../model/work-types.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { followRef, type Target } from "./stored-refs.ts";

/** Checks that the headings of a work type exist in the target, or in the specifications that it implements. */
export async function checkHeadings(snapshot: FileSnapshot, artifact: Artifact): Promise<ArtifactFinding[]> {
  const { workType, target } = artifact.metadata;
  if (workType === undefined || target === undefined) return [];
  const headings = headingsOf(workType);
  if (headings.length === 0) return [];
  const targetRef = await followRef(snapshot, { kind: "scratch_pad", path: artifact.path }, target, "target");
  const documents = await documentsFor(snapshot, workType.name, targetRef);
  if (documents.length === 0) return [];
  return headings.flatMap((heading) =>
    slugIn(documents, heading) === undefined ? [unknownHeading(heading, documents)] : [],
  );
}

/** The specifications whose headings a work type can name. Remote ones are not read. */
export async function documentsFor(
  snapshot: FileSnapshot,
  workType: WorkTypeName,
  target: Target,
): Promise<SourceDocument[]> {
  if (target.type !== "artifact" || !target.exists) return [];
  const artifact = await readArtifact(snapshot, target.ref, target.path);
  if (!artifact.ok) return [];
  if (workType === "revision") return [artifact.value.source];
  const { spec, references } = artifact.value.metadata;
  const others = workType === "fix" ? references.filter((each) => each.type === "specification") : [];
  const refs = [...(spec === undefined ? [] : [spec]), ...others.map((each) => each.ref)];
  const documents: SourceDocument[] = [];
  for (const ref of refs) {
    const followed = await followRef(snapshot, { kind: "implementation", path: target.path }, ref, "spec");
    if ((followed.type !== "artifact" && followed.type !== "document") || !followed.exists) continue;
    const source = await snapshot.document(followed.path);
    if (source.ok) documents.push(source.value);
  }
  return documents;
}

/** The slug of a heading given as `slug`, `#slug`, `path#slug` or by its text. */
export function slugIn(documents: readonly SourceDocument[], heading: string): string | undefined {
  const text = heading.trim();
  const hash = text.lastIndexOf("#");
  const fragment = hash < 0 || /^#+\s/.test(text) ? undefined : text.slice(hash + 1);
  const fromText = headingSlug(text.replace(/^#+\s+/, ""));
  for (const { markdown } of documents) {
    const slugs = markdown.headings.map((each) => each.slug);
    const hit = [fragment, text, fromText].find(
      (candidate) => candidate !== undefined && candidate !== "" && slugs.includes(candidate),
    );
    if (hit !== undefined) return hit;
  }
  return undefined;
}

export function unknownHeading(heading: string, documents: readonly SourceDocument[]): ArtifactFinding {
  const slugs = documents
    .flatMap(({ markdown }) => markdown.headings.map(({ slug }) => slug))
    .filter((slug) => slug !== "");
  const near = nearest(headingSlug(heading.replace(/^.*#/, "")), slugs).map((slug) => `\`#${slug}\``);
  const where = documents.map(({ path }) => `\`${path}\``).join(" or ");
  return {
    severity: "error",
    rule: "work_type",
    code: "invalid_work_type",
    message: `\`${heading}\` is not a heading of ${where}.`,
    fix:
      near.length > 0
        ? `Did you mean ${near.join(" or ")}?`
        : `Use the slug of one of its headings, such as "#concept-x".`,
    key: "work_type",
  };
}
