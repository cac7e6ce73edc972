import { findHeading, readSpec } from "../read/spec-document.ts";
import { insertAfter } from "./insert.ts";

export const maxQuestionsAsked = 5;

export interface Answer {
  readonly question: string;
  readonly answer: string;
}

/** Topics that a spec should cover: words that show that it does, and the question to ask if it does not. */
const taxonomy: readonly (readonly [RegExp, string])[] = [
  [/\b(out of scope|not part of|only|exclud)/i, "What is explicitly out of scope?"],
  [
    /\b(role|admin|guest|customer|member|operator|owner|user)\b/i,
    "Who can use the feature, and which roles have different permissions?",
  ],
  [
    /\b(unique|identif|state|status|expires?|lifecycle|delete)/i,
    "What identifies each record, and when is it deleted?",
  ],
  [
    /\b(empty|error|loading|message|screen|shown|see)\b/i,
    "What do users see while data loads, when there is none, and when something fails?",
  ],
  [
    /\b\d+\s*(ms|s|seconds?|minutes?|users?|requests?|MB|GB|%)|\bresponse time\b|\bhow (fast|many at once)\b/i,
    "How fast must it be, and for how many users at once?",
  ],
  [
    /\b(log|audit|monitor|metric|privacy|encrypt|permission|login|password)/i,
    "Which requirements for privacy, access and logging apply?",
  ],
  [
    /\b(import|export|external|third[- ]party|integrat|e-?mail|API)\b/i,
    "Which other systems does it depend on, and what happens when they are down?",
  ],
  [
    /\b(twice|concurrent|same time|conflict|retry|interrupted)/i,
    "What happens when two people change the same record at the same time?",
  ],
  [/\b(must not|cannot|never|constraint|limit|at most|maximum)\b/i, "Which constraints are fixed?"],
  [/\b(done|success|complete|accept)/i, "What must be true for the feature to count as done?"],
];

/** What to ask: the caller's own questions, or the spec's markers and then the topics that it does not cover. */
export function questionsFor(spec: string, own: readonly string[]): string[] {
  const given = own.map((question) => question.trim()).filter((question) => question !== "");
  if (given.length > 0) return [...new Set(given)];
  const { questions } = readSpec(spec);
  const answered = answeredIn(spec);
  const gaps = taxonomy.filter(([pattern]) => !pattern.test(spec)).map(([, question]) => question);
  const open = [...questions.filter((question) => question !== ""), ...gaps];
  return [...new Set(open)].filter((question) => !answered.has(question)).slice(0, maxQuestionsAsked);
}

/** The spec with the answers under `## Clarifications` and in place of the markers that they answer. */
export function withAnswers(spec: string, answers: readonly Answer[], date: string): string {
  const resolved = answers.reduce(resolveMarker, spec);
  const lines = answers
    .map(({ question, answer }) => `- Q: ${oneLine(question)} → A: ${oneLine(answer)}`)
    .join("\n");
  const { document } = readSpec(resolved);
  const session = document.headings.find(({ text, level }) => level === 3 && text === `Session ${date}`);
  if (session) return insertAfter(resolved, session.ownEndLine, lines);
  const section = findHeading(document, "Clarifications");
  if (section) return insertAfter(resolved, section.endLine, `\n### Session ${date}\n\n${lines}`);
  const first = document.headings.find(({ level }) => level === 2);
  const before = first ? first.line - 1 : document.lines.length;
  return insertAfter(resolved, before, `\n## Clarifications\n\n### Session ${date}\n\n${lines}`);
}

function resolveMarker(spec: string, { question, answer }: Answer): string {
  const marker = new RegExp(`\\[NEEDS CLARIFICATION:\\s*${escaped(question)}\\s*\\]`);
  return spec.replace(marker, () => `(clarified: ${oneLine(answer)})`);
}

function answeredIn(spec: string): Set<string> {
  return new Set([...spec.matchAll(/^- Q: (.*?) → A: /gm)].map(([, question = ""]) => question));
}

/** On one line an answer cannot start a heading, a marker or another bullet. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\[NEEDS CLARIFICATION/gi, "[needs clarification")
    .trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
