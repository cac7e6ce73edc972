/** What a step is, by the word it starts with. `and` and `but` continue what went before. */
export type StepWord = "given" | "when" | "then" | "and" | "but";

/** The words that carry meaning in a spec. Everything else is prose. */
export interface Vocabulary {
  /** Reads the keyword at the start of a step; see `readKeyword`. */
  readonly stepPattern: RegExp;
  /** From the upper-case keyword to what it means. */
  readonly steps: ReadonlyMap<string, StepWord>;
  /** `Requirement: name` as a heading. */
  readonly requirementPattern: RegExp;
  /** `Scenario: name` as a heading. */
  readonly scenarioPattern: RegExp;
  /** Titles of the two sections that every spec has, lower case. */
  readonly purpose: ReadonlySet<string>;
  readonly requirements: ReadonlySet<string>;
  /** SHALL or MUST as a word of its own, as written. */
  readonly normativePattern: RegExp;
  /** The same in any case: a hint that the author meant it. */
  readonly looseNormativePattern: RegExp;
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

const wordStart = "(?<![\\p{L}\\p{N}_])";
const wordEnd = "(?![\\p{L}\\p{N}'’-]|_\\p{L})";

const noWords: Partial<VocabularyWords> = {};

/** The table, with what a project adds to it. */
export function createVocabulary(extra: Partial<VocabularyWords> = noWords): Vocabulary {
  const words = (group: VocabularyGroup) => [...builtIn[group], ...(extra[group] ?? [])];
  const steps = new Map<string, StepWord>();
  for (const group of ["given", "when", "then", "and", "but"] as const) {
    for (const word of words(group)) steps.set(word.toUpperCase(), group);
  }
  return {
    steps,
    stepPattern: stepPatternOf([...steps.keys()]),
    requirementPattern: headingPattern(words("requirement")),
    scenarioPattern: headingPattern(words("scenario")),
    purpose: new Set(words("purpose").map(lower)),
    requirements: new Set(words("requirements").map(lower)),
    normativePattern: new RegExp(`${wordStart}(?:${alternatives(words("normative"))})`, "u"),
    looseNormativePattern: new RegExp(`${wordStart}(?:${alternatives(words("normative"))})`, "iu"),
  };
}

export const defaultVocabulary: Vocabulary = createVocabulary();

/** `**WHEN** x`, `WHEN: x`, `*When* x`, `**WHEN:** x`: emphasis, keyword, the rest. */
function stepPatternOf(keywords: readonly string[]): RegExp {
  const opening = "^(\\*{1,3}|_{1,3}|`)?";
  return new RegExp(`${opening}(${alternatives(keywords)})\\s*([:：])?\\s*(\\1)?([:：])?\\s*`, "iu");
}

function headingPattern(words: readonly string[]): RegExp {
  return new RegExp(`^(?:\\*{1,2}|_{1,2})?(?:${alternatives(words)})\\s*[:：]\\s*`, "iu");
}

/** Longest first. Words of scripts without spaces need no boundary; all others end where the word ends. */
function alternatives(words: readonly string[]): string {
  const ordered = [...new Set(words)].sort((a, b) => b.length - a.length);
  return ordered.map((word) => (isSpaceless(word) ? escaped(word) : `${escaped(word)}${wordEnd}`)).join("|");
}

/** Whether a word is of a script that writes no spaces: Han, Hiragana, Katakana. */
export function isSpaceless(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word);
}

function escaped(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/ /g, "\\s+");
}

function lower(word: string): string {
  return word.toLowerCase();
}
