import { isBlank } from "../blocks/lines.ts";
import { foldCase } from "../slug.ts";
import { labelEnd, readDestination, skipSpace } from "./link-tail.ts";

/** `[label]: target "title"` at the start of a paragraph. */
export interface LinkDefinition {
  readonly label: string;
  readonly target: string;
  readonly title: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** The definitions that a paragraph starts with, in order, and where its other text begins. */
export function readDefinitions(paragraph: string): { definitions: LinkDefinition[]; rest: number } {
  const definitions: LinkDefinition[] = [];
  let at = 0;
  for (;;) {
    const definition = readDefinition(paragraph, skipSpace(paragraph, at));
    if (definition === undefined) return { definitions, rest: at };
    definitions.push(definition);
    at = definition.end;
  }
}

/** Labels match regardless of case and of the kind and number of spaces. */
export function normalLabel(label: string): string {
  return foldCase(label.split(/\s/).filter(Boolean).join(" "));
}

function readDefinition(text: string, start: number): LinkDefinition | undefined {
  if (text[start] !== "[" || text[start + 1] === "^") return undefined;
  const close = labelEnd(text, start + 1);
  if (close < 0 || text[close + 1] !== ":") return undefined;
  const label = text.slice(start + 1, close);
  if (label.trim() === "") return undefined;
  const found = readDestination(text, skipSpace(text, close + 2));
  if (found === undefined) return undefined;
  const { target, title, end } = found;
  if (restIsBlank(text, end)) return { label, target, title, start, end: lineEnd(text, end) };
  // What looked like a title on the next line may be other text; the target alone is then the definition.
  const targetOnly = readDestination(
    text.slice(0, firstLineEnd(text, close + 2)),
    skipSpace(text, close + 2),
  );
  if (title === undefined || targetOnly === undefined || targetOnly.title !== undefined) return undefined;
  if (!restIsBlank(text, targetOnly.end)) return undefined;
  return { label, target, title: undefined, start, end: lineEnd(text, targetOnly.end) };
}

function restIsBlank(text: string, at: number): boolean {
  return isBlank(text.slice(at, lineEnd(text, at)));
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

/** The end of the line that holds the target, which may be the line after the label. */
function firstLineEnd(text: string, at: number): number {
  return lineEnd(text, skipSpace(text, at));
}
