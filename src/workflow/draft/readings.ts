import { article, nounPhrase, participle, singular } from "./grammar.ts";
import { uncapitalised } from "./sentences.ts";

/** What a statement of a description says: somebody does something, or a rule holds. */
export type Reading =
  | { readonly kind: "deed"; readonly actor: string; readonly deed: string; readonly gain?: string }
  | { readonly kind: "rule"; readonly scenario?: Scenario };

export interface Scenario {
  readonly given: string;
  readonly when: string;
  readonly outcome: string;
}

/** No sentence is longer; the patterns below try every way to part one. */
const longestStatement = 2000;

const asA = /^as an? (.+?),? I (?:want|need|would like)(?: to)? (.+?)(?:,? so that (.+))?$/i;
/** A person or group that acts, then what they do. */
const acting =
  /^(?:an? |each |every |all )?((?:the )?[\p{L}-]+(?: [\p{L}-]+){0,2}?) (can|may|should be able to|must be able to|is able to|are able to|wants? to|needs? to|must|should|shall) (.+)$/iu;
const allowing =
  /^(?:the \p{L}+ |it )?(?:must |should |shall |can )?(?:(?:allow|enable|permit)s? ((?:the )?[\p{L}-]+(?: [\p{L}-]+){0,2}?) to|lets? (\p{L}+)) (.+)$/iu;
const bare =
  /^(export|import|search|filter|sort|upload|download|share|print|book|cancel|rename|edit|delete|invite|track|view|browse|compare|schedule|approve)\s+.+$/i;
/** What a builder is told to do; people use what comes after it. */
const building = /^(?:add|build|create|implement|make|introduce|develop|provide|support|write) (.+)$/i;

/** The thing itself: `a CLI that syncs notes` of "Build a CLI that syncs notes". */
export function builtThing(text: string): string | undefined {
  return building.exec(text)?.[1]?.replace(/^(\S+(?: \S+){0,3}?) to the /, "$1 in the ");
}

/** Deeds of people. A thing that "must expire" does no such thing. */
const humanVerb =
  /^(?:see|view|search|find|choose|select|pick|create|add|edit|change|update|delete|remove|cancel|pay|buy|book|order|export|import|upload|download|share|send|approve|reject|log|sign|register|track|manage|filter|sort|print|scan|report|invite|assign|comment|enter|read|check|browse|open|close|review|compare|know|set|get|ask|request|reserve|rename|archive|restore|subscribe|follow|rate|schedule|plan|give|grant|write)\b/i;
const reading =
  /^(?:see|view|search|find|browse|read|check|list|track|compare|filter|sort|know|look|review|monitor)\b/i;
const thing = /^(?:system|it|app|application|service|api|server|this|that|there|page|screen|site|website)$/i;

export function readStatement(text: string): Reading {
  if (text.length > longestStatement) return { kind: "rule" };
  const [, role, wish, gain] = asA.exec(text) ?? [];
  if (role !== undefined && wish !== undefined) {
    const told = gain === undefined ? {} : { gain: aboutThem(gain) };
    return { kind: "deed", actor: role, deed: aboutThem(wish), ...told };
  }
  const [, enabled, free, work] = allowing.exec(text) ?? [];
  const allowed = enabled ?? free;
  if (allowed !== undefined && work !== undefined && !thing.test(allowed))
    return { kind: "deed", actor: uncapitalised(allowed), deed: work };
  if (bare.test(text)) return { kind: "deed", actor: "user", deed: uncapitalised(text) };
  const [, actor, modal = "", deed] = acting.exec(text) ?? [];
  if (actor !== undefined && deed !== undefined && isDeed(actor, modal, deed))
    return { kind: "deed", actor: uncapitalised(actor), deed };
  const scenario = conditional(text);
  return { kind: "rule", ...(scenario ? { scenario } : {}) };
}

function isDeed(actor: string, modal: string, deed: string): boolean {
  const subject = actor.split(" ").at(-1) ?? "";
  if (thing.test(subject) || /^(?:not|be|have)\b/i.test(deed)) return false;
  return !/^(?:must|should|shall|needs? to)$/i.test(modal) || humanVerb.test(deed);
}

/** A rule that has a condition is a scenario: "X when Y", "if Y, X", "X after 12 months". */
function conditional(text: string): Scenario | undefined {
  const [, first, rest] =
    /^(?:when|if|once|whenever) (.+?),? (?:then |, )(.+)$/i.exec(text) ??
    /^(?:when|if|once|whenever) (.+?), (.+)$/i.exec(text) ??
    [];
  if (first !== undefined && rest !== undefined)
    return { given: "the feature in use", when: first, outcome: uncapitalised(rest) };
  const [, result, condition] = /^(.+?),? (?:when|if|once|whenever|as soon as) (.+)$/i.exec(text) ?? [];
  if (result !== undefined && condition !== undefined && !/\b(?:how|what|know)$/i.test(result))
    return { given: "the feature in use", when: condition, outcome: uncapitalised(result) };
  const [, fact, time] = /^(.+?) after (\d+ \p{L}+)$/iu.exec(text) ?? [];
  const subject = fact === undefined ? undefined : subjectOf(fact);
  if (fact === undefined || time === undefined || subject === undefined) return undefined;
  const at = fact.indexOf(subject) + subject.length;
  return {
    given: article(uncapitalised(subject)),
    when: `${time} have passed`,
    outcome: `it${fact.slice(at)}`,
  };
}

/** Whom a sentence is about: `pass` of "a pass expires", `unpaid invoice` of "an unpaid invoice is sent". */
function subjectOf(fact: string): string | undefined {
  const phrase = nounPhrase(fact);
  if (phrase === undefined) return undefined;
  const next = fact.slice(fact.indexOf(phrase) + phrase.length).trim();
  const words = phrase.split(" ");
  return next !== "" && words.length > 0 && /^(?:is|are|has|have|can|must|will)\b/.test(next)
    ? phrase
    : words.slice(0, -1).join(" ") || undefined;
}

const limited =
  /\b(?:up to|at most|no more than|not more than|a maximum of|maximum) (\d[\d.,]*\s*[\p{L}%]+)/iu;

/** The limit that a text sets: `30 days` of "for up to 30 days". */
export function limitIn(text: string): string | undefined {
  return limited.exec(text)?.[1];
}

/** The scenarios of a deed: that it works, that its limit holds, and what is said when it cannot be done. */
export function scenariosOf({ actor, deed, gain }: Extract<Reading, { kind: "deed" }>): Scenario[] {
  const given = article(singular(actor));
  const limit = limitIn(deed);
  const beyond = deed.replace(limited, (part, amount: string) =>
    part.replace(/^.*$/s, `more than ${amount}`),
  );
  return [
    { given, when: `they ${deed}`, outcome: gain ?? outcomeOf(deed) },
    ...(limit === undefined
      ? []
      : [
          {
            given,
            when: `they try to ${beyond}`,
            outcome: `it is refused and the limit of ${limit} is named`,
          },
        ]),
    reading.test(deed)
      ? {
          given: `${given} and nothing to show`,
          when: `they ${deed}`,
          outcome: "they are told that there is nothing yet",
        }
      : {
          given,
          when: "what they enter is missing or wrong",
          outcome: "nothing is changed and they are told what to correct",
        },
  ];
}

/** What can be seen when a deed is done: "the pass is paused and they can see it". */
function outcomeOf(deed: string): string {
  if (reading.test(deed)) return "what they see is complete and as it is at that moment";
  const [verb = "", ...rest] = deed.split(" ");
  const object = /^[a-z]+$/i.test(verb) ? nounPhrase(rest.join(" ")) : undefined;
  if (object === undefined) return "it happens as described and they can see that it did";
  const are = /[^su]s$|sses$/i.test(object) ? "are" : "is";
  return `the ${object} ${are} ${participle(verb)} and they can see it`;
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
