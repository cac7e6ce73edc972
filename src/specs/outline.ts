import type { MarkdownDocument } from "../markdown/document.ts";
import type { Heading } from "../markdown/headings.ts";
import type { DeltaKind } from "./model.ts";
import { readKeyword } from "./steps.ts";
import { labeled, splitLabel, type Vocabulary } from "./vocabulary.ts";

/** What each heading of a spec or delta is. The first step of reading; everything else follows from it. */
export type Mark =
  | { readonly kind: "title" | "section"; readonly heading: Heading; readonly delta: DeltaKind | undefined }
  | {
      readonly kind: "requirement";
      readonly heading: Heading;
      readonly name: string;
      readonly form: "heading" | "bare";
    }
  | {
      readonly kind: "scenario";
      readonly heading: Heading;
      readonly name: string;
      readonly prefixed: boolean;
      readonly edit?: "removed" | "renamed";
    }
  /** Ends the requirement above it because it has the same level, but is not a requirement. */
  | { readonly kind: "aside"; readonly heading: Heading }
  /** Part of what is above it. */
  | { readonly kind: "inner"; readonly heading: Heading };

/**
 * Reads the headings once, in order. Two grammars are accepted at the same time: `### Requirement: x` with
 * `#### Scenario: y` at any level, and OpenSpec's plain headings, where `### x` with scenarios below it is a
 * requirement and `#### y` with steps below it is a scenario.
 */
export function outline(document: MarkdownDocument, vocabulary: Vocabulary): Mark[] {
  /** Level of the open requirement; 0 when none is open. */
  let open = 0;
  return document.headings.map((heading, index) => {
    const mark = markOf(document, index, heading, open, vocabulary);
    if (mark.kind === "requirement") open = heading.level;
    else if (mark.kind === "title" || mark.kind === "section" || mark.kind === "aside") open = 0;
    return mark;
  });
}

function markOf(
  document: MarkdownDocument,
  index: number,
  heading: Heading,
  open: number,
  vocabulary: Vocabulary,
): Mark {
  const { level } = heading;
  const split = splitLabel(heading.title);
  if (split !== undefined && level > 1 && vocabulary.requirement.has(split.label))
    return { kind: "requirement", heading, name: split.name, form: "heading" };
  if (split !== undefined && level > 2 && vocabulary.scenario.has(split.label))
    return { kind: "scenario", heading, name: split.name, prefixed: true };
  const edit = editWord.exec(heading.title);
  const edited =
    edit === null ? undefined : labeled(heading.title.slice(edit[0].length), vocabulary.scenario);
  if (edited !== undefined && level > 2) {
    const isRemoval = edit?.[1]?.toLowerCase() === "removed";
    return {
      kind: "scenario",
      heading,
      name: edited,
      prefixed: true,
      edit: isRemoval ? "removed" : "renamed",
    };
  }
  if (level === 1) return { kind: "title", heading, delta: undefined };
  if (level === 2) return { kind: "section", heading, delta: deltaKind(heading) };
  if (open > 0 && level > open) return innerMark(document, heading, vocabulary);
  const holdsScenarios = level === 3 && hasScenarios(document, index, vocabulary);
  if (holdsScenarios) return { kind: "requirement", heading, name: heading.title, form: "bare" };
  return { kind: "aside", heading };
}

function innerMark(document: MarkdownDocument, heading: Heading, vocabulary: Vocabulary): Mark {
  const isScenario = heading.level >= 4 && holdsSteps(document, heading, vocabulary);
  if (isScenario) return { kind: "scenario", heading, name: heading.title, prefixed: false };
  return { kind: "inner", heading };
}

const editWord = /^(removed|renamed)\s+/i;

const deltaTitle = /^(added|modified|removed|renamed)\s+requirements?$/i;

export function deltaKind(heading: Heading): DeltaKind | undefined {
  const word = deltaTitle.exec(heading.text.trim())?.[1]?.toLowerCase();
  return word === "added" || word === "modified" || word === "removed" || word === "renamed"
    ? word
    : undefined;
}

/** Whether a plain `###` heading has, before the next heading of its level, something that is a scenario. */
function hasScenarios(document: MarkdownDocument, index: number, vocabulary: Vocabulary): boolean {
  const heading = document.headings[index];
  for (let next = index + 1; heading !== undefined; next++) {
    const inner = document.headings[next];
    if (inner === undefined || inner.level <= heading.level) return false;
    if (labeled(inner.title, vocabulary.scenario) !== undefined) return true;
    if (inner.level >= 4 && holdsSteps(document, inner, vocabulary)) return true;
  }
  return false;
}

function holdsSteps(document: MarkdownDocument, heading: Heading, vocabulary: Vocabulary): boolean {
  for (const line of document.linesBetween(heading.contentLine, heading.ownEndLine)) {
    if (line.kind !== "prose" || line.role === "blank") continue;
    const step = readKeyword(line.text.slice(line.content), vocabulary);
    if (step !== undefined && (step.emphasised || step.style === "upper")) return true;
  }
  return false;
}
