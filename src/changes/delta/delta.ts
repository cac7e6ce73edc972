import type { Problem } from "../../kernel/finding.ts";
import { type Line, visibleText } from "../../markdown/blocks/line.ts";
import type { DeltaKind, Requirement, Spec, SpecSection } from "../../specs/model.ts";
import { isDelta, readSpec, splitArrow } from "../../specs/read.ts";
import { defaultVocabulary, type Vocabulary } from "../../specs/vocabulary.ts";
import { quotedHeading, readRenames } from "./renames.ts";

export interface Removal {
  readonly name: string;
  readonly line: number;
  readonly reason?: string;
  readonly migration?: string;
}

export interface Renaming {
  readonly from: string;
  readonly to: string;
  readonly line: number;
}

/** What a change does to one capability. Sections that are repeated are read as one. */
export interface Delta {
  readonly added: readonly Requirement[];
  readonly modified: readonly Requirement[];
  readonly removed: readonly Removal[];
  readonly renamed: readonly Renaming[];
  /** Purpose that a new capability gets. */
  readonly purpose: string;
  readonly spec: Spec;
  /** What of the text could not be read as an entry; an error each. */
  readonly problems: readonly Problem[];
}

/** Reads `specs/<capability>/spec.md` of a change. */
export function readDelta(text: string, vocabulary: Vocabulary = defaultVocabulary): Delta {
  const spec = readSpec(text, vocabulary);
  const inSection = (kind: DeltaKind) =>
    spec.requirements.filter(({ sectionKind, form }) => sectionKind === kind && form !== "implicit");
  const problems: Problem[] = spec.requirements.flatMap(orphanProblem);
  const renamed = spec.sections
    .filter((section) => section.kind === "renamed")
    .flatMap((section) => renamesIn(spec, section, inSection("renamed"), vocabulary, problems));
  return {
    added: inSection("added"),
    modified: inSection("modified"),
    removed: removalsIn(spec, inSection("removed"), vocabulary),
    renamed,
    purpose: spec.purpose,
    spec,
    problems,
  };
}

function orphanProblem({ form, line }: Requirement): Problem[] {
  const message = "These scenarios do not belong to a requirement, so they cannot be applied.";
  return form === "implicit" ? [{ rule: "scenario-orphaned", line, message }] : [];
}

export function countEntries(delta: Delta): number {
  return delta.added.length + delta.modified.length + delta.removed.length + delta.renamed.length;
}

/** Entries as headings, and as bullets that carry the heading: "- `### Requirement: x`". */
function removalsIn(spec: Spec, headings: readonly Requirement[], vocabulary: Vocabulary): Removal[] {
  const removals = headings.map((requirement): Removal => {
    const lines = spec.document.linesBetween(requirement.line + 1, requirement.endLine);
    const { name, line } = requirement;
    return { name, line, ...explanations(lines) };
  });
  for (const line of sectionLines(spec, "removed")) {
    const bullet = line.items.length > 0 ? visibleText(line, line.content) : "";
    const quoted = quotedHeading(bullet, vocabulary);
    if (quoted.isHeading) removals.push({ name: quoted.name, line: line.number });
  }
  return removals.sort((a, b) => a.line - b.line);
}

function sectionLines(spec: Spec, kind: DeltaKind): Line[] {
  return spec.sections
    .filter((section) => section.kind === kind)
    .flatMap((section) => spec.document.linesBetween(section.contentLine, section.endLine))
    .filter((line) => line.kind === "prose");
}

/** `**Reason**: …` and `**Migration**: …`, with the colon inside or outside the emphasis; wrapped lines included. */
function explanations(lines: readonly Line[]): Pick<Removal, "reason" | "migration"> {
  const found: { reason?: string; migration?: string } = {};
  let key: "reason" | "migration" | undefined;
  for (const line of lines) {
    if (line.role === "blank") key = undefined;
    if (line.kind !== "prose" || line.role === "blank") continue;
    const text = visibleText(line, line.content).trim();
    const match = /^[*_]{0,3}(reason|migration)[*_]{0,3}\s*:\s*[*_]{0,3}\s*/i.exec(text);
    if (match !== null) {
      key = match[1]?.toLowerCase() === "reason" ? "reason" : "migration";
      found[key] = text.slice(match[0].length).trim();
    } else if (key !== undefined) found[key] = `${found[key] ?? ""} ${text}`.trim();
  }
  return found;
}

function renamesIn(
  spec: Spec,
  section: SpecSection,
  headings: readonly Requirement[],
  vocabulary: Vocabulary,
  problems: Problem[],
): Renaming[] {
  const within = headings.filter(({ line }) => section.line <= line && line <= section.endLine);
  const arrows = within.flatMap(({ name, line }): Renaming[] => {
    const renaming = splitArrow(name);
    if (renaming !== undefined) return [{ ...renaming, line }];
    const message = `"${name}" does not say what it is renamed to.`;
    problems.push({ rule: "rename-incomplete", line, message });
    return [];
  });
  const pairs = readRenames(spec.document.linesBetween(section.contentLine, section.endLine), vocabulary);
  problems.push(...pairs.problems);
  return [...arrows, ...pairs.renamed].sort((a, b) => a.line - b.line);
}

/** Sections of a delta that say what they do. */
export function deltaSections(spec: Spec): SpecSection[] {
  return spec.sections.filter(isDelta);
}
