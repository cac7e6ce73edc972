import { openLoopback } from "../../client/loopback.ts";
import type { Person } from "../../client/person.ts";
import type { Answer, Event, Question } from "../state/events.ts";

export type Dispatch = (event: Event) => void;

/** The person behind the dialogs. */
export interface Desk {
  /** A person for one run: what is allowed for the run is remembered for its length. */
  readonly personFor: (run: string, write: Person["write"]) => Person;
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
    personFor: (run, write) => personFor(run, write, ask, dispatch),
    answer: (id, answer) => {
      const resolve = waiting.get(id);
      waiting.delete(id);
      resolve?.(answer);
    },
  };
}

type Ask = (question: Question, signal: AbortSignal) => Promise<Answer>;

function personFor(run: string, write: Person["write"], ask: Ask, dispatch: Dispatch): Person {
  let allowsAll = false;
  return {
    isThere: true,
    approve: async (what, signal) => {
      if (allowsAll) return true;
      const answer = await ask({ kind: "approve", title: run, text: what, forRun: true }, signal);
      if (answer.kind !== "yes") return false;
      allowsAll = answer.forRun;
      return true;
    },
    fill: async (message, fields, signal) => {
      const answer = await ask({ kind: "form", message, fields }, signal);
      if (answer.kind === "values") return { ...answer.values };
      return answer.kind === "no" ? "decline" : "cancel";
    },
    write,
    browse: () =>
      openLoopback((page) => {
        const card = {
          title: "The agent wants to know who you are",
          message: "Open this page in a browser:",
          hint: page.href,
          details: "",
        };
        dispatch({ type: "card", card });
      }),
  };
}
