import { withoutMarkers } from "../read/placeholders.ts";
import { type DraftEntity, entitiesOf, type ReadStatement, requirementIds } from "./entities.ts";
import { headNoun, isEnglish, singular, withArticle } from "./grammar.ts";
import { builtThing, limitIn, readStatement, type Scenario, scenariosOf } from "./readings.ts";
import { requirementOf, verbatim, withQuestions } from "./requirements.ts";
import { capitalize, headline, type Statement, statementsOf } from "./sentences.ts";

/** A spec as far as a description allows: its statements in order, and what they leave open. */
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

const maxStories = 5;
const maxScenarios = 6;
const duration =
  /\b(?:after|within|in|for) (\d+ (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?))\b/i;
const external = /\b(API|endpoint|webhook|e-?mail|payments?|third[- ]party|external|import|sync)/i;
/** A number with its unit; the number in `EAN-13` has none. */
const measure = /(?<![\p{L}\d]-?)\d(?:[\d.,]*\d)?\s?(?:%|\p{L})/u;

/** Drafts a spec without a model: stories, requirements, entities and open questions from the text itself. */
export function draftSpec(given: string): SpecDraft {
  // A marker in the description is the person's text, not a question of ours.
  const description = given.replaceAll("[NEEDS CLARIFICATION", "(NEEDS CLARIFICATION");
  const all = statementsOf(withoutMarkers(description));
  const body = all.filter(({ isHeading }) => !isHeading);
  const language = isEnglish(description) ? "english" : "other";
  const statements = (body.length > 0 ? body : all).map(({ text }) => readIn(language, text));
  const stories = storiesOf(statements, language);
  const entities = language === "english" ? entitiesOf(statements) : [];
  return {
    title: titleOf(all[0], statements[0]),
    stories,
    requirements: withQuestions(unique(statements.map(({ requirement }) => requirement))),
    entities,
    criteria: criteriaOf(statements, stories),
    edgeCases: edgeCasesOf(statements, stories, entities),
    assumptions: assumptionsOf(statements),
  };
}

type Language = "english" | "other";

/** Statements in another language are quoted, not taken apart. */
function readIn(language: Language, text: string): ReadStatement {
  if (language === "other")
    return { text, reading: { kind: "rule", clause: text }, requirement: verbatim + text };
  const reading = readStatement(text);
  return { text, reading, requirement: requirementOf(text, reading) };
}

function titleOf(first: Statement | undefined, statement: ReadStatement | undefined): string {
  if (first?.isHeading) return titled(first.text.replace(/^(?:feature|spec(?:ification)?): /i, ""));
  if (statement === undefined) return "Feature";
  const { reading, text } = statement;
  return titled(reading.kind === "action" ? reading.action : nameOf(text));
}

function titled(text: string): string {
  return capitalize(headline(text.replace(/^(?:an?|the) /i, ""), 8));
}

/** What a statement is about: the thing to build, or the statement itself. */
function nameOf(text: string): string {
  return builtThing(text) ?? /^(?:support|provide) (.+)$/i.exec(text)?.[1] ?? text;
}

/** One story for each action; a rule with a condition becomes a scenario of the story that it fits best. */
function storiesOf(statements: readonly ReadStatement[], language: Language): DraftStory[] {
  const byTitle = new Map<string, DraftStory>();
  for (const { text, reading } of statements) {
    if (reading.kind !== "action" || byTitle.size >= maxStories) continue;
    const title = titled(reading.action);
    if (!byTitle.has(title)) byTitle.set(title, { title, text, scenarios: scenariosOf(reading) });
  }
  const [first] = statements;
  const stories =
    byTitle.size > 0 || first === undefined ? [...byTitle.values()] : [storyWithoutAction(first, language)];
  for (const { text, reading } of statements) {
    if (reading.kind !== "rule" || !reading.scenario) continue;
    const index = bestFit(text, stories);
    const story = stories[index];
    if (!story || story.scenarios.length >= maxScenarios || story.scenarios.includes(reading.scenario))
      continue;
    stories[index] = { ...story, scenarios: [...story.scenarios, reading.scenario] };
  }
  return stories;
}

/** The index of the story that shares the most words with a rule; the first one if none shares any. */
function bestFit(rule: string, stories: readonly DraftStory[]): number {
  const words = wordsOf(rule);
  const shared = stories.map(({ text }) => [...wordsOf(text)].filter((word) => words.has(word)).length);
  return Math.max(0, shared.indexOf(Math.max(...shared)));
}

function wordsOf(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => headNoun(word)));
}

/** The only story of a description that names no action. */
function storyWithoutAction({ text, reading }: ReadStatement, language: Language): DraftStory {
  const thing = builtThing(text);
  const isName = language === "english" && (thing !== undefined || text.split(" ").length <= 2);
  const name = (thing ?? text).replace(/^an? /i, "the ");
  const general = isName
    ? { given: "a user", when: `they use ${name}`, outcome: "it works as described" }
    : { given: "a user", when: "they use the feature", outcome: `this holds: "${text}"` };
  const main = (reading.kind === "rule" ? reading.scenario : undefined) ?? general;
  const failure = {
    given: "a user",
    when: "something goes wrong",
    outcome: "no data is lost and an error message says what to do next",
  };
  return { title: titled(nameOf(text)), text: capitalize(text), scenarios: [main, failure] };
}

function criteriaOf(statements: readonly ReadStatement[], stories: readonly DraftStory[]): string[] {
  const ids = requirementIds(statements);
  const hasAction = statements.some(({ reading }) => reading.kind === "action");
  return unique([
    ...statements
      .filter(({ text }) => measure.test(text))
      .map(({ text, requirement }) => `${ids.get(requirement)} holds in every test case: ${text}`),
    ...(hasAction
      ? stories.map(
          ({ title }) => `At least 9 of 10 new users complete "${title}" on the first attempt without help`,
        )
      : ["At least 9 of 10 new users can use the feature without help"]),
  ]);
}

/** Limits, time spans, concurrent changes, repeated actions, and external services that do not respond. */
function edgeCasesOf(
  statements: readonly ReadStatement[],
  stories: readonly DraftStory[],
  entities: readonly DraftEntity[],
): string[] {
  const texts = statements.map(({ text }) => text);
  const service = external.exec(texts.join("\n"))?.[1];
  const hasAction = statements.some(({ reading }) => reading.kind === "action");
  const action = hasAction ? `"${stories[0]?.title}"` : "an operation";
  return unique([
    ...texts
      .flatMap((text) => limitIn(text) ?? [])
      .map((limit) => `What happens at exactly ${limit} and just beyond?`),
    ...texts
      .flatMap((text) => duration.exec(text)?.[1] ?? [])
      .map(
        (time) =>
          `When ${/^1 /.test(time) ? "does" : "do"} the ${time} start and end, and in which time zone?`,
      ),
    ...entities
      .slice(0, 2)
      .map(
        ({ name }) => `What happens when two people change the same ${name.toLowerCase()} at the same time?`,
      ),
    `What happens if ${action} is interrupted or repeated?`,
    ...(service === undefined
      ? []
      : [
          `What do users see when an external service (${/^[A-Z]+$/.test(service) ? service : service.toLowerCase()}) does not respond?`,
        ]),
  ]);
}

function assumptionsOf(statements: readonly ReadStatement[]): string[] {
  const roles = unique(
    statements.flatMap(({ reading }) =>
      reading.kind === "action" ? [singular(reading.actor.toLowerCase().replace(/^the /, ""))] : [],
    ),
  ).filter((role) => role !== "user");
  const [only, ...others] = roles;
  return [
    ...(only === undefined
      ? []
      : [
          others.length === 0
            ? `The system can tell who is ${withArticle(only)}.`
            : `The system can tell these roles apart: ${roles.slice(0, 6).join(", ")}.`,
        ]),
    "Anything that the description does not mention is out of scope.",
  ];
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)];
}
