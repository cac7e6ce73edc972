import { MOST_QUESTIONS } from "../read/check-spec.ts";
import { withoutMarkers } from "../read/placeholders.ts";
import { capitalised, headline, type Statement, statementsOf, uncapitalised } from "./sentences.ts";

/** A spec as far as a description alone allows: what was said, put in order, and what was left open. */
export interface SpecDraft {
  readonly title: string;
  readonly stories: readonly DraftStory[];
  readonly requirements: readonly string[];
  readonly entities: readonly string[];
  readonly criteria: readonly string[];
  readonly edgeCases: readonly string[];
}

export interface DraftStory {
  readonly title: string;
  readonly text: string;
  readonly given: string;
  readonly when: string;
  readonly outcome: string;
}

const MOST_STORIES = 5;
const asA = /^as an? (.+?),? I (?:want|need|would like)(?: to)? (.+?)(?:,? so that (.+))?$/i;
const modal = /\b(must|shall|should|needs? to|has to|have to|can|may|will|cannot|allows?|supports?)\b/i;
/** A person or thing that acts, then what it does: the sentence of a story. */
const acting =
  /^(?:an? |the |each |every |all )?([\p{L}-]+(?: [\p{L}-]+){0,2}?) (?:can|may|should be able to|is able to|are able to|wants? to|needs? to) (.+)$/iu;

/** Without a model: stories, requirements, entities and open questions that stand in the words themselves. */
export function draftSpec(description: string): SpecDraft {
  const statements = statementsOf(withoutMarkers(description));
  const questions = { left: MOST_QUESTIONS };
  const stories = chooseStories(statements);
  return {
    title: titleOf(statements[0]?.text ?? "Feature"),
    stories,
    requirements: unique(statements.map(({ text }) => withQuestion(requirementOf(text), questions))),
    entities: entitiesOf(description),
    criteria: unique([
      ...statements.filter(({ text }) => /\d/.test(text)).map(({ text }) => capitalised(text)),
      ...stories.map(
        ({ title }) => `A person who is new to it completes "${title}" at the first try, without help`,
      ),
    ]),
    edgeCases: stories.flatMap(({ title }) => [
      `What happens when "${title}" is tried with missing or wrong input?`,
      `What happens when "${title}" is interrupted halfway, or done twice?`,
    ]),
  };
}

function titleOf(text: string): string {
  const [, , wish] = asA.exec(text) ?? [];
  return capitalised(headline(wish === undefined ? text : aboutThem(wish), 8));
}

function chooseStories(statements: readonly Statement[]): DraftStory[] {
  const told = statements.flatMap(({ text }) => storyOf(text) ?? []);
  const chosen = told.length > 0 ? told : statements.slice(0, 1).map(({ text }) => plainStory(text));
  const titles = new Set<string>();
  return chosen.filter(({ title }) => !titles.has(title) && titles.add(title)).slice(0, MOST_STORIES);
}

function storyOf(text: string): DraftStory | undefined {
  const [, role, wish, gain] = asA.exec(text) ?? [];
  if (role !== undefined && wish !== undefined) {
    const deed = aboutThem(wish);
    const outcome = gain === undefined ? "they can see that it was done" : aboutThem(gain);
    return {
      title: capitalised(headline(deed, 8)),
      text,
      given: article(role),
      when: `they ${deed}`,
      outcome,
    };
  }
  const { actor, deed } = actionOf(text) ?? {};
  if (actor === undefined || deed === undefined) return undefined;
  return {
    title: capitalised(headline(deed, 8)),
    text,
    given: article(actor),
    when: `they ${deed}`,
    outcome: "it happens as described and they can see that it did",
  };
}

/** Who does what, where the sentence says so; the system itself is nobody. */
function actionOf(text: string): { actor: string; deed: string } | undefined {
  const [, actor, deed] = acting.exec(text) ?? [];
  if (actor === undefined || deed === undefined || /\b(?:must|shall|not)\b/i.test(`${actor} ${deed}`))
    return undefined;
  if (/^(?:system|it|app|application|service|api|server|this)$/i.test(actor)) return undefined;
  return { actor: uncapitalised(actor), deed };
}

/** A wish told by somebody else. */
function aboutThem(text: string): string {
  const words: Readonly<Record<string, string>> = {
    i: "they",
    me: "them",
    my: "their",
    mine: "theirs",
    myself: "themselves",
  };
  return text.replace(/\b(I|me|my|mine|myself)\b/g, (word) => words[word.toLowerCase()] ?? word);
}

function plainStory(text: string): DraftStory {
  return {
    title: capitalised(headline(text, 8)),
    text,
    given: "a person who has what the feature needs",
    when: `they use it for this: ${uncapitalised(text)}`,
    outcome: "they get what was described and can see that they did",
  };
}

function requirementOf(text: string): string {
  const [, , wish] = asA.exec(text) ?? [];
  if (wish !== undefined) return `The system MUST let people ${aboutThem(wish)}`;
  if (/\b(must|shall)\b/i.test(text))
    return capitalised(text.replace(/\b(must|shall)\b/gi, (word) => word.toUpperCase()));
  const action = actionOf(text);
  if (action) return `The system MUST let ${article(action.actor)} ${action.deed}`;
  if (modal.test(text)) return `The system MUST hold to this: ${uncapitalised(text)}`;
  return `The system MUST provide: ${uncapitalised(text)}`;
}

/** Words that two people read differently, and what to ask about each. */
const vague: readonly (readonly [RegExp, string])[] = [
  [
    /\b(fast|quick(?:ly)?|slow|responsive|instant(?:ly)?|real[- ]time|performant|soon)\b/i,
    "how long may it take at most",
  ],
  [/\b(secure(?:ly)?|safe(?:ly)?|private|protected)\b/i, "against whom and what must it hold"],
  [/\b(many|large|huge|scalable|several|some|few|lots of|big)\b/i, "how many exactly"],
  [
    /\b(easy|easily|simple|simply|intuitive|user[- ]friendly|modern|nice|good|better|robust|reliable|efficient|appropriate|flexible)\b/i,
    "how can it be measured",
  ],
  [/\b(etc\.?|and so on|and more|among others)(?!\w)/i, "what else belongs to it"],
  [
    /\b(users?|people|everyone|anyone)\b(?=.*\b(?:delete|remove|approve|admin|manage|edit)\b)/i,
    "who exactly may do this",
  ],
];

function withQuestion(requirement: string, questions: { left: number }): string {
  const hit = vague
    .map(([pattern, ask]) => ({ word: pattern.exec(requirement)?.[1], ask }))
    .find(({ word }) => word);
  if (hit?.word === undefined || questions.left === 0) return requirement;
  questions.left--;
  return `${requirement} [NEEDS CLARIFICATION: "${hit.word}": ${hit.ask}?]`;
}

/** What is made, kept or changed: the noun after such a verb, in the singular. */
const handled =
  /\b(?:create|add|edit|update|delete|remove|list|view|show|track|manage|store|save|upload|export|import|book|cancel|send|share|search|sell|order)s?\s+(?:an?|the|their|all|new|each|every|my|your|our)?\s*([\p{L}-]{3,})/giu;

function entitiesOf(description: string): string[] {
  const found = [...description.matchAll(handled)].map(([, noun = ""]) =>
    capitalised(singular(noun.toLowerCase())),
  );
  return unique(found).slice(0, 8);
}

function singular(noun: string): string {
  if (/(?:ss|us|is)$/.test(noun)) return noun;
  if (/ies$/.test(noun)) return noun.replace(/ies$/, "y");
  return noun.replace(/(?:(?<=ch|sh|x|ss)es|s)$/, "");
}

function article(role: string): string {
  const isPlural = /[^s]s$/i.test(role) || /^(?:people|everyone|anyone)$/i.test(role);
  if (isPlural || /^(?:an?|the|each|every|all)\s/i.test(role)) return role;
  return `${/^[aeiou]/i.test(role) ? "an" : "a"} ${role}`;
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
