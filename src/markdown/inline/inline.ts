import { CodeSpans } from "./code-spans.ts";
import { readLinkTail } from "./link-tail.ts";

/** How a link names its target. */
export type LinkForm = "inline" | "full" | "collapsed" | "shortcut";

/** A piece of inline Markdown; `textStart` to `textEnd` is what a reader sees of it. */
export interface InlineToken {
  readonly kind: "code" | "link" | "image" | "autolink" | "escape";
  readonly start: number;
  readonly end: number;
  readonly textStart: number;
  readonly textEnd: number;
  /** For links and images. */
  readonly form?: LinkForm;
  /** The target of an inline link or autolink, unescaped. */
  readonly target?: string;
  readonly title?: string;
  /** The label of a reference, as written. */
  readonly label?: string;
  /** Set when the label has no definition. */
  readonly undefined?: true;
}

interface Bracket {
  readonly index: number;
  readonly image: boolean;
}

/**
 * Reads a run of inline Markdown from left to right in linear time. `isLabel` says whether a label has a
 * definition; `[text][label]` and `[label][]` are tokens without one too, so that it can be reported. Tokens come in the order of their ends: what is inside a link comes before the link.
 */
export function readInline(text: string, isLabel: (label: string) => boolean): InlineToken[] {
  if (!/[\\`[<]/.test(text)) return [];
  return new InlineReader(text, isLabel).read();
}

const escapable = /[!-/:-@[-`{-~]/;
const autolinkPattern = /^<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@\\]+@[A-Za-z0-9.-]+)>/;
/** Longer bracket texts are not labels; the limit is CommonMark's. */
const maxLabelLength = 999;
const maxAutolinkLength = 8192;
/** Only so many brackets wait for their partner; images nested deeper are text. */
const openBrackets = 64;

class InlineReader {
  private readonly text: string;
  private readonly isLabel: (label: string) => boolean;
  private readonly tokens: InlineToken[] = [];
  private readonly brackets: Bracket[] = [];
  /** Brackets below this height are within a link's text: links do not nest. */
  private spent = 0;
  private lastBracket = -1;
  private nextAngle = -1;

  constructor(text: string, isLabel: (label: string) => boolean) {
    this.text = text;
    this.isLabel = isLabel;
  }

  read(): InlineToken[] {
    const code = new CodeSpans(this.text);
    const special = /[\\`[\]<]/g;
    for (let match = special.exec(this.text); match !== null; match = special.exec(this.text)) {
      const at = match.index;
      const char = match[0];
      if (char === "\\") special.lastIndex = this.readEscape(at);
      else if (char === "`") special.lastIndex = this.readCode(at, code);
      else if (char === "<") special.lastIndex = this.readAutolink(at);
      else if (char === "[") this.openBracket(at);
      else special.lastIndex = this.closeBracket(at);
    }
    return this.tokens;
  }

  private readEscape(at: number): number {
    // A backslash at the end of a line is a line break.
    if (this.text[at + 1] !== "\n" && !escapable.test(this.text[at + 1] ?? "")) return at + 1;
    this.tokens.push({ kind: "escape", start: at, end: at + 2, textStart: at + 1, textEnd: at + 2 });
    return at + 2;
  }

  private readCode(at: number, code: CodeSpans): number {
    const { runEnd, spanEnd } = code.at(at);
    if (spanEnd === undefined) return runEnd;
    const length = runEnd - at;
    this.tokens.push({ kind: "code", start: at, end: spanEnd, textStart: runEnd, textEnd: spanEnd - length });
    return spanEnd;
  }

  private readAutolink(at: number): number {
    // Remembered until it is passed, so that a long run of `<` is not searched from each of them.
    if (this.nextAngle < at) this.nextAngle = indexOrInfinity(this.text, ">", at);
    const close = this.nextAngle;
    if (close - at > maxAutolinkLength) return at + 1;
    const match = autolinkPattern.exec(this.text.slice(at, close + 1));
    if (match?.[1] === undefined) return at + 1;
    const target = match[1].includes(":") ? match[1] : `mailto:${match[1]}`;
    const end = close + 1;
    this.tokens.push({ kind: "autolink", start: at, end, textStart: at + 1, textEnd: close, target });
    return end;
  }

  private openBracket(at: number): void {
    const image = this.text[at - 1] === "!" && this.text[at - 2] !== "\\";
    this.brackets.push({ index: at, image });
    if (this.brackets.length > openBrackets) {
      this.brackets.shift();
      this.spent = Math.max(0, this.spent - 1);
    }
    this.lastBracket = at;
  }

  private closeBracket(at: number): number {
    const opener = this.brackets.pop();
    const holdsBracket = opener !== undefined && this.lastBracket > opener.index;
    this.lastBracket = at;
    if (opener === undefined) return at + 1;
    const height = this.brackets.length;
    const usable = opener.image || height >= this.spent;
    this.spent = Math.min(this.spent, height);
    const token = usable ? this.readLink(opener, at, holdsBracket) : undefined;
    if (token === undefined) return at + 1;
    this.tokens.push(token);
    // Without a definition it is only text to a renderer, so it neither hides nor ends another link.
    if (token.undefined === true) return at + 1;
    if (!opener.image) this.spent = height;
    return token.end;
  }

  private readLink(opener: Bracket, at: number, holdsBracket: boolean): InlineToken | undefined {
    const tail = readLinkTail(this.text, at + 1);
    const textStart = opener.index + 1;
    if (tail?.kind === "target") {
      const { end, target, title } = tail;
      return {
        ...spanOf(opener, at),
        end,
        form: "inline",
        target,
        title,
      };
    }
    if (tail?.kind === "label" && tail.label.startsWith("^")) return undefined;
    if (tail?.kind === "label" && tail.label.trim() !== "")
      return this.reference(opener, at, { end: tail.end, form: "full", label: tail.label });
    if (holdsBracket || at - textStart > maxLabelLength) return undefined;
    const label = this.text.slice(textStart, at);
    if (label.trim() === "" || label.startsWith("^")) return undefined;
    if (tail?.kind === "label")
      return this.reference(opener, at, { end: tail.end, form: "collapsed", label });
    return this.isLabel(label) ? { ...spanOf(opener, at), end: at + 1, form: "shortcut", label } : undefined;
  }

  /** A reference; without a definition only where its label is not the text of another link. */
  private reference(
    opener: Bracket,
    at: number,
    to: { readonly end: number; readonly form: "full" | "collapsed"; readonly label: string },
  ): InlineToken | undefined {
    if (this.isLabel(to.label)) return { ...spanOf(opener, at), ...to };
    // Looked at first: in a long row of brackets nearly all end here.
    if (readLinkTail(this.text, to.end) !== undefined) return undefined;
    return { ...spanOf(opener, at), ...to, undefined: true };
  }
}

/** Where a link or image begins, and where its text is. */
function spanOf({ image, index }: Bracket, at: number) {
  return {
    kind: image ? ("image" as const) : ("link" as const),
    start: image ? index - 1 : index,
    textStart: index + 1,
    textEnd: at,
  };
}

function indexOrInfinity(text: string, char: string, from: number): number {
  const index = text.indexOf(char, from);
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}
