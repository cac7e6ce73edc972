import type { Person } from "../../client/answers/person.ts";
import { openCallbackServer } from "../../client/auth/callback-server.ts";
import type { Answer, Event, Question } from "../state/events.ts";
import type { External } from "./external.ts";

export type Dispatch = (event: Event) => void;

/** Asks the user through dialogs. */
export interface UserDialogs {
  /** The user as a run sees them; `title` is above the questions of the run. */
  readonly personFor: (title: string, external: External) => Person;
  readonly answer: (questionId: number, answer: Answer) => void;
}

/** Turns questions into dialogs and answers back into values. A withdrawn question closes its dialog. */
export function openUserDialogs(dispatch: Dispatch): UserDialogs {
  const pending = new Map<number, (answer: Answer) => void>();
  let nextId = 1;
  const ask = (question: Question, signal: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      if (signal.aborted) return resolve({ kind: "cancel" });
      const id = nextId++;
      const withdraw = () => {
        if (!pending.delete(id)) return;
        dispatch({ type: "question-withdrawn", id });
        resolve({ kind: "cancel" });
      };
      pending.set(id, (answer) => {
        signal.removeEventListener("abort", withdraw);
        resolve(answer);
      });
      signal.addEventListener("abort", withdraw, { once: true });
      dispatch({ type: "question", id, question });
    });
  return {
    personFor: (title, external) => personFor(title, external, ask, dispatch),
    answer: (questionId, answer) => {
      const resolve = pending.get(questionId);
      pending.delete(questionId);
      resolve?.(answer);
    },
  };
}

type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** Everything below this line is ignored, as in a commit message. */
const SCISSORS = "<!-- ------------------------ >8 ------------------------";

function personFor(title: string, external: External, ask: Ask, dispatch: Dispatch): Person {
  const edit = async (text: string, signal: AbortSignal) => {
    const edited = await external.write(text, signal);
    if (edited.ok) return edited.value;
    dispatch({ type: "notice", text: edited.fault.message, bad: true });
    return undefined;
  };
  return {
    isPresent: true,
    approve: async (text, signal) => {
      const offers = { forRun: false, edit: false };
      const answer = await ask({ kind: "approve", title, text, offers }, signal);
      return answer.kind === "yes";
    },
    permit: async (text, signal) => {
      const offers = { forRun: true, edit: false };
      const answer = await ask({ kind: "approve", title, text, offers }, signal);
      return answer.kind !== "yes" ? "no" : answer.forRun ? "run" : "once";
    },
    review: async ({ model, system = "", prompt: original }, signal) => {
      let prompt = original;
      for (;;) {
        const text = `${system}\n\n${prompt}`.trim();
        const offers = { forRun: true, edit: true };
        const question = {
          kind: "approve",
          title: `The agent sends a prompt to ${model}`,
          text,
          offers,
        } as const;
        const answer = await ask(question, signal);
        if (answer.kind === "yes")
          return {
            allow: answer.forRun ? "run" : "once",
            prompt: prompt === original ? undefined : prompt,
          };
        if (answer.kind !== "edit") return { allow: "no" };
        prompt = (await edit(prompt, signal)) ?? prompt;
      }
    },
    fill: async (message, fields, signal) => {
      const answer = await ask({ kind: "form", message, fields }, signal);
      if (answer.kind === "values") return { ...answer.values };
      return answer.kind === "no" ? "decline" : "cancel";
    },
    write: async (prompt, signal) => {
      const rest = `${SCISSORS}\nWrite the answer above this line. An empty answer declines.\n\n${prompt}\n-->\n`;
      return (await edit(`\n\n${rest}`, signal))?.split(SCISSORS)[0]?.trim();
    },
    browse: () =>
      openCallbackServer((page) => {
        const message = "Open this page in a browser:";
        const card = { title: "The agent needs you to sign in", message, hint: page.href, details: "" };
        dispatch({ type: "card", card });
      }),
  };
}
