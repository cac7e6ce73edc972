import {
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  type Position,
} from "vscode-languageserver/node";
import { blockOf, blockText } from "../../changes/delta/blocks.ts";
import { readDelta } from "../../changes/delta/delta.ts";
import { readMarkdown } from "../../markdown/document.ts";
import { headingAt } from "../../markdown/heading-places.ts";
import type { Requirement } from "../../specs/model.ts";
import { deltaKind } from "../../specs/outline.ts";
import { addressItems } from "../code/addresses.ts";
import { linesOf, rangeOn } from "../session/positions.ts";
import type { OpenFile, Session } from "../session/session.ts";
import { deltaKindOf, type TargetSpec, targetSpec } from "./entries.ts";
import { linkItems } from "./link-completion.ts";
import { nameItems } from "./name-completion.ts";

/** What can be written at a position of a spec, a delta or another document. */
export async function markdownCompletion(
  session: Session,
  file: OpenFile,
  position: Position,
): Promise<CompletionItem[]> {
  const before = (linesOf(file.text)[position.line] ?? "").slice(0, position.character);
  const tag = await addressItems(file, before, position);
  if (tag !== undefined) return tag;
  const link = await linkItems(session, file, before, position);
  if (link !== undefined) return link;
  return [
    ...(await deltaItems(session, file, before, position)),
    ...stepItems(file, before, position),
    ...(await nameItems(session, file, before, position)),
  ];
}

const headingStart =
  /^(#{3,6}\s+(?:requirement\s*:\s*)|\s*[-*+]\s+`?#{3}\s+requirement\s*:\s*|\s*[-*+]?\s*(?:\*\*)?from(?:\*\*)?\s*:\s*`?#{3}\s+requirement\s*:\s*)/i;
const scenarioStart = /^(#{4,6}\s+(?:(?:removed|renamed)\s+)?scenario\s*:\s*)/i;

/** In a delta: its sections, and the requirements and scenarios of the spec that it changes. */
async function deltaItems(
  session: Session,
  file: OpenFile,
  before: string,
  position: Position,
): Promise<CompletionItem[]> {
  const kind = deltaKindOf(file);
  if (kind === undefined) return [];
  if (/^##\s*[A-Za-z]*$/.test(before)) return sectionItems(before, position);
  const requirement = headingStart.exec(before)?.[0];
  const scenario = scenarioStart.exec(before)?.[0];
  if (requirement === undefined && scenario === undefined) return [];
  const target = await targetSpec(session, file, kind);
  if (target === undefined) return [];
  const document = readMarkdown(file.text);
  const section = document.headings.findLast(({ level, line }) => level === 2 && line <= position.line + 1);
  const change = section && deltaKind(section);
  if (requirement !== undefined) {
    const { vocabulary } = await file.folder.territory();
    const delta = readDelta(file.text, vocabulary);
    const isUsed = (name: string) =>
      [...delta.modified, ...delta.removed].some(
        (each) => each.name === name && each.line !== position.line + 1,
      );
    const fresh = target.spec.requirements.filter(({ name, form }) => form !== "implicit" && !isUsed(name));
    const range = rangeOn(position.line, requirement.length, position.character);
    return fresh.flatMap((each) => requirementItems(target, each, range, change === "modified"));
  }
  const above = document.headings.findLast(({ level, line }) => level === 3 && line <= position.line);
  const name = above?.title.replace(/^[^:]*:\s*/, "");
  const owner = target.spec.requirements.find((each) => each.name === name);
  const range = rangeOn(position.line, scenario?.length ?? 0, position.character);
  return (owner?.scenarios ?? []).map((each) => ({
    label: each.name,
    kind: CompletionItemKind.Method,
    detail: `scenario of ${owner?.name ?? ""}`,
    textEdit: { range, newText: each.name },
  }));
}

function sectionItems(before: string, position: Position): CompletionItem[] {
  const start = /^##\s*/.exec(before)?.[0].length ?? 0;
  const range = rangeOn(position.line, start, position.character);
  return ["ADDED", "MODIFIED", "REMOVED", "RENAMED"].map((word) => ({
    label: `${word} Requirements`,
    kind: CompletionItemKind.Keyword,
    textEdit: { range, newText: `${/\s$/.test(before) ? "" : " "}${word} Requirements`.trimStart() },
  }));
}

/** A MODIFIED requirement replaces the whole text, so the name also comes with what the spec says now. */
function requirementItems(
  { spec }: TargetSpec,
  requirement: Requirement,
  range: ReturnType<typeof rangeOn>,
  isModified: boolean,
): CompletionItem[] {
  const { name } = requirement;
  const plain: CompletionItem = {
    label: name,
    kind: CompletionItemKind.Class,
    detail: "requirement of the spec",
    textEdit: { range, newText: name },
  };
  if (!isModified) return [plain];
  const block = blockText(blockOf(spec.document, requirement));
  const body = block.slice(block.indexOf("\n") + 1).trimEnd();
  const whole: CompletionItem = {
    label: `${name} (with its text)`,
    kind: CompletionItemKind.Snippet,
    detail: "requirement of the spec, to be edited",
    filterText: name,
    sortText: `${name} 2`,
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText: `${name}\n${body}` },
  };
  return [plain, whole];
}

const stepWords = ["GIVEN", "WHEN", "THEN", "AND"];

/** Keywords of steps below a scenario. */
function stepItems(file: OpenFile, before: string, position: Position): CompletionItem[] {
  const start = /^\s*[-*+]\s+(\**)(?=[A-Za-z]{0,5}$)/.exec(before);
  if (start === null || !file.kinds.some(({ kind }) => kind === "spec" || kind === "delta")) return [];
  const heading = headingAt(readMarkdown(file.text).headings, position.line + 1);
  if (heading === undefined || heading.level < 4) return [];
  const range = rangeOn(position.line, start[0].length - (start[1]?.length ?? 0), position.character);
  return stepWords.map((word, index) => ({
    label: word,
    kind: CompletionItemKind.Keyword,
    sortText: String(index),
    filterText: `${start[1] ?? ""}${word}`,
    textEdit: { range, newText: `**${word}** ` },
  }));
}
