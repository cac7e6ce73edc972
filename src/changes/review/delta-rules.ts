import type { Findings } from "../../specs/findings.ts";
import { isText } from "../../specs/library.ts";
import type { Requirement, SpecSection } from "../../specs/model.ts";
import { checkNoEdits, checkRequirement, sectionOf } from "../../specs/requirement-rules.ts";
import { foldName } from "../../specs/rules.ts";
import { checkUnclosed } from "../../specs/unclosed.ts";
import type { Vocabulary } from "../../specs/vocabulary.ts";
import type { EncodingProblem } from "../../workspace/files/files.ts";
import { countEntries, type Delta, deltaSections } from "../delta/delta.ts";
import type { DeltaFile } from "../library.ts";

/** The rules of one delta file by itself; `applyDelta` decides whether it fits the spec. */
export function checkDelta(file: DeltaFile, vocabulary: Vocabulary, findings: Findings): void {
  const { delta } = file;
  if (file.problem !== undefined) return findings.error({ ...file.problem, section: "" });
  for (const problem of file.file?.problems ?? []) invalidText(problem, findings);
  if (file.file !== undefined && !isText(file.file)) return;
  checkSections(delta, findings);
  checkUnclosed(delta.spec.document, findings);
  for (const { rule, line, message } of delta.problems) {
    const section =
      delta.spec.sections.find((each) => each.line <= line && line <= each.endLine)?.title ?? "";
    findings.error({ rule, section, line, message });
  }
  for (const requirement of delta.spec.requirements) checkPlace(requirement, findings);
  for (const requirement of [...delta.added, ...delta.modified])
    checkRequirement(requirement, vocabulary, findings);
  for (const requirement of delta.added) checkNoEdits(requirement, findings);
  for (const requirement of delta.added) checkFilledIn(requirement, findings);
  checkEntries(delta, findings);
}

/** Bytes that are not UTF-8 would be lost when the text goes into a spec. */
function invalidText({ line, message, fix }: EncodingProblem, findings: Findings): void {
  findings.error({ rule: "invalid-utf8", section: "", line, message, fix });
}

function checkSections(delta: Delta, findings: Findings): void {
  const sections = deltaSections(delta.spec);
  const misspelt = delta.spec.sections.filter(isMisspelt);
  for (const { title, line } of misspelt) {
    const word = /added|modified|removed|renamed/i.exec(title)?.[0].toUpperCase() ?? "ADDED";
    const message = `\`## ${title}\` is not a heading of a delta, so the text below it is not applied.`;
    findings.error({
      rule: sections.length === 0 ? "delta-heading-missing" : "delta-heading",
      section: title,
      line,
      message,
      fix: `Write \`## ${word} Requirements\`.`,
    });
  }
  if (sections.length === 0 && misspelt.length > 0) return;
  if (sections.length === 0) {
    const message = "The file has no delta headings (such as `## ADDED Requirements`).";
    const fix =
      "Use `## ADDED Requirements`, `## MODIFIED Requirements`, `## REMOVED Requirements` or `## RENAMED Requirements`.";
    return findings.error({ rule: "delta-heading-missing", section: "", line: 1, message, fix });
  }
  if (countEntries(delta) > 0 || delta.problems.length > 0) return;
  const message = "The delta has headings but no entry.";
  const { title = "", line = 1 } = sections[0] ?? {};
  findings.error({
    rule: "delta-empty",
    section: title,
    line,
    message,
    fix: "Add a `### Requirement: <name>` below.",
  });
}

/** `hewto changes new` and other templates leave `<name>` for the writer to replace. */
function checkFilledIn(requirement: Requirement, findings: Findings): void {
  const unfilled = [requirement, ...requirement.scenarios].find(({ name }) => /^<[^<>]*>$/.test(name.trim()));
  if (unfilled === undefined) return;
  findings.warning({
    rule: "requirement-placeholder",
    section: sectionOf(requirement),
    line: unfilled.line,
    message: `\`${unfilled.name}\` is still a placeholder of the template.`,
    fix: "Replace it with a name, and describe below what SHALL hold.",
  });
}

/** `## Added`, `## New requirements that are ADDED`: meant as a delta heading, but not one. */
function isMisspelt({ kind, title }: Pick<SpecSection, "kind" | "title">): boolean {
  return kind === "other" && /\b(?:added|modified|removed|renamed)\b/i.test(title);
}

/** Requirements outside the delta sections would be lost when the change is archived. */
function checkPlace(requirement: Requirement, findings: Findings): void {
  if (requirement.place === "delta" || requirement.form === "implicit") return;
  // Already reported for the heading above it.
  if (isMisspelt({ kind: requirement.sectionKind, title: requirement.section })) return;
  const message = `Requirement "${requirement.name}" is outside the delta sections and would not be applied.`;
  const fix = "Move it below `## ADDED Requirements` or `## MODIFIED Requirements`.";
  findings.error({
    rule: "entry-misplaced",
    section: sectionOf(requirement),
    line: requirement.line,
    message,
    fix,
  });
}

interface Entry {
  readonly name: string;
  readonly line: number;
  readonly section: string;
}

/** A name may be touched once; renaming and modifying under the new name is the one pair that belongs together. */
function checkEntries(delta: Delta, findings: Findings): void {
  const named = (section: string, items: readonly { name: string; line: number }[]): Entry[] =>
    items.map(({ name, line }) => ({ name, line, section }));
  const from = named(
    "RENAMED FROM",
    delta.renamed.map(({ from: name, line }) => ({ name, line })),
  );
  const to = named(
    "RENAMED TO",
    delta.renamed.map(({ to: name, line }) => ({ name, line })),
  );
  const added = named("ADDED", delta.added);
  const modified = named("MODIFIED", delta.modified);
  const removed = named("REMOVED", delta.removed);
  for (const entries of [added, modified, removed, from, to]) checkRepeats(entries, findings);
  checkPairs(modified, removed, findings);
  checkPairs(modified, added, findings);
  checkPairs(added, removed, findings);
  checkPairs(from, removed, findings);
  checkPairs(to, added, findings);
  checkPairs(to, removed, findings);
  checkOldNames(delta, findings);
}

function checkRepeats(entries: readonly Entry[], findings: Findings): void {
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const earlier = first.get(foldName(entry.name));
    if (earlier === undefined) {
      first.set(foldName(entry.name), entry);
      continue;
    }
    const message = `${entry.section} "${entry.name}" is here and on line ${earlier.line}.`;
    findings.error({
      rule: "entry-duplicate",
      section: `Requirement: ${entry.name}`,
      line: entry.line,
      message,
    });
  }
}

function checkPairs(left: readonly Entry[], right: readonly Entry[], findings: Findings): void {
  const others = new Map(right.map((entry) => [foldName(entry.name), entry]));
  for (const entry of left) {
    const other = others.get(foldName(entry.name));
    if (other === undefined) continue;
    const message = `"${entry.name}" is ${entry.section} and, on line ${other.line}, ${other.section}.`;
    findings.error({
      rule: "entry-conflict",
      section: `Requirement: ${entry.name}`,
      line: entry.line,
      message,
    });
  }
}

function checkOldNames(delta: Delta, findings: Findings): void {
  for (const { name, line } of delta.modified) {
    const renaming = delta.renamed.find((each) => foldName(each.from) === foldName(name));
    if (renaming === undefined) continue;
    const message = `MODIFIED "${name}" uses the old name of a requirement that is renamed to "${renaming.to}".`;
    const fix = `Write \`### Requirement: ${renaming.to}\`.`;
    findings.error({ rule: "entry-old-name", section: `Requirement: ${name}`, line, message, fix });
  }
}
