import { headNoun, nounPhrase, participle } from "./grammar.ts";
import type { Reading } from "./readings.ts";
import { capitalised } from "./sentences.ts";

/** A thing that the feature keeps, where it is named, and the states that the words give it. */
export interface DraftEntity {
  readonly name: string;
  readonly text: string;
}

const MOST_ENTITIES = 8;
const noThing =
  /^(?:system|app|application|service|api|server|user|person|people|way|ability|feature|everything|something|nothing|it|thing|day|week|month|year|hour|minute|second|time|title|emphasis|end|csv|json|pdf|page|screen|rest|http|order to)$/;
const making =
  /\b(?:create|add|edit|update|delete|remove|list|view|show|track|manage|store|save|upload|export|import|book|cancel|send|share|search|sell|order|buy|pay|approve|reject|assign|publish|archive|pause|refund|refuse|scan|renew)(?:s|ed|d)?\s+(.+)/iu;
const subject =
  /^((?:an?|the|each|every|all|no|any)?\s*[\p{L}-]+(?:\s[\p{L}-]+)?)\s+(?:is|are|must|shall|should|can|may|will|has|have|[\p{L}]+s)\b/iu;
const lifecycle =
  "pause cancel expire approve reject archive publish refund close complete confirm book activate suspend lock submit ship deliver pay renew".split(
    " ",
  );

interface Told {
  readonly text: string;
  readonly reading: Reading;
  readonly requirement: string;
}

/** What is made, kept or changed, in the order in which it is first named. */
export function entitiesOf(told: readonly Told[]): DraftEntity[] {
  const actors = new Set(
    told.flatMap(({ reading }) => (reading.kind === "deed" ? [headNoun(reading.actor)] : [])),
  );
  const phrases = told.flatMap(({ text, reading }) => {
    const object = nounPhrase(making.exec(reading.kind === "deed" ? reading.deed : text)?.[1] ?? "");
    const about = reading.kind === "rule" ? nounPhrase(subject.exec(text)?.[1] ?? "") : undefined;
    return [object, about].filter((phrase) => phrase !== undefined);
  });
  const byHead = new Map<string, string>();
  for (const phrase of phrases) {
    const head = headNoun(phrase);
    if (head.length < 3 || noThing.test(head) || actors.has(head)) continue;
    const words = phrase.toLowerCase().split(" ").slice(0, -1);
    const name = [...words, head].join(" ");
    const before = byHead.get(head);
    // Told by one word somewhere, a thing is that word; "season pass" stays where it is always one.
    byHead.set(head, before === undefined || name.length < before.length ? name : before);
  }
  return [...byHead].slice(0, MOST_ENTITIES).map(([head, name]) => describe(head, name, told));
}

function describe(head: string, name: string, told: readonly Told[]): DraftEntity {
  const word = new RegExp(`\\b${escaped(head)}(?:s|es)?\\b`, "iu");
  const requirements = [...new Set(told.map(({ requirement }) => requirement))];
  const ids = requirements.flatMap((text, index) =>
    word.test(text) ? [`FR-${String(index + 1).padStart(3, "0")}`] : [],
  );
  const states = statesOf(head, told.map(({ text }) => text).join("\n"));
  const life = states.length > 0 ? `; states: ${states.join(", ")}` : "";
  return {
    name: capitalised(name),
    text: `what ${ids.join(", ")} ${ids.length === 1 ? "is" : "are"} about${life}`,
  };
}

/** The states that a thing goes through, as far as the text lets it be paused, cancelled, expire. */
function statesOf(head: string, text: string): string[] {
  const noun = `${escaped(head)}(?:s|es)?`;
  const found = lifecycle.filter((verb) => {
    const done = participle(verb);
    const stem = verb.replace(/e$/, "");
    const acted = new RegExp(
      `\\b${stem}(?:e|es|s)?\\s+(?:(?:an?|the|their|my|each|any)\\s+)?(?:\\p{L}+\\s)?${noun}\\b`,
      "iu",
    );
    const suffered = new RegExp(
      `\\b${noun}\\s+(?:(?:is|are|be|been|was|were|gets?|must|can|shall|should|will)\\s+){0,2}(?:${done}|${verb}s?)\\b`,
      "iu",
    );
    return acted.test(text) || suffered.test(text);
  });
  if (found.length === 0) return [];
  const isActive = new RegExp(`\\b${noun}\\s+(?:is|are)\\s+active\\b|\\bactive\\s+${noun}\\b`, "iu").test(
    text,
  );
  const lives = isActive || found.some((verb) => /^(?:pause|expire|suspend|renew)$/.test(verb));
  return [lives ? "active" : "new", ...found.map(participle)];
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
