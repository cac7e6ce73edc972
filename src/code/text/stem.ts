/**
 * Porter's stemmer (1980), on one lower-case ASCII word: `parsing`, `parser` and `parsed` meet at `pars`.
 * Words shorter than three letters, and words with anything but a to z, come back as they are.
 */
export function stem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  return step5(step4(step3(step2(step1c(step1b(step1a(word)))))));
}

function step1a(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  if (word.endsWith("s") && !word.endsWith("ss")) return word.slice(0, -1);
  return word;
}

function step1b(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const cut = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const base = word.slice(0, word.length - cut);
  if (cut === 0 || !hasVowel(base)) return word;
  if (/(at|bl|iz)$/.test(base)) return `${base}e`;
  if (endsDouble(base) && !/[lsz]$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && endsShort(base) ? `${base}e` : base;
}

function step1c(word: string): string {
  return word.endsWith("y") && hasVowel(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

const suffixes2: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["logi", "log"],
];

const suffixes3: readonly (readonly [string, string])[] = [
  ["icate", "ic"],
  ["ative", ""],
  ["alize", "al"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ful", ""],
  ["ness", ""],
];

const suffixes4 =
  /(ement|ance|ence|able|ible|ment|ant|ent|ism|ate|iti|ous|ive|ize|al|er|ic|ou|(?<=[st])ion)$/;

function step2(word: string): string {
  return replaceSuffix(word, suffixes2);
}

function step3(word: string): string {
  return replaceSuffix(word, suffixes3);
}

function step4(word: string): string {
  const found = suffixes4.exec(word);
  if (!found) return word;
  const base = word.slice(0, found.index);
  return measure(base) > 1 ? base : word;
}

function step5(word: string): string {
  let result = word;
  if (result.endsWith("e")) {
    const base = result.slice(0, -1);
    const m = measure(base);
    if (m > 1 || (m === 1 && !endsShort(base))) result = base;
  }
  return result.endsWith("ll") && measure(result) > 1 ? result.slice(0, -1) : result;
}

function replaceSuffix(word: string, suffixes: readonly (readonly [string, string])[]): string {
  for (const [suffix, to] of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, word.length - suffix.length);
    return measure(base) > 0 ? base + to : word;
  }
  return word;
}

/** How many times a vowel is followed by a consonant. */
function measure(base: string): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0; at < base.length; at++) {
    const vowel = isVowel(base, at);
    if (afterVowel && !vowel) count++;
    afterVowel = vowel;
  }
  return count;
}

function isVowel(word: string, at: number): boolean {
  const char = word[at] ?? "";
  if ("aeiou".includes(char)) return true;
  return char === "y" && at > 0 && !isVowel(word, at - 1);
}

function hasVowel(base: string): boolean {
  for (let at = 0; at < base.length; at++) if (isVowel(base, at)) return true;
  return false;
}

function endsDouble(base: string): boolean {
  const last = base.length - 1;
  return last > 0 && base[last] === base[last - 1] && !isVowel(base, last);
}

/** Consonant, vowel, consonant other than w, x, y: `hop`, not `snow`. */
function endsShort(base: string): boolean {
  const last = base.length - 1;
  if (last < 2 || /[wxy]$/.test(base)) return false;
  return !isVowel(base, last) && isVowel(base, last - 1) && !isVowel(base, last - 2);
}
