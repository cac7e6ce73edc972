const marks = /\p{M}+/gu;
const spaceless = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const runs =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}_])+/gu;
const parts = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|\p{Lo}+/gu;

/** Specs repeat their words: each is taken apart once. The bound is for a server that runs for weeks. */
const known = new Map<string, readonly string[]>();
const mostKnown = 50_000;

/**
 * The terms of a text, for searching: words in small letters without accents and endings, identifiers whole
 * and in their parts (`getUserById` gives `getuserbyid`, `get`, `user`, `by`, `id`), scripts without spaces
 * in pairs of characters.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  // Taking letters apart and dropping accents costs more than all the rest; plain text needs neither.
  const plain = !/[^\t-~]/.test(text) ? text : text.normalize("NFKD").replace(marks, "");
  for (const run of plain.match(runs) ?? []) terms.push(...(known.get(run) ?? remember(run)));
  return terms;
}

function remember(run: string): readonly string[] {
  const terms = spaceless.test(run) ? pairs(run) : wordTerms(run);
  if (known.size >= mostKnown) known.clear();
  known.set(run, terms);
  return terms;
}

/** The terms of a question: those that say something. All of them when none does. */
export function queryTerms(query: string): string[] {
  const terms = [...new Set(termsOf(query))];
  const telling = terms.filter((term) => !stopWords.has(term));
  return telling.length > 0 ? telling : terms;
}

function wordTerms(word: string): string[] {
  const whole = word.replaceAll("_", "").toLowerCase();
  const pieces = (word.match(parts) ?? []).map((part) => stem(part.toLowerCase()));
  if (whole === "") return [];
  return pieces.length > 1 ? [whole, ...pieces] : [stem(whole)];
}

function pairs(run: string): string[] {
  const characters = [...run];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** Plurals and the commonest endings of English verbs; a word that gets too short keeps them. */
function stem(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  const singular = word
    .replace(/(?:sses)$/, "ss")
    .replace(/ies$/, "y")
    .replace(/([^s])s$/, "$1");
  const bare = singular.replace(/(?:ing|ed|ation|ate)$/, "");
  const kept = bare.length >= 3 && /[aeiouy]/.test(bare) ? bare : singular;
  return kept.replace(/([bdgmnprt])\1$/, "$1").replace(/e$/, "");
}

const stopWords = new Set(
  termsOf(
    `a an and are as at be been but by can could did do does for from had has have how i if in into is it its
     may me my no not of on or our shall should so such than that the their them then there these they this
     to us was we were what when where which who why will with would you your about after before only all
     any each every other some also must given`,
  ),
);
