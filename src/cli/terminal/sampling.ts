import type { Approval, SamplingReview } from "../../client/answers/person.ts";
import { quoteAgent } from "../../client/answers/quote.ts";
import { editorOf, editText } from "../../workspace/process/editor.ts";
import type { Terminal } from "./terminal.ts";

/** One line of an answer; undefined when the terminal was closed or the question withdrawn. */
export type Ask = (question: string, signal: AbortSignal) => Promise<string | undefined>;

/** Below this line nothing counts, as in a commit message. */
const SCISSORS = "<!-- ------------------------ >8 ------------------------";

/** What a model would be asked, in full, and the person's word on it. */
export async function reviewAtTerminal(
  terminal: Terminal,
  ask: Ask,
  { model, system = "", prompt }: SamplingReview,
  signal: AbortSignal,
): Promise<Approval> {
  let words = prompt;
  for (;;) {
    const shown = `${system}\n\n${words}`.trim();
    terminal.err(`\nThe agent requests text from ${model}:\n\n${quoteAgent(shown)}\n\n`);
    const said = (await ask("Allow it? [y]es, [a]ll of this run, [e]dit first, [N]o ", signal)) ?? "";
    const changed = words === prompt ? {} : { prompt: words };
    if (/^y(es)?$/i.test(said)) return { allow: "once", ...changed };
    if (/^a(ll)?$/i.test(said)) return { allow: "run", ...changed };
    if (!/^e(dit)?$/i.test(said)) return { allow: "no" };
    words = (await edited(terminal, words, signal)) ?? words;
  }
}

/** The person writes in place of a model: in their editor, or line by line where they have set none. */
export async function writeAtTerminal(
  terminal: Terminal,
  ask: Ask,
  prompt: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (editorOf(terminal.env) === undefined) return writeLines(terminal, ask, prompt, signal);
  const asked = `\n\n${SCISSORS}\nWrite the answer above; an empty one refuses. Everything from here on is cut off.\n\n${prompt}\n-->\n`;
  const text = await edited(terminal, asked, signal);
  return text?.split(SCISSORS)[0]?.trim();
}

async function edited(terminal: Terminal, text: string, signal: AbortSignal): Promise<string | undefined> {
  const editor = editorOf(terminal.env);
  if (editor === undefined) {
    terminal.err("Set VISUAL or EDITOR to edit it.\n");
    return undefined;
  }
  const done = await editText(text, { editor, env: terminal.env, signal });
  if (done.ok) return done.value;
  terminal.err(`${terminal.errStyle.bad("hewto:")} ${done.fault.message} ${done.fault.remedy}\n`);
  return undefined;
}

async function writeLines(
  terminal: Terminal,
  ask: Ask,
  prompt: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  terminal.err(
    `\n${quoteAgent(prompt)}\n\nWrite the answer; end it with a line that holds only a full stop.\n`,
  );
  const lines: string[] = [];
  for (;;) {
    const line = await ask("> ", signal);
    if (line === undefined) return undefined;
    if (line === ".") return lines.join("\n");
    lines.push(line);
  }
}
