import { withoutMarkers } from "../read/placeholders.ts";
import { type DraftEntity, entitiesOf } from "./entities.ts";
import { headNoun, singular } from "./grammar.ts";
import { builtThing, limitIn, type Reading, readStatement, type Scenario, scenariosOf } from "./readings.ts";
import { requirementOf, withQuestions } from "./requirements.ts";
import { capitalised, headline, statementsOf, uncapitalised } from "./sentences.ts";

/** A spec as far as a description alone allows: what was said, put in order, and what was left open. */
export interface SpecDraft {
  readonly title: string;
  readonly stories: readonly DraftStory[];
  readonly requirements: readonly string[];
  readonly entities: readonly DraftEntity[];
  readonly criteria: readonly string[];
  readonly edgeCases: readonly string[];
  readonly assumptions: readonly string[];
}

export interface DraftStory {
  readonly title: string;
  readonly text: string;
  readonly scenarios: readonly Scenario[];
}

interface Told {
  readonly text: string;
  readonly reading: Reading;
  readonly requirement: string;
}

const MOST_STORIES = 5;
const MOST_SCENARIOS = 6;
const duration =
  /\b(?:after|within|in|for) (\d+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))\b/i;
const outside = /\b(API|endpoint|webhook|e-?mail|payments?|third[- ]party|external|import|sync)/i;

/** Without a model: stories, requirements, entities and open questions that stand in the words themselves. */
export function draftSpec(description: string): SpecDraft {
  const told = statementsOf(withoutMarkers(description)).map(({ text }) => {
    const reading = readStatement(text);
    return { text, reading, requirement: requirementOf(text, reading) };
  });
  const stories = storiesOf(told);
  const entities = entitiesOf(told);
  return {
    title: titleOf(told[0]),
    stories,
    requirements: withQuestions(unique(told.map(({ requirement }) => requirement))),
    entities,
    criteria: criteriaOf(told, stories),
    edgeCases: edgeCasesOf(told, stories, entities),
    assumptions: assumptionsOf(told),
  };
}

function titleOf(first: Told | undefined): string {
  if (first === undefined) return "Feature";
  const { reading, text } = first;
  return titled(reading.kind === "deed" ? reading.deed : (builtThing(text) ?? text));
}

function titled(text: string): string {
  return capitalised(headline(text.replace(/^(?:an?|the) /i, ""), 8));
}

/** One story for each deed; a rule with a condition becomes a scenario of the story that it speaks of. */
function storiesOf(told: readonly Told[]): DraftStory[] {
  const stories = new Map<string, DraftStory>();
  for (const { text, reading } of told) {
    if (reading.kind !== "deed" || stories.size >= MOST_STORIES) continue;
    const title = titled(reading.deed);
    if (!stories.has(title)) stories.set(title, { title, text, scenarios: scenariosOf(reading) });
  }
  const chosen =
    stories.size > 0 ? [...stories.values()] : told.slice(0, 1).map(({ text }) => plainStory(text));
  for (const { text, reading } of told) {
    if (reading.kind !== "rule" || !reading.scenario) continue;
    const index = Math.max(0, bestFit(text, chosen));
    const story = chosen[index];
    if (!story || story.scenarios.length >= MOST_SCENARIOS) continue;
    chosen[index] = { ...story, scenarios: [...story.scenarios, reading.scenario] };
  }
  return chosen;
}

/** The story that shares most of its words with a rule; -1 where none shares any. */
function bestFit(rule: string, stories: readonly DraftStory[]): number {
  const words = wordsOf(rule);
  const shared = stories.map(({ text }) => [...wordsOf(text)].filter((word) => words.has(word)).length);
  const most = Math.max(0, ...shared);
  return most === 0 ? -1 : shared.indexOf(most);
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => headNoun(word)));
}

function plainStory(text: string): DraftStory {
  const given = "a person who has what the feature needs";
  const thing = builtThing(text);
  const when = thing === undefined ? `they use it for this: ${uncapitalised(text)}` : `they use ${thing}`;
  return {
    title: titled(thing ?? text),
    text,
    scenarios: [
      { given, when, outcome: "they get what was described and can see that they did" },
      {
        given,
        when: "what they enter is missing or wrong",
        outcome: "nothing is changed and they are told what to correct",
      },
    ],
  };
}

function criteriaOf(told: readonly Told[], stories: readonly DraftStory[]): string[] {
  return unique([
    ...told
      .filter(({ text }) => /\d/.test(text))
      .map(({ text }) => `In all cases tested: ${uncapitalised(text)}`),
    ...stories.map(
      ({ title }) => `9 of 10 people who are new to it complete "${title}" at the first try, without help`,
    ),
  ]);
}

/** Limits at their edge, times at their end, two hands on one thing, and the outside that does not answer. */
function edgeCasesOf(
  told: readonly Told[],
  stories: readonly DraftStory[],
  entities: readonly DraftEntity[],
): string[] {
  const main = stories[0]?.title ?? "it";
  const all = told.map(({ text }) => text).join("\n");
  const system = outside.exec(all)?.[1];
  return unique([
    ...told
      .flatMap(({ text }) => limitIn(text) ?? [])
      .map((limit) => `What happens at exactly ${limit}, and just beyond it?`),
    ...told
      .flatMap(({ text }) => duration.exec(text)?.[1] ?? [])
      .map((time) => `When exactly do ${time} begin and end, also for people in another time zone?`),
    ...entities
      .slice(0, 2)
      .map(({ name }) => `What happens when two people change the same ${name.toLowerCase()} at once?`),
    `What happens when "${main}" is interrupted halfway, or done twice?`,
    ...(system === undefined
      ? []
      : [`What do people see while the other side (${system.toLowerCase()}) does not answer?`]),
  ]);
}

function assumptionsOf(told: readonly Told[]): string[] {
  const actors = unique(
    told.flatMap(({ reading }) => (reading.kind === "deed" ? [singular(reading.actor.toLowerCase())] : [])),
  );
  return [
    ...(actors.length === 0 ? [] : [`It is known who is who: ${actors.slice(0, 4).join(", ")}.`]),
    "What the description does not name is out of scope until someone asks for it.",
  ];
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
