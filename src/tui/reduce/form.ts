import { readAnswer } from "../../client/answers/form.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import type { Answer } from "../state/events.ts";
import { editLine, insertText, type LineInput, lineInput } from "../state/line-input.ts";
import type { Modal, State } from "../state/model.ts";
import { type Change, clamp, popModal, replaceModal, to } from "./change.ts";

type Form = Extract<Modal, { kind: "form" }>;

/** An agent's questions, one field after another. Enter goes to the next field; on the last one it sends. */
export function formKey(state: State, form: Form, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return respond(state, form, { kind: "cancel" });
  if (action === "input-decline") return respond(state, form, { kind: "no" });
  if (action === "input-submit") return submit(state, form);
  if (action === "input-next" || action === "input-previous")
    return to(step(state, form, action === "input-next" ? 1 : -1));
  const current = form.fields[form.index];
  const input = current && editLine(current.input, key);
  return to(input ? withInput(state, form, input) : state);
}

export function pasteIntoForm(state: State, form: Form, text: string): State {
  const current = form.fields[form.index];
  return current ? withInput(state, form, insertText(current.input, text)) : state;
}

/** Down and up step through the choices of a field, or between fields without choices. */
function step(state: State, form: Form, by: 1 | -1): State {
  const current = form.fields[form.index];
  if (current?.field.kind !== "choice" || current.field.choices.length === 0) {
    const index = clamp(form.index + by, 0, Math.max(0, form.fields.length - 1));
    return replaceModal(state, { ...form, index, problem: "" });
  }
  const { choices } = current.field;
  const at = choices.findIndex(({ value, title }) => [value, title].includes(current.input.text));
  const next = choices[(at + by + choices.length) % choices.length] ?? choices[0];
  return next ? withInput(state, form, lineInput(next.title)) : state;
}

function submit(state: State, form: Form): Change {
  const current = form.fields[form.index];
  const answer = current && readAnswer(current.field, current.input.text);
  if (answer && "problem" in answer) return to(replaceModal(state, { ...form, problem: answer.problem }));
  if (form.index + 1 < form.fields.length)
    return to(replaceModal(state, { ...form, index: form.index + 1, problem: "" }));
  const values: Record<string, unknown> = {};
  for (const [index, { field, input }] of form.fields.entries()) {
    const answer = readAnswer(field, input.text);
    if ("problem" in answer) return to(replaceModal(state, { ...form, index, problem: answer.problem }));
    if (answer.value !== undefined) values[field.name] = answer.value;
  }
  return respond(state, form, { kind: "values", values });
}

function respond(state: State, { questionId }: Form, answer: Answer): Change {
  return to(popModal(state), { do: "answer", questionId, answer });
}

function withInput(state: State, form: Form, input: LineInput): State {
  const fields = form.fields.map((each, index) => (index === form.index ? { ...each, input } : each));
  return replaceModal(state, { ...form, fields, problem: "" });
}
