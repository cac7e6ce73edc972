/**
 * Splits a command line: spaces separate them, quotes keep them together. No shell reads it, so there are no
 * variables, pipes or patterns. Undefined if a quote is not closed.
 */
export function splitCommand(text: string): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let quote = "";
  for (const character of text) {
    if (quote !== "") {
      if (character === quote) quote = "";
      else word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= "";
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (word !== undefined) words.push(word);
  return quote === "" ? words : undefined;
}
