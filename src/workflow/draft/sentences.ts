import { withoutTrailing } from "../../kernel/text.ts";
/** A statement of a description: one bullet, or one sentence. */
export interface Statement {
  readonly text: string;
  readonly words: number;
}

/** Marks that would make a heading, a list, a quote, a table or a fence of a sentence of ours. */
const opening = /^(?:[\s#>*+\-•|`~=]|\d+[.)](?=\s|$))+/;
const bullet = /^\s*(?:[-*+•]|\d+[.)])\s+/;

/** A description taken apart: bullets as they are, prose by its full stops. Nothing is dropped. */
export function statementsOf(description: string): Statement[] {
  const blocks: string[] = [];
  for (const line of description.split(/\r?\n/)) {
    const text = line.replace(/^#+\s+/, "").trim();
    if (text === "") blocks.push("");
    else if (bullet.test(line) || blocks.length === 0 || blocks.at(-1) === "")
      blocks.push(text.replace(bullet, ""));
    else blocks.push(`${blocks.pop()} ${text}`);
  }
  return blocks
    .flatMap((block) => block.split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？])/u))
    .map((text) =>
      withoutTrailing(
        text
          .replace(/`{3,}|~{3,}/g, " ") // a fence in the middle of a sentence opens one all the same in a list
          .replace(/\s+/g, " ")
          .replace(opening, "")
          .trim(),
        ".;。",
      ),
    )
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
    .map((text) => ({ text, words: text.split(" ").length }));
}

export function capitalised(text: string): string {
  return text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
}

export function uncapitalised(text: string): string {
  // Acronyms and names stay: only a capital that a small letter follows was one of position.
  return text.replace(/^(\p{Lu})(?=\p{Ll}|\s)/u, (first) => first.toLowerCase());
}

const MAX_TITLE = 80;
/** Words before which a title can end: a new phrase begins there. */
const phraseStart =
  /^(?:and|or|but|so|that|which|who|when|while|if|unless|once|until|after|before|because|within|without|with|for|from|by|in|on|at|to|into|via|per|as|of)$/i;

/** A title from a text: the whole of it if that is short, else up to the end of a phrase. */
export function headline(text: string, most: number): string {
  const words = text
    .replace(/[*_`~[\]#]/g, "")
    .replace(opening, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const isShort = words.length <= most + 4 && words.join(" ").length <= MAX_TITLE;
  const shown = isShort ? words : words.slice(0, phraseEnd(words, most + 2));
  const kept = withoutTrailing(shown.join(" "), ",:;.");
  if (!/[\p{L}\p{N}]/u.test(kept)) return "Feature";
  return kept.length > MAX_TITLE ? `${[...kept].slice(0, MAX_TITLE - 1).join("")}…` : kept;
}

/** How many of the first words are whole phrases; all of them where no phrase ends. */
function phraseEnd(words: readonly string[], most: number): number {
  for (let end = Math.min(most, words.length); end >= 3; end--) {
    const isBreak = /[,:;]$/.test(words[end - 1] ?? "") || phraseStart.test(words[end] ?? "");
    if (isBreak && !phraseStart.test(words[end - 1] ?? "")) return end;
  }
  return most;
}
