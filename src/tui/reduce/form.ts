import { readAnswer } from "../../client/answers/form.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import type { Answer } from "../state/events.ts";
import { editLine, insertText, lineInput } from "../state/line-input.ts";
import type { Modal, State } from "../state/model.ts";
import { type Change, clamp, popModal, replaceModal, to } from "./change.ts";

type Form = Extract<Modal, { kind: "form" }>;

/** An agent's questions, one field after another. Enter goes on; on the last field it sends. */
export function formKey(state: State, form: Form, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return answer(state, form, { kind: "cancel" });
  if (action === "input-decline") return answer(state, form, { kind: "no" });
  if (action === "input-submit") return submit(state, form);
  if (action === "input-next" || action === "input-previous")
    return to(step(state, form, action === "input-next" ? 1 : -1));
  const field = form.fields[form.index];
  const input = form.inputs[form.index] ?? lineInput();
  const edited = editLine(input, key);
  return edited && field ? to(withInput(state, form, edited)) : to(state);
}

export function pasteIntoForm(state: State, form: Form, text: string): State {
  return withInput(state, form, insertText(form.inputs[form.index] ?? lineInput(), text));
}

/** Down and up go through the choices of a field, or to the next field where there are none. */
function step(state: State, form: Form, by: 1 | -1): State {
  const choices = form.fields[form.index]?.choices ?? [];
  if (form.fields[form.index]?.kind !== "choice" || choices.length === 0)
    return replaceModal(state, {
      ...form,
      index: clamp(form.index + by, 0, form.fields.length - 1),
      problem: "",
    });
  const at = choices.findIndex(({ value, title }) =>
    [value, title].includes(form.inputs[form.index]?.text ?? ""),
  );
  const next = choices[(at + by + choices.length) % choices.length] ?? choices[0];
  return next ? withInput(state, form, lineInput(next.title)) : state;
}

function submit(state: State, form: Form): Change {
  const field = form.fields[form.index];
  const read = field ? readAnswer(field, form.inputs[form.index]?.text ?? "") : { value: undefined };
  if ("problem" in read) return to(replaceModal(state, { ...form, problem: read.problem }));
  if (form.index + 1 < form.fields.length)
    return to(replaceModal(state, { ...form, index: form.index + 1, problem: "" }));
  const values: Record<string, unknown> = {};
  for (const [index, each] of form.fields.entries()) {
    const value = readAnswer(each, form.inputs[index]?.text ?? "");
    if ("problem" in value) return to(replaceModal(state, { ...form, index, problem: value.problem }));
    if (value.value !== undefined) values[each.name] = value.value;
  }
  return answer(state, form, { kind: "values", values });
}

function answer(state: State, { ask }: Form, given: Answer): Change {
  return to(popModal(state), { do: "answer", ask, answer: given });
}

function withInput(state: State, form: Form, input: ReturnType<typeof lineInput>): State {
  const inputs = form.fields.map((_, index) =>
    index === form.index ? input : (form.inputs[index] ?? lineInput()),
  );
  return replaceModal(state, { ...form, inputs, problem: "" });
}
