import type { MarkdownDocument } from "../../markdown/document.ts";
import type { Requirement, Spec } from "../../specs/model.ts";
import { foldName } from "../../specs/rules.ts";
import { findWord, type Vocabulary } from "../../specs/vocabulary.ts";
import { type Delta, deltaSections } from "../delta/delta.ts";
import { type LineEdit, lastTextLine } from "./line-edits.ts";
import type { Repair } from "./scenario-repairs.ts";

/** Repairs of a delta by itself: headings that mean something else than they say. */
export function repairHeadings(delta: Delta, vocabulary: Vocabulary): Repair[] {
  const entries = [...delta.added, ...delta.modified];
  return [
    ...delta.spec.sections.flatMap(({ kind, title, line }): Repair[] => {
      const word = kind === "other" ? sectionWord(title) : undefined;
      if (word === undefined) return [];
      const text = `## ${word} Requirements`;
      const rule = deltaSections(delta.spec).length === 0 ? "delta-heading-missing" : "delta-heading";
      return [{ rule, line, message: `Writes \`${text}\`.`, edits: [{ kind: "replace", line, text }] }];
    }),
    ...entries.flatMap((requirement) => labelRepairs(delta.spec.document, requirement)),
    ...entries.flatMap((requirement) => normativeRepair(delta.spec.document, requirement, vocabulary)),
  ];
}

/** `## Added`, `## ADDED Requirement`, `## Requirements added:`; not `## What was added later`. */
function sectionWord(title: string): string | undefined {
  const match = /^(?:requirements?\s+)?(added|modified|removed|renamed)(?:\s+requirements?)?\s*:?$/i.exec(
    title.trim(),
  );
  return match?.[1]?.toUpperCase();
}

export function labelRepairs(document: MarkdownDocument, requirement: Requirement): Repair[] {
  const labeled = (rule: string, line: number, label: string, name: string): Repair[] => {
    const heading = document.lines[line - 1]?.text ?? "";
    const hashes = /^\s{0,3}#{1,6}\s+/.exec(heading)?.[0];
    if (hashes === undefined) return [];
    const text = `${hashes}${label}: ${heading.slice(hashes.length)}`;
    return [
      { rule, line, message: `Writes \`${label}: ${name}\`.`, edits: [{ kind: "replace", line, text }] },
    ];
  };
  const own =
    requirement.form === "bare"
      ? labeled("requirement-heading", requirement.line, "Requirement", requirement.name)
      : [];
  const scenarios = requirement.scenarios.filter(({ prefixed }) => !prefixed);
  return [
    ...own,
    ...scenarios.flatMap(({ line, name }) => labeled("scenario-heading", line, "Scenario", name)),
  ];
}

/** "shall" where only "SHALL" is binding. */
export function normativeRepair(
  document: MarkdownDocument,
  { name, line, endLine, scenarios, description }: Requirement,
  { normative }: Vocabulary,
): Repair[] {
  const word =
    findWord(description, normative) === undefined ? findWord(description, normative, true) : undefined;
  if (word === undefined) return [];
  const end = (scenarios[0]?.line ?? endLine + 1) - 1;
  const place = document
    .linesBetween(line + 1, end)
    .find(({ kind, text }) => kind === "prose" && findWord(text, [word]) !== undefined);
  if (place === undefined) return [];
  const at = place.text.search(new RegExp(`(?<![\\p{L}\\p{N}_])${word}(?![\\p{L}\\p{N}_])`, "u"));
  if (at < 0) return [];
  const text = place.text.slice(0, at) + word.toUpperCase() + place.text.slice(at + word.length);
  const message = `Writes ${word.toUpperCase()} in "${name}".`;
  return [
    {
      rule: "requirement-not-normative",
      line: place.number,
      message,
      edits: [{ kind: "replace", line: place.number, text }],
    },
  ];
}

/** Names that differ from those of the spec only in case or spaces, and old names of what the delta renames. */
export function repairNames(delta: Delta, target: Spec | undefined): Repair[] {
  const names = (target?.requirements ?? []).map(({ name }) => name);
  const { document } = delta.spec;
  const isKnown = (name: string) => names.includes(name) || delta.renamed.some(({ to }) => to === name);
  return [...delta.modified, ...delta.removed].flatMap(({ name, line }): Repair[] => {
    const renamed = delta.renamed.find(({ from }) => from === name);
    const wanted =
      renamed !== undefined && delta.modified.some((each) => each.line === line)
        ? renamed.to
        : names.find((each) => foldName(each) === foldName(name));
    if (wanted === undefined || wanted === name || (renamed === undefined && isKnown(name))) return [];
    const heading = document.lines[line - 1]?.text ?? "";
    const at = heading.lastIndexOf(name);
    if (at < 0) return [];
    const text = heading.slice(0, at) + wanted + heading.slice(at + name.length);
    const rule = renamed === undefined ? "target-missing" : "entry-old-name";
    return [
      { rule, line, message: `Writes the name "${wanted}".`, edits: [{ kind: "replace", line, text }] },
    ];
  });
}

/** A new spec gets its purpose from the change; the proposal may say it already. */
export function repairPurpose(delta: Delta, capability: string, proposal: string): Repair[] {
  const { document, sections } = delta.spec;
  if (sections.some(({ kind }) => kind === "purpose")) return [];
  const said = purposeIn(proposal, capability);
  const text = said ?? "<!-- What this capability is for, in a sentence or two. -->";
  const first = deltaSections(delta.spec)[0]?.line ?? 1;
  const after = lastTextLine(document, first - 1);
  const edit: LineEdit = {
    kind: "insert",
    after,
    text: `${after === 0 ? "" : "\n"}## Purpose\n\n${text}${after === 0 ? "\n" : ""}`,
  };
  const message =
    said === undefined
      ? `Adds \`## Purpose\` of the new spec \`${capability}\`; fill it in.`
      : `Adds \`## Purpose\` of the new spec \`${capability}\` from the proposal.`;
  return [{ rule: "purpose-missing", line: 1, message, edits: [edit] }];
}

/** "- `auth`: how people sign in" of the proposal's capabilities. */
function purposeIn(proposal: string, capability: string): string | undefined {
  for (const line of proposal.split(/\r\n?|\n/)) {
    const match = /^\s*[-*+]\s+\*{0,2}`?([^`:*]+)`?\*{0,2}\s*(?::|—|–| - )\s*(\S.*)$/.exec(line);
    const text = match?.[2]?.replace(/^\*+\s*/, "").trim();
    if (match?.[1]?.trim() === capability && text !== undefined && !/^<.*>$/.test(text)) return text;
  }
  return undefined;
}
