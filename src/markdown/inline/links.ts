import type { MarkdownDocument } from "../document.ts";
import { type InlineToken, type LinkForm, readInline } from "./inline.ts";
import { type InlineRun, inlineRuns, positionIn } from "./inline-runs.ts";
import { type LinkDefinition, normalLabel, readDefinitions } from "./link-definitions.ts";
import { plainText } from "./plain-text.ts";

export interface Link {
  readonly kind: "link" | "image" | "autolink" | "definition";
  /** How it names its target; undefined for autolinks and definitions. */
  readonly form: LinkForm | undefined;
  /** What a reader sees. */
  readonly text: string;
  /** Unescaped, not resolved; undefined when a reference has no definition. */
  readonly target: string | undefined;
  readonly title: string | undefined;
  /** The label of a reference or definition, as written. */
  readonly label: string | undefined;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** Where it starts and ends in the whole text. */
  readonly offset: number;
  readonly end: number;
}

/**
 * Inline links, images, references, autolinks and definitions in document order. Nothing in code, comments or
 * front matter is a link. `[text][label]` and `[label][]` without a definition are listed with no target;
 * a bare `[label]` without one is only text.
 */
export function readLinks(document: MarkdownDocument): Link[] {
  const runs = [...inlineRuns(document)].filter((run) => /[[<]/.test(run.text)).map(withDefinitions);
  const defined = new Map<string, LinkDefinition>();
  for (const { definitions } of runs) {
    for (const definition of definitions) {
      const label = normalLabel(definition.label);
      if (!defined.has(label)) defined.set(label, definition);
    }
  }
  return runs.flatMap(({ run, definitions, rest }) => [
    ...definitions.map((definition) => definitionLink(run, definition)),
    ...runLinks(run, rest, defined),
  ]);
}

function withDefinitions(run: InlineRun): { run: InlineRun; definitions: LinkDefinition[]; rest: number } {
  return { run, ...(run.paragraph ? readDefinitions(run.text) : { definitions: [], rest: 0 }) };
}

function runLinks(run: InlineRun, rest: number, defined: ReadonlyMap<string, LinkDefinition>): Link[] {
  const text = run.text.slice(rest);
  const tokens = readInline(text, (label) => defined.has(normalLabel(label)));
  const links: Link[] = [];
  for (const token of tokens) {
    if (token.kind === "code" || token.kind === "escape") continue;
    const definition = token.label === undefined ? undefined : defined.get(normalLabel(token.label));
    links.push({
      kind: token.kind,
      form: token.form,
      text: seenText(text, token),
      target: token.target ?? definition?.target,
      title: token.title ?? definition?.title,
      label: token.label,
      ...place(run, rest + token.start, rest + token.end),
    });
  }
  return links.sort((a, b) => a.offset - b.offset);
}

function seenText(text: string, token: InlineToken): string {
  const inner = text.slice(token.textStart, token.textEnd);
  return token.kind === "autolink" ? inner : plainText(inner);
}

function definitionLink(run: InlineRun, definition: LinkDefinition): Link {
  const { label, target, title, start, end } = definition;
  return {
    kind: "definition",
    form: undefined,
    text: label,
    target,
    title,
    label,
    ...place(run, start, end),
  };
}

function place(run: InlineRun, start: number, end: number): Pick<Link, "line" | "column" | "offset" | "end"> {
  const { line, column, offset } = positionIn(run, start);
  return { line, column, offset, end: positionIn(run, end).offset };
}
