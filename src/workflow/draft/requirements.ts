import { MOST_QUESTIONS } from "../read/check-spec.ts";
import { article } from "./grammar.ts";
import { builtThing, type Reading } from "./readings.ts";
import { capitalised, uncapitalised } from "./sentences.ts";

const duty = /\b(must|shall|should|has to|have to|needs? to|will)( not)?\b/i;
const forbidden = /\b(?:cannot|can not|can't|may not|mustn't|shouldn't)\b/i;
/** A whole sentence of its own: "a pass expires", "payments are refunded". */
const declarative = /^(?:an?|the|each|every|all|no|any) .+? (?:\p{L}+s|are|have)\b|\b(?:is|are|has|have)\b/iu;

/** The requirement that a statement makes, with MUST as its one modal verb. */
export function requirementOf(text: string, reading: Reading): string {
  if (reading.kind === "deed") return `The system MUST let ${article(reading.actor)} ${reading.deed}`;
  if (duty.test(text))
    return capitalised(text.replace(duty, (_, _modal, not) => (not ? "MUST NOT" : "MUST")));
  if (forbidden.test(text)) return capitalised(text.replace(forbidden, "MUST NOT"));
  if (declarative.test(text)) return `The system MUST ensure that ${uncapitalised(text)}`;
  const thing = builtThing(text);
  return thing === undefined
    ? `The system MUST provide: ${uncapitalised(text)}`
    : `The system MUST provide ${thing}`;
}

/** Words that two people read differently, and what to ask about each. */
const vague: readonly (readonly [RegExp, string])[] = [
  [
    /\b(fast|quick(?:ly)?|slow|responsive|instant(?:ly)?|real[- ]time|performant|soon)\b(?!.*\d)/i,
    "how long may it take at most",
  ],
  [/\b(secure(?:ly)?|safe(?:ly)?|private|protected)\b/i, "against whom and what must it hold"],
  [/(?<!\bhow )\b(many|large|huge|scalable|several|some|few|lots of|big)\b/i, "how many exactly"],
  [
    /\b(easy|easily|simple|simply|intuitive|user[- ]friendly|modern|nice|good|better|robust|reliable|efficient|appropriate|flexible)\b/i,
    "how can it be measured",
  ],
  [/\b(etc\.?|and so on|and more|among others)(?!\w)/i, "what else belongs to it"],
  [
    /\b(users?|people|everyone|anyone)\b(?=.{0,300}\b(?:delete|remove|approve|admin|manage|edit)\b)/i,
    "who exactly may do this",
  ],
];

/** The requirements with a question behind the first few that leave something open. */
export function withQuestions(requirements: readonly string[]): string[] {
  let left = MOST_QUESTIONS;
  return requirements.map((requirement) => {
    const hit = vague
      .map(([pattern, ask]) => ({ word: pattern.exec(requirement)?.[1], ask }))
      .find(({ word }) => word);
    if (hit?.word === undefined || left === 0) return requirement;
    left--;
    return `${requirement} [NEEDS CLARIFICATION: "${hit.word}": ${hit.ask}?]`;
  });
}
