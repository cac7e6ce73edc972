import { type FormField, readAnswer } from "../../client/answers/form.ts";
import { nobody, type Person } from "../../client/answers/person.ts";
import { quoteAgent } from "../../client/answers/quote.ts";
import { openCallbackServer } from "../../client/auth/callback-server.ts";
import { printableLine } from "../../kernel/text.ts";
import { askLine, canAsk } from "./ask-line.ts";
import { type Ask, reviewAtTerminal, writeAtTerminal } from "./sampling.ts";
import type { Terminal } from "./terminal.ts";

/** The person at this terminal; nobody when input is not a terminal. Questions go to stderr. */
export function personAtTerminal(terminal: Terminal): Person {
  if (!canAsk(terminal)) return nobody;
  const ask = (question: string, signal: AbortSignal) => askLine(terminal, question, signal);
  return {
    isPresent: true,
    approve: async (what, signal) => {
      terminal.err(`\n${what}\n`);
      return /^y(es)?$/i.test((await ask("Allow it? [y/N] ", signal)) ?? "");
    },
    browse: () =>
      openCallbackServer((page) =>
        terminal.err(`\nThe agent asks you to sign in. Open this page:\n  ${page.href}\n`),
      ),
    fill: (message, fields, signal) => fillForm(terminal, ask, message, fields, signal),
    review: (request, signal) => reviewAtTerminal(terminal, ask, request, signal),
    write: (prompt, signal) => writeAtTerminal(terminal, ask, prompt, signal),
  };
}

async function fillForm(
  terminal: Terminal,
  ask: Ask,
  message: string,
  fields: readonly FormField[],
  signal: AbortSignal,
): Promise<Record<string, unknown> | "decline" | "cancel"> {
  const asked = quoteAgent(message, Math.min(terminal.errStyle.width, 100));
  terminal.err(`\nThe agent asks:\n${asked}\n(an empty line skips, "." ends the questions)\n`);
  const answers: Record<string, unknown> = {};
  for (const field of fields) {
    const value = await askField(terminal, ask, field, signal);
    if (value === "cancel" || value === "decline") return value;
    if (value.answer !== undefined) answers[field.name] = value.answer;
  }
  return answers;
}

async function askField(
  terminal: Terminal,
  ask: Ask,
  field: FormField,
  signal: AbortSignal,
): Promise<{ answer: unknown } | "decline" | "cancel"> {
  const choices = field.choices
    .map(({ title }, index) => `  ${index + 1}. ${printableLine(title)}\n`)
    .join("");
  const fallback = field.fallback === undefined ? "" : ` [${printableLine(String(field.fallback))}]`;
  for (;;) {
    const typed = await ask(`${choices}${printableLine(field.label)}${fallback}: `, signal);
    if (typed === undefined || typed.trim() === ".") return "cancel";
    if (typed.trim() === "" && field.fallback === undefined && field.required) return "decline";
    const read = readAnswer(field, typed);
    if ("value" in read) return { answer: read.value };
    terminal.err(`${read.problem}\n`);
  }
}
