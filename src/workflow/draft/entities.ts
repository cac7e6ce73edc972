import { headNoun, isPlural, nounPhrase, pastParticiple } from "./grammar.ts";
import { builtThing, isImperative, type Reading, systemAction } from "./readings.ts";
import { capitalize } from "./sentences.ts";

/** Something that the feature stores, with the requirements that mention it and its states. */
export interface DraftEntity {
  readonly name: string;
  readonly text: string;
}

/** A statement with what was read from it. */
export interface ReadStatement {
  readonly text: string;
  readonly reading: Reading;
  readonly requirement: string;
}

const maxEntities = 8;
/** Nouns of which nothing is stored. */
const notStored =
  /^(?:system|app|application|service|api|server|user|person|people|way|ability|feature|everything|something|nothing|it|thing|day|week|month|year|hour|minute|second|time|title|emphasis|end|csv|json|pdf|page|screen|rest|http|order to|button|command|option|flag|setting|mode|tool|cli|phase|support|step|format)$/;
const handling =
  /\b(?:create|add|edit|update|delete|remove|list|view|show|track|manage|store|save|upload|export|import|book|cancel|send|share|search|sell|order|buy|pay|approve|reject|assign|publish|archive|pause|refund|refuse|scan|renew)(?:s|ed|d)?\s+(.+)/iu;
const subject =
  /^((?:an?|the|each|every|all|no|any)?\s*[\p{L}-]+(?:\s[\p{L}-]+)?)\s+(?:is|are|must|shall|should|can|may|will|has|have|[\p{L}]+s)\b/iu;
const lifecycleVerbs =
  "pause cancel expire approve reject archive publish refund close complete confirm book activate suspend lock submit ship deliver pay renew".split(
    " ",
  );

/** What is created, stored or changed, in the order in which the description mentions it. */
export function entitiesOf(statements: readonly ReadStatement[]): DraftEntity[] {
  const actors = new Set(
    statements.flatMap(({ reading }) => (reading.kind === "action" ? [headNoun(reading.actor)] : [])),
  );
  const byHead = new Map<string, string>();
  for (const phrase of statements.flatMap(phrasesIn)) {
    const head = headNoun(phrase);
    if (head.length < 3 || notStored.test(head) || actors.has(head)) continue;
    const name = [...phrase.toLowerCase().split(" ").slice(0, -1), head].join(" ");
    const shortest = byHead.get(head);
    // Once the head noun is used alone it is the name; "season pass" stays if it is never shortened.
    byHead.set(head, shortest === undefined || name.length < shortest.length ? name : shortest);
  }
  return [...byHead].slice(0, maxEntities).map(([head, name]) => describe(head, name, statements));
}

/** The number that each different requirement gets in the spec: `FR-001`, `FR-002`, …. */
export function requirementIds(statements: readonly ReadStatement[]): ReadonlyMap<string, string> {
  const different = new Set(statements.map(({ requirement }) => requirement));
  return new Map([...different].map((text, index) => [text, `FR-${String(index + 1).padStart(3, "0")}`]));
}

function phrasesIn({ text, reading }: ReadStatement): string[] {
  const built = builtThing(text);
  const [, object = ""] = handling.exec(reading.kind === "action" ? reading.action : text) ?? [];
  // "Add dark mode" stores nothing; "add comments" and "add a shopping cart" do.
  const isCountable =
    built === undefined || /^an? /i.test(built) || isPlural(nounPhrase(built)?.split(" ").at(-1) ?? "");
  const topic =
    reading.kind === "rule" && isAboutThing(reading.clause) ? subject.exec(reading.clause)?.[1] : "";
  return [isCountable ? nounPhrase(object) : undefined, nounPhrase(topic ?? "")].filter(
    (phrase) => phrase !== undefined,
  );
}

/** Whether a clause has a subject of its own, which is not the system. */
function isAboutThing(clause: string): boolean {
  return !isImperative(clause) && systemAction(clause) === undefined && builtThing(clause) === undefined;
}

function describe(head: string, name: string, statements: readonly ReadStatement[]): DraftEntity {
  const word = new RegExp(`\\b${escaped(head)}(?:s|es)?\\b`, "iu");
  const ids = [...requirementIds(statements)].flatMap(([text, id]) => (word.test(text) ? [id] : []));
  const states = statesOf(head, statements.map(({ text }) => text).join("\n"));
  return {
    name: capitalize(name),
    text: `see ${ids.join(", ")}${states.length > 0 ? `; states: ${states.join(", ")}` : ""}`,
  };
}

/** The states of an entity, as far as the text lets it be paused, canceled, expire. */
function statesOf(head: string, text: string): string[] {
  const noun = `${escaped(head)}(?:s|es)?`;
  const verbs = lifecycleVerbs.filter((verb) => {
    const stem = verb.replace(/e$/, "");
    const active = new RegExp(
      `\\b${stem}(?:e|es|s)?\\s+(?:(?:an?|the|their|my|each|any)\\s+)?(?:\\p{L}+\\s)?${noun}\\b`,
      "iu",
    );
    const passive = new RegExp(
      // prose-ok: words to match
      `\\b${noun}\\s+(?:(?:is|are|be|been|was|were|gets?|must|can|shall|should|will)\\s+){0,2}(?:${pastParticiple(verb)}|${stateName(verb, text)}|${verb}s?)\\b`,
      "iu",
    );
    return active.test(text) || passive.test(text);
  });
  if (verbs.length === 0) return [];
  const isActive = new RegExp(`\\b${noun}\\s+(?:is|are)\\s+active\\b|\\bactive\\s+${noun}\\b`, "iu").test(
    text,
  );
  const startsActive = isActive || verbs.some((verb) => /^(?:pause|expire|suspend|renew)$/.test(verb));
  return [startsActive ? "active" : "new", ...verbs.map((verb) => stateName(verb, text))];
}

/** `canceled`, or `cancelled` where the description spells it so. */
function stateName(verb: string, text: string): string {
  const american = pastParticiple(verb);
  const british = american.replace(/led$/, "lled");
  return verb.endsWith("l") && text.toLowerCase().includes(british) ? british : american;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
