/** A small part of English grammar: enough to turn "pause a pass" into "the pass is paused". */

const irregularParticiples: ReadonlyMap<string, string> = new Map([
  ["buy", "bought"],
  ["choose", "chosen"],
  ["draw", "drawn"],
  ["find", "found"],
  ["get", "received"],
  ["give", "given"],
  ["hold", "held"],
  ["keep", "kept"],
  ["make", "made"],
  ["pay", "paid"],
  ["put", "put"],
  ["read", "read"],
  ["sell", "sold"],
  ["send", "sent"],
  ["set", "set"],
  ["take", "taken"],
  ["undo", "undone"],
  ["withdraw", "withdrawn"],
  ["write", "written"],
]);
const doubling = /^(?:plan|stop|drop|tag|pin|submit|transfer|scan|swap|skip|flag|map|trim|zip|ban|unpin)$/;

/** `pause` becomes `paused`, `submit` `submitted`, `buy` `bought`. */
export function pastParticiple(verb: string): string {
  const word = verb.toLowerCase();
  const irregular = irregularParticiples.get(word);
  if (irregular !== undefined) return irregular;
  if (doubling.test(word)) return `${word}${word.at(-1)}ed`;
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ied");
  return word.endsWith("e") ? `${word}d` : `${word}ed`;
}

/** The verb of "it expires": `expire`. */
export function baseForm(verb: string): string {
  const irregular: Readonly<Record<string, string>> = { is: "be", are: "be", has: "have", does: "do" };
  if (Object.hasOwn(irregular, verb)) return irregular[verb] ?? verb;
  if (/..ies$/.test(verb)) return verb.replace(/ies$/, "y");
  return verb.replace(/(?:(?<=ch|sh|x|ss|zz|o)es|s)$/, "");
}

export function singular(noun: string): string {
  if (/(?:ss|us|is)$/.test(noun)) return noun;
  if (/ies$/.test(noun)) return noun.replace(/ies$/, "y");
  return noun.replace(/(?:(?<=ch|sh|x|ss)es|s)$/, "");
}

export function plural(noun: string): string {
  if (/(?:s|sh|ch|x|z)$/.test(noun)) return `${noun}es`;
  return /[^aeiou]y$/.test(noun) ? noun.replace(/y$/, "ies") : `${noun}s`;
}

export function isPlural(noun: string): boolean {
  return /[^su]s$|sses$/i.test(noun) || /^(?:people|everyone|anyone)$/i.test(noun);
}

/** The noun with `a` or `an`, unless it is plural or already has a determiner. */
export function withArticle(noun: string): string {
  if (isPlural(noun) || /^(?:an?|the|each|every|all|any)\s/i.test(noun)) return noun;
  return `${/^[aeio]|^u(?!s[ae]|ni)/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** `a`, `a and b`, `a, b, and c`. */
export function listText(items: readonly string[]): string {
  const [last = "", ...others] = [...items].reverse();
  if (others.length === 0) return last;
  return others.length === 1 ? `${others[0]} and ${last}` : `${others.reverse().join(", ")}, and ${last}`;
}

/** Words that no noun phrase contains: the phrase ends before them. */
const phraseEnds = new Set(
  // prose-ok: words to match
  "for to from with without of by in on at into onto as than when if once while until unless after before within and or so that which who whose how what why where via per about over under between during through, is are was were be been has have had can may must shall should will do does not it them they their himself themselves up out again".split(
    " ",
  ),
);
const determiners =
  /^(?:an?|the|all|no|new|each|every|any|some|my|your|our|his|her|its|their|this|that|these|those|several|many|one|two|three|own)$/i;

/** The noun phrase at the start of a text: `the season pass for a year` gives `season pass`. */
export function nounPhrase(text: string): string | undefined {
  const words: string[] = [];
  for (const word of text.split(/\s+/)) {
    const bare = word.slice(0, 100).replace(/[^\p{L}\p{N}-]+$/u, "");
    if (phraseEnds.has(bare.toLowerCase()) || !/^\p{L}/u.test(bare)) break;
    if (!determiners.test(bare)) words.push(bare);
    if (bare !== word) break; // punctuation ends the phrase
  }
  return words.length > 0 && words.length <= 3 ? words.join(" ") : undefined;
}

/** The main noun of a phrase, in the singular: `season passes` gives `pass`. */
export function headNoun(phrase: string): string {
  return singular(phrase.slice(phrase.lastIndexOf(" ") + 1).toLowerCase());
}

/** Common words of English that German, French and Spanish do not share. */
const functionWords = new Set(
  "the of to and or for with from as by is are be has have can must should when if it its they their this that each every not than users user".split(
    " ",
  ),
);

/** Whether a description can be read by the patterns of this folder, which know only English. */
export function isEnglish(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const common = words.filter((word) => functionWords.has(word)).length;
  // A short text may have no function word at all; then only its letters can say that it is not English.
  const isShort = words.length < 12;
  if (isShort && !words.some((word) => /[^a-z]/.test(word))) return true;
  return common >= words.length * (isShort ? 0.1 : 0.06);
}
