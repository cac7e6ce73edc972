import { expect, test } from "vitest";
import { fault } from "../../kernel/fault.ts";
import { fail } from "../../kernel/result.ts";
import type { Answer, Event } from "../state/events.ts";
import { openUserDialogs } from "./user-dialogs.ts";

const notCalled = async () => fail(fault("internal_error", "not called", ""));
const external = { edit: notCalled, shell: notCalled, write: notCalled };

/** What the run gets from a form that the user answers like this. */
async function filled(answer: Answer) {
  const dialogs = openUserDialogs((event: Event) => {
    if (event.type === "question") queueMicrotask(() => dialogs.answer(event.id, answer));
  });
  const person = dialogs.personFor("x", external);
  return person.fill("Which one?", [], new AbortController().signal);
}

test("a form that is closed is cancelled, one that is refused is declined, and one that is sent has values", async () => {
  expect(await filled({ kind: "cancel" })).toBe("cancel");
  expect(await filled({ kind: "no" })).toBe("decline");
  expect(await filled({ kind: "values", values: { a: "b" } })).toEqual({ a: "b" });
});

test("a form whose run has ended is cancelled, and its dialog closes", async () => {
  const events: string[] = [];
  const abort = new AbortController();
  const person = openUserDialogs((event) => void events.push(event.type)).personFor("x", external);
  const answer = person.fill("Which one?", [], abort.signal);
  abort.abort();
  expect(await answer).toBe("cancel");
  expect(events).toEqual(["question", "question-withdrawn"]);
});
