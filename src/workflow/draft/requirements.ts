import { maxQuestions } from "../read/check-spec.ts";
import { baseForm, withArticle } from "./grammar.ts";
import { asFact, builtThing, isImperative, type Reading, systemAction } from "./readings.ts";
import { capitalize, uncapitalize } from "./sentences.ts";

const duty = /\b(must|shall|should|has to|have to|needs? to|will)( not)?\b/i;
const prohibition = /\b(?:cannot|can not|can't|may not|mustn't|shouldn't)\b/i;
/** A complete sentence: "a pass expires", "payments are refunded". */
const declarative = /^(?:an?|the|each|every|all|any) .+? (?:\p{L}+s|are|have)\b|\b(?:is|are|has|have)\b/iu;
/** What developers change in something that exists. */
const changing =
  /^(?:improve|speed up|fix|refactor|migrate|replace|remove|upgrade|simplify|clean up|make)\b/i;

/** The requirement that a statement makes, with MUST as its only modal verb. */
export function requirementOf(text: string, reading: Reading): string {
  if (reading.kind === "action") return `The system MUST let ${withArticle(reading.actor)} ${reading.action}`;
  const requirement = fromClause(reading.clause);
  if (reading.condition === undefined) return requirement;
  if (requirement.startsWith(verbatim)) return verbatim + text;
  return `${capitalize(reading.condition)}, ${uncapitalize(requirement)}`;
}

/** For statements that fit no pattern, such as those in another language. */
export const verbatim = "The system MUST support the following: ";

function fromClause(original: string): string {
  const clause = asFact(original);
  if (/^no /i.test(clause))
    return `The system MUST ensure that ${uncapitalize(clause).replace(/ may /i, " can ")}`;
  if (duty.test(clause))
    return fromSystem(clause.replace(duty, (_, _modal, not) => (not ? "MUST NOT" : "MUST")));
  if (prohibition.test(clause)) return fromSystem(clause.replace(prohibition, "MUST NOT"));
  const thing = builtThing(clause);
  if (thing !== undefined) return `The system MUST provide ${thing}`;
  if (isImperative(clause)) return `The system MUST ${uncapitalize(clause)}`;
  if (changing.test(clause)) return `The change MUST ${uncapitalize(clause)}`;
  const action = systemAction(clause) ?? stateOfSystem(clause);
  if (action !== undefined) return `The system MUST ${action}`;
  if (/^it /i.test(clause)) return `The system MUST work as follows: ${uncapitalize(clause)}`;
  if (declarative.test(clause)) return `The system MUST ensure that ${uncapitalize(clause)}`;
  if (/^[a-z]+(?: [a-z]+)?$/i.test(clause)) return `The system MUST support ${uncapitalize(clause)}`;
  return verbatim + clause;
}

/** In a list of requirements there is no sentence before this one for "it" to refer to. */
function fromSystem(clause: string): string {
  return capitalize(clause.replace(/^it /i, "The system "));
}

/** `be fast` of "it is fast". */
function stateOfSystem(clause: string): string | undefined {
  const [, verb, rest = ""] = /^it (is|has) (.*)$/i.exec(clause) ?? [];
  return verb === undefined ? undefined : `${baseForm(verb.toLowerCase())} ${rest}`;
}

/** Words that two people read differently, and the question about each. */
const vague: readonly (readonly [RegExp, (word: string) => string])[] = [
  [
    /\b(fast|quick(?:ly)?|slow|responsive|instant(?:ly)?|real[- ]time|performant|soon)\b(?!.*\d)/i,
    (word) => `What response time counts as "${word}"?`,
  ],
  [
    /\b(secure(?:ly)?|safe(?:ly)?|private|protected)\b/i,
    (word) => `Which threats does "${word}" have to cover?`,
  ],
  [
    /(?<!\bhow )\b(many|large|huge|scalable|several|some|few|lots of|big)\b(?!.{0,40}\d)/i,
    (word) => `Which number does "${word}" stand for?`,
  ],
  [
    /\b(easy|easily|simple|simply|intuitive|user[- ]friendly|modern|nice|good|better|robust|reliable|efficient|appropriate|flexible)\b/i,
    (word) => `How is "${word}" measured?`,
  ],
  [/\b(etc\.?|and so on|and more|among others)(?!\w)/i, (word) => `What else does "${word}" include?`],
  [
    /\b(users?|people|everyone|anyone)\b(?=.{0,300}\b(?:delete|remove|approve|admin|manage|edit)\b)/i,
    () => "Who exactly is allowed to do this?",
  ],
];

/** The requirements, with a question after each of the first few that are vague. */
export function withQuestions(requirements: readonly string[]): string[] {
  let left = maxQuestions;
  return requirements.map((requirement) => {
    const question = left === 0 ? undefined : questionAbout(requirement);
    if (question === undefined) return requirement;
    left--;
    return `${requirement} [NEEDS CLARIFICATION: ${question}]`;
  });
}

function questionAbout(requirement: string): string | undefined {
  for (const [pattern, ask] of vague) {
    const word = pattern.exec(requirement)?.[1];
    if (word !== undefined) return ask(word);
  }
  return undefined;
}
