/** What a step is, by the word it starts with. `and` and `but` continue what went before. */
export type StepWord = "given" | "when" | "then" | "and" | "but";

/** The words that carry meaning in a spec. Everything else is prose. */
export interface Vocabulary {
  /** From the upper-case keyword to what it means. */
  readonly steps: ReadonlyMap<string, StepWord>;
  /** Keywords of several words or of scripts without spaces, longest first. */
  readonly oddKeywords: readonly string[];
  /** The first UTF-16 unit of each of them. */
  readonly oddInitials: ReadonlySet<number>;
  /** The label before the colon of a heading, in lower case: `Requirement: name`, `Scenario: name`. */
  readonly requirement: ReadonlySet<string>;
  readonly scenario: ReadonlySet<string>;
  /** Titles of the two sections that every spec has, lower case. */
  readonly purpose: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
  /** SHALL, MUST and the like, upper case. */
  readonly normative: readonly string[];
  /** What the table was made from, beyond what is built in. */
  readonly words: readonly string[];
}

/** What `[specs.keywords]` in hewto.toml may add to the table below. */
export type VocabularyWords = Readonly<Record<VocabularyGroup, readonly string[]>>;
export type VocabularyGroup =
  | StepWord
  | "requirement"
  | "scenario"
  | "purpose"
  | "requirements"
  | "normative";

/** English, then the languages in which public specs are written today. */
const builtIn: VocabularyWords = {
  given: [
    "GIVEN",
    "DADO",
    "DADA",
    "DADOS",
    "DADAS",
    "ANGENOMMEN",
    "ÉTANT DONNÉ",
    "ДАНО",
    "假设",
    "假如",
    "给定",
    "前提",
  ],
  when: ["WHEN", "CUANDO", "QUANDO", "WENN", "QUAND", "LORSQUE", "КОГДА", "当", "如果", "もし"],
  // biome-ignore lint/suspicious/noThenProperty: the word of the grammar; the value is a list, not a function
  then: ["THEN", "ENTONCES", "ENTÃO", "DANN", "ALORS", "ТОГДА", "那么", "则", "ならば"],
  and: ["AND", "Y", "E", "UND", "ET", "И", "并且", "而且", "且", "かつ"],
  but: ["BUT", "PERO", "MAS", "ABER", "MAIS", "НО", "但是", "但", "しかし"],
  requirement: ["Requirement", "Requisito", "Anforderung", "Exigence", "需求", "要求", "要件"],
  scenario: ["Scenario", "Escenario", "Cenário", "Szenario", "Scénario", "Сценарий", "场景", "シナリオ"],
  purpose: ["Purpose", "Propósito", "Zweck", "Objectif", "目的"],
  requirements: ["Requirements", "Requisitos", "Anforderungen", "Exigences", "需求", "要求", "要件"],
  normative: [
    "SHALL",
    "MUST",
    "DEBE",
    "DEBEN",
    "DEBERÁ",
    "DEBERÁN",
    "DEVE",
    "MUSS",
    "DOIT",
    "ДОЛЖЕН",
    "ДОЛЖНА",
    "必须",
    "应当",
    "应该",
    "不得",
    "しなければならない",
  ],
};

const noWords: Partial<VocabularyWords> = {};

/** The table, with what a project adds to it. */
export function createVocabulary(extra: Partial<VocabularyWords> = noWords): Vocabulary {
  const words = (group: VocabularyGroup) => [...builtIn[group], ...(extra[group] ?? [])];
  const steps = new Map<string, StepWord>();
  for (const group of ["given", "when", "then", "and", "but"] as const) {
    for (const word of words(group)) steps.set(word.toUpperCase(), group);
  }
  const oddKeywords = [...steps.keys()].filter(isOdd).sort((a, b) => b.length - a.length);
  const lower = (group: VocabularyGroup) => new Set(words(group).map((word) => word.toLowerCase()));
  return {
    steps,
    oddKeywords,
    oddInitials: new Set(oddKeywords.map((keyword) => keyword.charCodeAt(0))),
    requirement: lower("requirement"),
    scenario: lower("scenario"),
    purpose: lower("purpose"),
    requirements: lower("requirements"),
    normative: words("normative"),
    words: Object.entries(extra).map(([group, added]) => `${group}: ${added.join(" ")}`),
  };
}

export const defaultVocabulary: Vocabulary = createVocabulary();

/** Whether a word is of a script that writes no spaces: kana, or Han and related scripts. */
export function isSpaceless(word: string): boolean {
  const code = word.charCodeAt(0);
  return (
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0x3400 && code <= 0x9fff) ||
    (code >= 0xf900 && code <= 0xfaff)
  );
}

function isOdd(word: string): boolean {
  return isSpaceless(word) || word.includes(" ");
}

/**
 * What follows `Label:` in a heading, or undefined when it starts otherwise. Emphasis around the label or the
 * whole does not count.
 *
 * @example labeled("**Requirement: Log in**", vocabulary.requirement) // "Log in"
 */
export function labeled(title: string, labels: ReadonlySet<string>): string | undefined {
  const split = splitLabel(title);
  return split !== undefined && labels.has(split.label) ? split.name : undefined;
}

/** A heading of the form `Label: name`: the label in lower case, and the name. */
export function splitLabel(title: string): { label: string; name: string } | undefined {
  const ascii = title.indexOf(":");
  const colon = title.includes("：") ? title.search(/[:：]/) : ascii;
  if (colon < 0) return undefined;
  const isPlain = title[0] !== "*" && title[0] !== "_";
  const emphasis = isPlain ? "" : (/^[*_]{0,3}/.exec(title)?.[0] ?? "");
  const label = title.slice(emphasis.length, colon).trim();
  const isClosed = emphasis !== "" && label.endsWith(emphasis);
  const bare = isClosed ? label.slice(0, -emphasis.length).trim() : label;
  const rest = title.slice(colon + 1).trim();
  const name = emphasis === "" || isClosed ? rest : withoutEmphasis(rest, emphasis);
  return { label: bare.toLowerCase(), name };
}

/** The emphasis that opened before the label closes right after the colon or at the end. */
function withoutEmphasis(name: string, emphasis: string): string {
  if (name.startsWith(emphasis)) return name.slice(emphasis.length).trim();
  return name.endsWith(emphasis) ? name.slice(0, -emphasis.length).trim() : name;
}

/** The first of some words in a text, each as a word of its own; scripts without spaces need no boundary. */
export function findWord(text: string, words: readonly string[], ignoreCase = false): string | undefined {
  const where = ignoreCase ? text.toLowerCase() : text;
  for (const word of words) {
    const wanted = ignoreCase ? word.toLowerCase() : word;
    for (let at = where.indexOf(wanted); at >= 0; at = where.indexOf(wanted, at + 1)) {
      if (isSpaceless(word) || standsAlone(text, at, at + word.length))
        return text.slice(at, at + word.length);
    }
  }
  return undefined;
}

function standsAlone(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{N}_]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    !/^[\p{L}\p{N}_]/u.test(text.slice(end, end + 2))
  );
}
