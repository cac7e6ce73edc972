import { isPlural, nounPhrase, pastParticiple, singular, withArticle } from "./grammar.ts";
import { uncapitalize } from "./sentences.ts";

/** What a statement says: somebody does something, or a rule holds. */
export type Reading = Action | Rule;

export interface Action {
  readonly kind: "action";
  readonly actor: string;
  /** What they do, in the base form: `buy a season pass`. */
  readonly action: string;
  /** What they gain by it. */
  readonly benefit?: string | undefined;
}

export interface Rule {
  readonly kind: "rule";
  /** The statement without a condition that comes first. */
  readonly clause: string;
  /** A condition that comes first, with its conjunction: `if a label cannot be read`. */
  readonly condition?: string | undefined;
  readonly scenario?: Scenario | undefined;
}

export interface Scenario {
  readonly given: string;
  readonly when: string;
  readonly outcome: string;
}

/** Longer sentences are taken as they are: the patterns below try every way to split one. */
const maxStatement = 2000;
/** The context of a scenario that needs none. */
export const inUse = "the feature is in use";

const asA = /^as an? (.+?),? I (?:want|need|would like)(?: to)? (.+?)(?:,? so that (.+))?$/i;
/** A person or group, a modal verb, and what they do. */
const acting =
  /^(?:an? |each |every |all )?((?:the )?[\p{L}-]+(?: [\p{L}-]+){0,2}?) (can|may|should be able to|must be able to|is able to|are able to|wants? to|needs? to|must|should|shall) (.+)$/iu;
const allowing =
  /^(?:the \p{L}+ |it )?(?:must |should |shall |can )?(?:(?:allow|enable|permit)s? ((?:the )?[\p{L}-]+(?: [\p{L}-]+){0,2}?) to|lets? (\p{L}+)) (.+)$/iu;
/** Actions that a description may name without saying who performs them. */
const bare =
  /^(export|import|search|filter|sort|upload|download|share|print|book|cancel|rename|edit|delete|invite|track|view|browse|compare|schedule|approve)\s+.+$/i;
/** What a developer is asked to make. */
const building =
  /^(?:(?:please )?(?:add|build|create|implement|introduce|develop|write|make (?=an? ))|(?:we|i) (?:want|need|would like)) (?!to\b)(.+)$/i;

/** The thing to build: `a CLI that syncs notes` of "Build a CLI that syncs notes". */
export function builtThing(text: string): string | undefined {
  return building
    .exec(text)?.[1]
    ?.replace(/^(\S+(?: \S+){0,3}?) to the (?=(.*))/, (_, thing, target) =>
      /\b(?:page|screen|site|website|dashboard|form|list|map)$/i.test(String(target))
        ? `${thing} on the `
        : `${thing} in the `,
    );
}

/** Actions of people. What "must expire" is not a person. */
const humanVerb =
  /^(?:see|view|search|find|choose|select|pick|create|add|edit|change|update|delete|remove|cancel|pay|buy|book|order|export|import|upload|download|share|send|approve|reject|log|sign|register|track|manage|filter|sort|print|scan|report|invite|assign|comment|enter|read|check|browse|open|close|review|compare|know|set|get|ask|request|reserve|rename|archive|restore|subscribe|follow|rate|schedule|plan|give|grant|write)\b/i;
const lookingUp =
  /^(?:see|view|search|find|browse|read|check|list|track|compare|filter|sort|know|look|review|monitor)\b/i;
/** Actions in which a person enters something. */
const entering =
  /^(?:create|add|edit|change|update|buy|book|order|pay|upload|import|send|share|register|enter|report|invite|request|reserve|rename|subscribe|rate|schedule|plan|write|set|comment|sign|log|assign|ask)\b/i;
const systemNoun =
  /^(?:system|it|app|application|service|api|server|this|that|there|page|screen|site|website|tool|cli)$/i;

export function readStatement(text: string): Reading {
  if (text.length > maxStatement) return { kind: "rule", clause: text };
  const [, role, goal, benefit] = asA.exec(text) ?? [];
  if (role !== undefined && goal !== undefined) {
    return {
      kind: "action",
      actor: role,
      action: toThirdPerson(goal),
      benefit: benefit === undefined ? undefined : toThirdPerson(benefit),
    };
  }
  const [, enabled, permitted, work] = allowing.exec(text) ?? [];
  const allowed = enabled ?? permitted;
  if (allowed !== undefined && work !== undefined && !systemNoun.test(allowed))
    return { kind: "action", actor: uncapitalize(allowed), action: work };
  if (bare.test(text)) return { kind: "action", actor: "user", action: uncapitalize(text) };
  const [, own] = /^(?:we|i) (?:want|need|would like) to (?:be able to )?(.+)$/i.exec(text) ?? [];
  if (own !== undefined) return { kind: "action", actor: "user", action: toThirdPerson(own) };
  const [, actor, modal = "", action] = acting.exec(text) ?? [];
  if (actor !== undefined && action !== undefined && isAction(actor, modal, action))
    return { kind: "action", actor: uncapitalize(actor), action };
  return readRule(text);
}

function isAction(actor: string, modal: string, action: string): boolean {
  const subject = actor.slice(actor.lastIndexOf(" ") + 1);
  if (systemNoun.test(subject) || /^(?:no|if|when|once|whenever)\b/i.test(actor)) return false;
  if (/^(?:not|be|have)\b/i.test(action)) return false;
  return !/^(?:must|should|shall|needs? to)$/i.test(modal) || humanVerb.test(action);
}

/** A rule with a condition is a scenario: "X when Y", "if Y, X", "X after 12 months". */
function readRule(text: string): Rule {
  const leading = leadingCondition(text);
  if (leading !== undefined) {
    const { conjunction, condition, clause } = leading;
    const scenario = { given: inUse, when: condition, outcome: asOutcome(clause) };
    return { kind: "rule", clause, condition: `${conjunction.toLowerCase()} ${condition}`, scenario };
  }
  const [, result, condition] = /^(.+?),? (?:when|if|once|whenever|as soon as) (.+)$/i.exec(text) ?? [];
  if (result !== undefined && condition !== undefined && !/\b(?:how|what|know)$/i.test(result))
    return {
      kind: "rule",
      clause: text,
      scenario: { given: inUse, when: condition, outcome: asOutcome(result) },
    };
  return { kind: "rule", clause: text, scenario: afterTime(text) };
}

/** The parts of "if Y, X" and "if Y then X". */
function leadingCondition(text: string) {
  const [, conjunction, rest] = /^(when|if|once|whenever|as soon as) (.+)$/i.exec(text) ?? [];
  if (conjunction === undefined || rest === undefined) return undefined;
  for (const { index } of rest.matchAll(/, (?=\S)/g)) {
    const condition = rest.slice(0, index);
    // The first comma may only separate the items of a list: a condition has a verb.
    if (hasVerb(condition))
      return { conjunction, condition, clause: rest.slice(index + 2).replace(/^then /i, "") };
  }
  const [, condition, clause] = /^(.+?) then (.+)$/i.exec(rest) ?? [];
  return condition === undefined || clause === undefined ? undefined : { conjunction, condition, clause };
}

function hasVerb(text: string): boolean {
  return /\s(?:is|are|was|were|has|have|had|can|cannot|can't|does|do|did|will|must|may|not|\p{Ll}+(?:s|ed|n't))\b/u.test(
    text,
  );
}

/** "A pass expires after 12 months": given a pass, when 12 months have passed, it expires. */
function afterTime(text: string): Scenario | undefined {
  const [, fact, time] = /^(.+?) after (\d+ \p{L}+)$/iu.exec(text) ?? [];
  const subject = fact === undefined ? undefined : subjectOf(fact);
  if (fact === undefined || time === undefined || subject === undefined) return undefined;
  const rest = fact.slice(fact.indexOf(subject) + subject.length);
  return {
    given: withArticle(uncapitalize(subject)),
    when: `${time} ${/^1 /.test(time) ? "has" : "have"} passed`,
    outcome: `${isPlural(subject) ? "they" : "it"}${rest}`,
  };
}

/** The subject of a sentence: `pass` of "a pass expires", `unpaid invoice` of "an unpaid invoice is sent". */
function subjectOf(fact: string): string | undefined {
  const phrase = nounPhrase(fact);
  if (phrase === undefined) return undefined;
  const next = fact.slice(fact.indexOf(phrase) + phrase.length).trim();
  return /^(?:is|are|has|have|can|must|will)\b/.test(next)
    ? phrase
    : phrase.split(" ").slice(0, -1).join(" ") || undefined;
}

/** What a person wants to happen to them, as a fact: "users want to be notified" gives "users are notified". */
export function asFact(clause: string): string {
  return clause
    .replace(/\b(?:want|need|would like) to be\b/i, "are")
    .replace(/\b(?:wants|needs) to be\b/i, "is");
}

const systemVerbs =
  "accept apply block cache calculate cap check compress compute convert deny detect display emit encrypt enforce escalate expose filter generate handle hide ignore include integrate keep limit load lock log mark merge move notify parse persist prevent process provide publish queue record redirect refresh refuse reject remind reset respond restrict retry return rotate run save send serve show skip stop store support sync synchronize throttle update use validate verify warn work write".split(
    " ",
  );
const imperative = new RegExp(`^(?:${systemVerbs.join("|")})\\b`, "i");

/** Whether a clause is a command to the system: "retry it with a delay". */
export function isImperative(clause: string): boolean {
  return imperative.test(clause);
}

/** Forms that are nouns as well: "Returns come later". */
const ambiguous =
  /^(?:blocks|caches|checks|displays|filters|limits|loads|locks|logs|marks|moves|processes|queues|records|returns|runs|shows|stops|updates|uses|works|writes)$/i;

/** What the system does, in the base form: `sync once a day` of "syncs once a day". */
export function systemAction(clause: string): string | undefined {
  const [, subject, verb = "", rest = ""] =
    /^(it |the (?:system|app|tool) )?(\p{L}+s)\b(.*)$/iu.exec(clause) ?? [];
  const base = systemVerbs.find((each) => thirdPerson(each) === verb.toLowerCase());
  if (base === undefined) return undefined;
  const mayBeNoun = subject === undefined && ambiguous.test(verb) && !/^works (?:off|on|with)/i.test(clause);
  const isChain = /(?:,| and| or) \p{Ll}+s\b/u.test(rest);
  return mayBeNoun || isChain ? undefined : base + rest;
}

function thirdPerson(verb: string): string {
  if (/(?:sh|ch|x|ss)$/.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/.test(verb) ? verb.replace(/y$/, "ies") : `${verb}s`;
}

function asOutcome(clause: string): string {
  const action = systemAction(clause);
  if (action !== undefined) return `the system must ${action}`;
  return isImperative(clause) ? `the system must ${uncapitalize(clause)}` : uncapitalize(asFact(clause));
}

const limited =
  /\b(?:up to|at most|no more than|not more than|a maximum of|maximum) (\d[\d.,]*\s*[\p{L}%]+)/iu;

/** The limit that a text sets: `30 days` of "for up to 30 days". */
export function limitIn(text: string): string | undefined {
  return limited.exec(text)?.[1];
}

/** The scenarios of an action: it works, its limit holds, and what happens when it cannot be done. */
export function scenariosOf({ actor, action, benefit }: Action): Scenario[] {
  const given = withArticle(singular(actor.replace(/^only /i, "")));
  const limit = limitIn(action);
  const main = { given, when: `they ${requested(action)}`, outcome: benefit ?? outcomeOf(action) };
  if (limit === undefined) return [main, failureOf(given, action)];
  const beyond = action.replace(limited, (_, amount: string) => `more than ${amount}`);
  const atLimit = {
    given,
    when: `they try to ${beyond}`,
    outcome: `the request is rejected and the message names the limit of ${limit}`,
  };
  return [main, atLimit, failureOf(given, action)];
}

function failureOf(given: string, action: string): Scenario {
  if (lookingUp.test(action))
    return {
      given: `${given} and no matching data`,
      when: `they ${requested(action)}`,
      outcome: "a message says that there is nothing to show",
    };
  if (entering.test(action))
    return {
      given,
      when: "their input is missing or invalid",
      outcome: "nothing changes and an error message says what to correct",
    };
  const { object, participle } = passiveOf(action);
  const when =
    object === undefined ? "the request cannot be completed" : `the ${object} cannot be ${participle}`;
  return { given, when, outcome: "nothing changes and an error message says why" };
}

/** Nobody "sees" a number on purpose: they ask to see it. */
function requested(action: string): string {
  return action.replace(/^(see|know)\b/i, "ask to $1");
}

/** What shows that an action is done: "the pass is paused and they see a confirmation". */
function outcomeOf(action: string): string {
  if (lookingUp.test(action)) return "the result is complete and up to date";
  const { object, participle } = passiveOf(action);
  if (object === undefined) return "it succeeds and they see a confirmation";
  return `the ${object} ${isPlural(object) ? "are" : "is"} ${participle} and they see a confirmation`;
}

function passiveOf(action: string): { object: string | undefined; participle: string } {
  const [verb = "", ...rest] = action.split(" ");
  const object = /^[a-z]+$/i.test(verb) ? nounPhrase(rest.join(" ")) : undefined;
  return { object, participle: pastParticiple(verb) };
}

/** "I scan my pass" as somebody else would say it. */
function toThirdPerson(text: string): string {
  const pronouns: Readonly<Record<string, string>> = {
    i: "they",
    me: "them",
    my: "their",
    mine: "theirs",
    myself: "themselves",
  };
  return text.replace(/\b(I|me|my|mine|myself)\b/g, (word) => pronouns[word.toLowerCase()] ?? word);
}
