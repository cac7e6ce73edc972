/** A little English grammar: enough to turn "pause a pass" into "the pass is paused". */

const irregular: Readonly<Record<string, string>> = {
  buy: "bought",
  choose: "chosen",
  draw: "drawn",
  find: "found",
  get: "received",
  give: "given",
  hold: "held",
  keep: "kept",
  make: "made",
  pay: "paid",
  put: "put",
  read: "read",
  sell: "sold",
  send: "sent",
  set: "set",
  take: "taken",
  undo: "undone",
  withdraw: "withdrawn",
  write: "written",
};
const doubling =
  /^(?:cancel|plan|stop|drop|tag|pin|submit|transfer|scan|swap|skip|flag|map|trim|zip|ban|unpin)$/;

/** `pause` becomes `paused`, `cancel` `cancelled`, `buy` `bought`. */
export function participle(verb: string): string {
  const word = verb.toLowerCase();
  const known = Object.hasOwn(irregular, word) ? irregular[word] : undefined;
  if (known !== undefined) return known;
  if (doubling.test(word)) return `${word}${word.at(-1)}ed`;
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ied");
  return word.endsWith("e") ? `${word}d` : `${word}ed`;
}

export function singular(noun: string): string {
  if (/(?:ss|us|is)$/.test(noun)) return noun;
  if (/ies$/.test(noun)) return noun.replace(/ies$/, "y");
  return noun.replace(/(?:(?<=ch|sh|x|ss)es|s)$/, "");
}

export function isPlural(noun: string): boolean {
  return /[^su]s$|sses$/i.test(noun) || /^(?:people|everyone|anyone)$/i.test(noun);
}

/** With its article, unless it is plural or brings one. */
export function article(noun: string): string {
  if (isPlural(noun) || /^(?:an?|the|each|every|all|any)\s/i.test(noun)) return noun;
  return `${/^[aeio]|^u(?!s[ae]|ni)/i.test(noun) ? "an" : "a"} ${noun}`;
}

/** Words that end a noun phrase, or are none. */
const stops = new Set(
  "for to from with without of by in on at into onto as than when if once while until unless after before within and or so that which who whose how what why where via per about over under between during through, is are was were be been has have had can may must shall should will do does not it them they their himself themselves up out again".split(
    " ",
  ),
);
const determiners =
  /^(?:an?|the|all|new|each|every|any|some|my|your|our|his|her|its|their|this|that|these|those|several|many|one|two|three|own)$/i;

/** The noun phrase at the beginning of a text: `the season pass for a year` gives `season pass`. */
export function nounPhrase(text: string): string | undefined {
  const words: string[] = [];
  for (const word of text.split(/\s+/)) {
    const plain = word.slice(0, 100).replace(/[^\p{L}\p{N}-]+$/u, "");
    if (stops.has(plain.toLowerCase()) || !/^\p{L}/u.test(plain)) break;
    if (!determiners.test(plain)) words.push(plain);
    if (plain !== word) break; // a comma or a full stop
  }
  return words.length > 0 && words.length <= 3 ? words.join(" ") : undefined;
}

/** The noun that a phrase is about, in the singular: `season passes` gives `pass`. */
export function headNoun(phrase: string): string {
  return singular(phrase.split(" ").at(-1)?.toLowerCase() ?? "");
}
