import { withoutTrailing } from "../../kernel/text.ts";

/** One bullet or one sentence of a description. */
export interface Statement {
  readonly text: string;
  /** A heading, or a lead-in such as `Admins can:`: it introduces statements and is not one itself. */
  readonly isHeading: boolean;
}

interface Block {
  readonly text: string;
  readonly kind: "heading" | "bullet" | "prose" | "break";
}

/** Characters that would start a heading, a list, a quote, a table or a fence in the document we write. */
const markup = /^(?:[\s#>*+\-•|`~=]|\d+[.)](?=\s|$))+/;
const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/;

/** Splits a description into statements: one per bullet, and prose at its full stops. Nothing is dropped. */
export function statementsOf(description: string): Statement[] {
  let leadIn = "";
  const blocks = blocksOf(description);
  return blocks.flatMap(({ text, kind }, index) => {
    const introduces = kind !== "bullet" && text.endsWith(":") && nextKind(blocks, index) === "bullet";
    if (kind !== "bullet" && kind !== "break") leadIn = introduces ? text.slice(0, -1) : "";
    if (kind === "heading" || introduces) return toStatements(text.replace(/:$/, ""), true);
    const subject =
      kind === "bullet" && /\b(?:can|may|must|should|to|not)$/i.test(leadIn) ? `${leadIn} ` : "";
    return sentencesOf(text).flatMap((sentence, part) =>
      toStatements(subject !== "" && part === 0 ? subject + uncapitalize(sentence) : sentence, false),
    );
  });
}

function blocksOf(description: string): Block[] {
  const blocks: Block[] = [];
  for (const line of description.split(/\r?\n/)) {
    const text = line.trim();
    const last = blocks.at(-1);
    if (text === "") blocks.push({ text: "", kind: "break" });
    else if (/^#+\s/.test(text)) blocks.push({ text, kind: "heading" });
    else if (bullet.test(line)) blocks.push({ text: text.replace(bullet, ""), kind: "bullet" });
    else if (last === undefined || last.kind === "break" || last.kind === "heading")
      blocks.push({ text, kind: "prose" });
    else blocks.splice(-1, 1, { ...last, text: `${last.text} ${text}` });
  }
  return blocks;
}

function nextKind(blocks: readonly Block[], index: number): Block["kind"] | undefined {
  return blocks.slice(index + 1, index + 3).find(({ kind }) => kind !== "break")?.kind;
}

/** The sentences of a block; a clause after a semicolon counts as one if it is long enough to be one. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？])|;\s+(?=\S+\s+\S+\s+\S)/u);
}

function toStatements(sentence: string, isHeading: boolean): Statement[] {
  const plain = sentence
    .replace(/`{3,}|~{3,}/g, " ") // even in the middle of a sentence they would open a fence in a list
    .replace(/\s+/g, " ")
    .replace(markup, "")
    .trim();
  const text = withoutTrailing(plain, ".;。").replace(/\betc$/i, "etc.");
  return /[\p{L}\p{N}]/u.test(text) ? [{ text, isHeading }] : [];
}

export function capitalize(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

export function uncapitalize(text: string): string {
  // Acronyms and names in capitals stay: only a capital before a small letter is due to its position.
  return text.replace(/^(\p{Lu})(?=\p{Ll}|\s)/u, (first) => first.toLowerCase());
}

const maxTitle = 80;
/** Words that start a phrase: a title can end before them. */
const phraseStart =
  /^(?:and|or|but|so|that|which|who|when|while|if|unless|once|until|after|before|because|within|without|with|for|from|by|in|on|at|to|into|via|per|as|of)$/i;

/** A title from a text: all of it if it is short, otherwise up to the end of a phrase. */
export function headline(text: string, maxWords: number): string {
  const words = text
    .replace(/[*_`~[\]#]/g, "")
    .replace(markup, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const isShort = words.length <= maxWords + 4 && words.join(" ").length <= maxTitle;
  const chosen = isShort ? words : words.slice(0, phraseEnd(words, maxWords + 2));
  const title = withoutTrailing(chosen.join(" "), ",:;.");
  if (!/[\p{L}\p{N}]/u.test(title)) return "Feature";
  return title.length > maxTitle ? `${[...title].slice(0, maxTitle - 1).join("")}…` : title;
}

/** The number of leading words that end with a whole phrase; `maxWords` if no phrase ends among them. */
function phraseEnd(words: readonly string[], maxWords: number): number {
  for (let end = Math.min(maxWords, words.length); end >= 3; end--) {
    const [last = "", next = ""] = words.slice(end - 1, end + 1);
    if ((/[,:;]$/.test(last) || phraseStart.test(next)) && !phraseStart.test(last)) return end;
  }
  return maxWords;
}
