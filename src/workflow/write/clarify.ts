import { findHeading, readSpec } from "../read/spec-document.ts";
import { insertAfter } from "./insert.ts";

export const MOST_ASKED = 5;

export interface Answer {
  readonly question: string;
  readonly answer: string;
}

/** Categories that a spec should speak about; each with the words that show that it does. */
const taxonomy: readonly (readonly [RegExp, string])[] = [
  [/\b(out of scope|not part of|only|exclud)/i, "What is explicitly not part of this feature?"],
  [
    /\b(role|admin|guest|customer|member|operator|owner|user)\b/i,
    "Who may use it, and do people have different rights?",
  ],
  [
    /\b(unique|identif|state|status|expires?|lifecycle|delete)/i,
    "What identifies the things it handles, and how do they end?",
  ],
  [
    /\b(empty|error|loading|message|screen|shown|see)\b/i,
    "What do people see while it works, when there is nothing, and when it fails?",
  ],
  [
    /\b\d+\s*(ms|s|seconds?|minutes?|users?|requests?|MB|GB|%)|\bhow (long may|fast|many at once)\b/i,
    "How fast must it be, and for how many at once?",
  ],
  [
    /\b(log|audit|monitor|metric|privacy|encrypt|permission|login|password)/i,
    "Which rules on privacy, access and record keeping apply?",
  ],
  [
    /\b(import|export|external|third[- ]party|integrat|e-?mail|API)\b/i,
    "Which other systems does it depend on, and what if they are down?",
  ],
  [
    /\b(twice|concurrent|same time|conflict|retry|interrupted)/i,
    "What happens when two people change the same thing at once?",
  ],
  [
    /\b(must not|cannot|never|constraint|limit|at most|maximum)\b/i,
    "Which limits are given and cannot be changed?",
  ],
  [/\b(done|success|complete|accept)/i, "How does everyone agree that it is finished?"],
];

/** What to ask: the caller's own questions, else the spec's markers, then what it is silent about. */
export function questionsFor(spec: string, own: readonly string[]): string[] {
  const asked = own.map((question) => question.trim()).filter((question) => question !== "");
  if (asked.length > 0) return [...new Set(asked)];
  const { questions } = readSpec(spec);
  const answered = answeredIn(spec);
  const gaps = taxonomy.filter(([pattern]) => !pattern.test(spec)).map(([, question]) => question);
  const open = [...questions.filter((question) => question !== ""), ...gaps];
  return [...new Set(open)].filter((question) => !answered.has(question)).slice(0, MOST_ASKED);
}

/** The spec with the answers under `## Clarifications`, and the markers that they settle replaced. */
export function withAnswers(spec: string, answers: readonly Answer[], date: string): string {
  const settled = answers.reduce(settleMarker, spec);
  const lines = answers
    .map(({ question, answer }) => `- Q: ${oneLine(question)} → A: ${oneLine(answer)}`)
    .join("\n");
  const { document } = readSpec(settled);
  const session = document.headings.find(({ text, level }) => level === 3 && text === `Session ${date}`);
  if (session) return insertAfter(settled, session.ownEndLine, lines);
  const section = findHeading(document, "Clarifications");
  if (section) return insertAfter(settled, section.endLine, `\n### Session ${date}\n\n${lines}`);
  const first = document.headings.find(({ level }) => level === 2);
  const before = first ? first.line - 1 : document.lines.length;
  return insertAfter(settled, before, `\n## Clarifications\n\n### Session ${date}\n\n${lines}`);
}

function settleMarker(spec: string, { question, answer }: Answer): string {
  const marker = new RegExp(`\\[NEEDS CLARIFICATION:\\s*${escaped(question)}\\s*\\]`);
  return spec.replace(marker, () => `(clarified: ${oneLine(answer)})`);
}

function answeredIn(spec: string): Set<string> {
  return new Set([...spec.matchAll(/^- Q: (.*?) → A: /gm)].map(([, question = ""]) => question));
}

/** An answer cannot open a heading, a marker or another bullet. */
function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/\[NEEDS CLARIFICATION/gi, "[needs clarification")
    .trim();
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
