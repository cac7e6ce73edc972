import { joined, partsOf, termsOf, wordsOf } from "../text/words.ts";
import { weights } from "./weights.ts";

/**
 * What a query asks for. `symbol` names code (`UserStore.load`, `retry_policy`), `prose` describes it, `path`
 * names a file. Any text is a legal query: punctuation separates, nothing is an operator.
 */
export type QueryKind = "symbol" | "prose" | "path";

export interface QueryTerm {
  readonly text: string;
  readonly weight: number;
  /** Which word of the query it comes from, for coverage: a word counts once, however many terms it has. */
  readonly word: number;
}

export interface Query {
  readonly text: string;
  readonly kind: QueryKind;
  readonly words: readonly string[];
  readonly terms: readonly QueryTerm[];
  /** Names that would be an exact hit, joined form, with how much an exact hit is worth. */
  readonly names: ReadonlyMap<string, number>;
  /** Those of several parts: where such a name is rare, a mere mention is a hit too. */
  readonly mentions: ReadonlyMap<string, number>;
  /** Whether the words ask for tests, examples, docs or data themselves. */
  readonly wants: ReadonlySet<string>;
}

const maxWords = 64;
/** Longer than any name; a word that goes on is cut. */
const maxWordLength = 256;

const stopWords = new Set(
  (
    "a an and are as at be been being but by can could did do does for from had has have how i if in into is it its " +
    // prose-ok: stop words
    "of on or our shall should so some that the their them then there these they this those to us was we were what " +
    "when where which who why will with would you your about between after before during all any each both only " +
    "used using use uses code function method class file files implementation implement implemented"
  ).split(" "),
);

const roleWords: Readonly<Record<string, string>> = {
  test: "test",
  tests: "test",
  tested: "test",
  testing: "test",
  mock: "test",
  mocks: "test",
  fixture: "test",
  example: "example",
  examples: "example",
  sample: "example",
  demo: "example",
  benchmark: "example",
  benchmarks: "example",
  docs: "docs",
  documentation: "docs",
  readme: "docs",
  changelog: "docs",
  config: "data",
  configuration: "data",
  yaml: "data",
  json: "data",
  generated: "generated",
  vendor: "vendored",
};

export function readQuery(text: string): Query {
  const all = [...wordsOf(text)].slice(0, maxWords).map((word) => word.text.slice(0, maxWordLength));
  const meaningful = all.filter((word) => !stopWords.has(word.toLowerCase()));
  const words = meaningful.length > 0 ? meaningful : all;
  const names = namesFor(text, words);
  const compound = new Set([
    ...words.filter((word) => partsOf(word).length > 1).map(joined),
    ...runsOf(words),
  ]);
  return {
    text,
    kind: kindOf(text, words),
    words,
    terms: termsFor(words),
    names,
    mentions: new Map([...names].filter(([name]) => compound.has(name))),
    wants: new Set(all.flatMap((word) => roleWords[word.toLowerCase()] ?? [])),
  };
}

/** Extra words (from expansion) count less than what was asked. */
export function withMoreTerms(query: Query, extra: readonly string[], weight = 0.35): Query {
  const texts = new Set(query.terms.map((term) => term.text));
  const terms: QueryTerm[] = [];
  for (const phrase of extra) {
    for (const word of wordsOf(phrase)) {
      for (const text of termsOf(word.text)) {
        if (texts.has(text)) continue;
        texts.add(text);
        terms.push({ text, weight, word: -1 });
      }
    }
  }
  return { ...query, terms: [...query.terms, ...terms] };
}

function kindOf(text: string, words: readonly string[]): QueryKind {
  const trimmed = text.trim();
  if (
    /^[\w@./-]*\/[\w@.-]+\.\w+$|^[\w-]+\.(swift|ts|tsx|js|py|go|rs|java|kt|c|h|cpp|cs|rb|php|md|json|ya?ml|toml)$/.test(
      trimmed,
    )
  )
    return "path";
  if (words.length <= 1) return "symbol";
  const coded = words.filter((word) => looksCoded(word)).length;
  const isChained = !/\s/.test(trimmed) || isCall(trimmed);
  return isChained || coded * 2 > words.length ? "symbol" : "prose";
}

/** `load(user, store)`: a name, and one pair of parentheses to the end. */
function isCall(text: string): boolean {
  const open = text.indexOf("(");
  return open > 0 && text.indexOf(")") === text.length - 1 && !/\s/.test(text.slice(0, open).trimEnd());
}

/** Humps, underscores or digits inside: nobody writes so in prose. */
export function looksCoded(word: string): boolean {
  return /[a-z0-9][A-Z]|_[A-Za-z]|[A-Z]{2}[a-z]|[A-Za-z][0-9]/.test(word);
}

/** Stricter than `looksCoded`: people write `S3` and `utf8` in prose too. */
export function isSpelledAsCode(word: string): boolean {
  return /[a-z][A-Z]|[A-Za-z]_[A-Za-z]/.test(word);
}

function termsFor(words: readonly string[]): QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const [index, word] of words.entries()) {
    const parts = partsOf(word).length;
    for (const text of termsOf(word)) {
      const isWhole = parts > 1 && text === joined(word);
      const previous = terms.get(text);
      // The parts of a coded word are less than the word: three parts must not outweigh one plain word thrice.
      const weight = isWhole ? 1.5 : 1 / Math.sqrt(parts);
      terms.set(text, {
        text,
        weight: Math.max(weight, previous?.weight ?? 0),
        word: previous?.word ?? index,
      });
    }
  }
  // `user store` may be written `UserStore`; where nothing is, this costs one look.
  for (const name of runsOf(words))
    if (!terms.has(name)) terms.set(name, { text: name, weight: weights.joinedTerm, word: -1 });
  return [...terms.values()];
}

/** Adjacent words written together, two to four. */
function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let length = 2; length <= 4; length++) {
    for (let at = 0; at + length <= words.length; at++) {
      runs.push(
        words
          .slice(at, at + length)
          .map(joined)
          .join(""),
      );
    }
  }
  return runs;
}

/** Names the query may mean: coded words as they are, and adjacent words written together. */
function namesFor(text: string, words: readonly string[]): Map<string, number> {
  const names = new Map<string, number>();
  const add = (name: string, worth: number) => {
    if (name.length > 1) names.set(name, Math.max(worth, names.get(name) ?? 0));
  };
  const quotedNames = new Set([...text.matchAll(/`([^`]+)`/g)].map((match) => joined(match[1] ?? "")));
  for (const word of words) {
    const isName = looksCoded(word) || words.length === 1 || quotedNames.has(joined(word));
    const isType = /^[A-Z][a-z]/.test(word);
    add(joined(word), isName ? weights.codedName : isType ? weights.typeName : weights.plainName);
  }
  const whole = words.map(joined).join("");
  for (const name of runsOf(words)) add(name, name === whole ? 1 : weights.joinedName);
  return names;
}
