import type { Person } from "../../client/answers/person.ts";
import { openLoopback } from "../../client/auth/callback-server.ts";
import type { Answer, Event, Question } from "../state/events.ts";
import type { External } from "./external.ts";

export type Dispatch = (event: Event) => void;

/** The person behind the dialogs. */
export interface Desk {
  /** The person as one run meets them; its name stands above the questions. */
  readonly personFor: (run: string, external: External) => Person;
  readonly answer: (ask: number, answer: Answer) => void;
}

/** Turns questions into dialogs and answers back into values. A withdrawn question leaves the screen. */
export function openDesk(dispatch: Dispatch): Desk {
  const waiting = new Map<number, (answer: Answer) => void>();
  let next = 1;
  const ask = (question: Question, signal: AbortSignal) =>
    new Promise<Answer>((resolve) => {
      if (signal.aborted) return resolve({ kind: "cancel" });
      const id = next++;
      const withdraw = () => {
        if (!waiting.delete(id)) return;
        dispatch({ type: "withdraw", ask: id });
        resolve({ kind: "cancel" });
      };
      waiting.set(id, (answer) => {
        signal.removeEventListener("abort", withdraw);
        resolve(answer);
      });
      signal.addEventListener("abort", withdraw, { once: true });
      dispatch({ type: "ask", ask: id, question });
    });
  return {
    personFor: (run, external) => personFor(run, external, ask, dispatch),
    answer: (id, answer) => {
      const resolve = waiting.get(id);
      waiting.delete(id);
      resolve?.(answer);
    },
  };
}

type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** Below this line nothing counts, as in a commit message. */
const SCISSORS = "<!-- ------------------------ >8 ------------------------";

function personFor(run: string, external: External, ask: Ask, dispatch: Dispatch): Person {
  const edited = async (text: string, signal: AbortSignal) => {
    const done = await external.write(text, signal);
    if (done.ok) return done.value;
    dispatch({ type: "notice", text: done.fault.message, bad: true });
    return undefined;
  };
  return {
    isThere: true,
    approve: async (what, signal) => {
      const offers = { forRun: false, edit: false };
      const answer = await ask({ kind: "approve", title: run, text: what, offers }, signal);
      return answer.kind === "yes";
    },
    permit: async (what, signal) => {
      const offers = { forRun: true, edit: false };
      const answer = await ask({ kind: "approve", title: run, text: what, offers }, signal);
      return answer.kind !== "yes" ? "no" : answer.forRun ? "run" : "once";
    },
    review: async ({ model, system = "", prompt }, signal) => {
      let words = prompt;
      for (;;) {
        const text = `${system}\n\n${words}`.trim();
        const title = `The agent asks ${model} for a text`;
        const offers = { forRun: true, edit: true };
        const answer = await ask({ kind: "approve", title, text, offers }, signal);
        const changed = words === prompt ? {} : { prompt: words };
        if (answer.kind === "yes") return { allow: answer.forRun ? "run" : "once", ...changed };
        if (answer.kind !== "edit") return { allow: "no" };
        words = (await edited(words, signal)) ?? words;
      }
    },
    fill: async (message, fields, signal) => {
      const answer = await ask({ kind: "form", message, fields }, signal);
      if (answer.kind === "values") return { ...answer.values };
      return answer.kind === "no" ? "decline" : "cancel";
    },
    write: async (prompt, signal) => {
      const rest = `${SCISSORS}\nWrite the answer above; an empty one refuses.\n\n${prompt}\n-->\n`;
      return (await edited(`\n\n${rest}`, signal))?.split(SCISSORS)[0]?.trim();
    },
    browse: () =>
      openLoopback((page) => {
        const title = "The agent wants to know who you are";
        const card = { title, message: "Open this page in a browser:", hint: page.href, details: "" };
        dispatch({ type: "card", card });
      }),
  };
}
