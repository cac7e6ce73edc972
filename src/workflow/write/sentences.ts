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
      text
        .replace(/`{3,}|~{3,}/g, " ") // a fence in the middle of a sentence opens one all the same in a list
        .replace(/\s+/g, " ")
        .replace(opening, "")
        .trim()
        .replace(/[.;。]+$/u, ""),
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

/** The first words of a text, for a title. */
export function headline(text: string, most: number): string {
  const words = text
    .replace(/[*_`~[\]#]/g, "")
    .replace(opening, "")
    .split(/\s+/)
    .filter((word) => word !== "");
  const kept = words
    .slice(0, most)
    .join(" ")
    .replace(/[,:;.]+$/, "");
  if (!/[\p{L}\p{N}]/u.test(kept)) return "Feature";
  return kept.length > 80 ? `${[...kept].slice(0, 79).join("")}…` : kept;
}
