import { nearest } from "../../kernel/nearest.ts";
import { headingSlug } from "../../markdown/slug.ts";
import { type Artifact, readArtifact } from "../model/artifact.ts";
import type { ArtifactFinding } from "../model/finding.ts";
import { headingsOf, type WorkTypeName } from "../model/work-types.ts";
import type { FileSnapshot } from "../snapshot.ts";
import type { SourceDocument } from "../source.ts";
import { followRef, type Target } from "./stored-refs.ts";

/** Checks that the headings of a work type exist where it says: in the target, or in what it implements. */
export async function checkHeadings(snapshot: FileSnapshot, artifact: Artifact): Promise<ArtifactFinding[]> {
  const { workType, target } = artifact.metadata;
  if (workType === undefined || target === undefined) return [];
  const headings = headingsOf(workType);
  if (headings.length === 0) return [];
  const found = await followRef(snapshot, { kind: "scratch_pad", path: artifact.path }, target, "target");
  const documents = await documentsFor(snapshot, workType.name, found);
  if (documents.length === 0) return [];
  return headings.flatMap((heading) =>
    slugIn(documents, heading) === undefined ? [unknownHeading(heading, documents)] : [],
  );
}

/** The specifications whose headings a work type may name. Remote ones cannot be looked into. */
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
  const listed = workType === "fix" ? references.filter((each) => each.type === "specification") : [];
  const refs = [...(spec === undefined ? [] : [spec]), ...listed.map((each) => each.ref)];
  const documents: SourceDocument[] = [];
  for (const ref of refs) {
    const place = await followRef(snapshot, { kind: "implementation", path: target.path }, ref, "spec");
    if ((place.type !== "artifact" && place.type !== "document") || !place.exists) continue;
    const source = await snapshot.document(place.path);
    if (source.ok) documents.push(source.value);
  }
  return documents;
}

/** The slug that a client means by `slug`, `#slug`, `path#slug` or the heading's own words. */
export function slugIn(documents: readonly SourceDocument[], given: string): string | undefined {
  const text = given.trim();
  const hash = text.lastIndexOf("#");
  const fragment = hash < 0 || /^#+\s/.test(text) ? undefined : text.slice(hash + 1);
  const words = headingSlug(text.replace(/^#+\s+/, ""));
  for (const { markdown } of documents) {
    const slugs = markdown.headings.map((heading) => heading.slug);
    const hit = [fragment, text, words].find(
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
    fix: near.length > 0 ? `Did you mean ${near.join(" or ")}?` : "Call list_headings to see the fragments.",
    key: "work_type",
  };
}
