import { steps } from "../../workflow/phase.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import { openText } from "../state/editor.ts";
import type { Answer } from "../state/events.ts";
import { editLine, insertText } from "../state/line-input.ts";
import type { Modal, State } from "../state/model.ts";
import { paletteChoices } from "../state/palette.ts";
import { currentKey } from "../state/select.ts";
import { helpEnd } from "../view/help.ts";
import { approveMessage, cardMessage, messageEnd } from "../view/message.ts";
import { act, runStepKey } from "./actions.ts";
import { type Change, clamp, popModal, replaceModal, to, working } from "./change.ts";
import { closeEditor, save } from "./editor-keys.ts";
import { formKey, pasteIntoForm } from "./form.ts";
import { goToPane, selectFolder } from "./move.ts";
import { scrollToLine } from "./pages.ts";
import { closePrompt, previewPrompt, submitPrompt } from "./prompts.ts";
import { askForStep } from "./runs.ts";

type Of<K extends Modal["kind"]> = Extract<Modal, { kind: K }>;

/** A key for the dialog on top. */
export function modalKey(state: State, modal: Modal, key: Key, action: ActionName | undefined): Change {
  switch (modal.kind) {
    case "help":
      return scrolled(state, modal, action, 10) ?? closeOn(state, action);
    case "run-menu":
      return runMenuKey(state, modal, action);
    case "prompt":
      return promptKey(state, modal, key, action);
    case "confirm":
      return confirmKey(state, modal, action);
    case "palette":
      return paletteKey(state, modal, key, action);
    case "search":
      return searchKey(state, modal, key, action);
    case "approve":
      return approveKey(state, modal, action);
    case "form":
      return formKey(state, modal, key, action);
    case "card":
      return cardKey(state, modal, action);
    case "conflict":
      return conflictKey(state, modal, action);
    case "leave":
      return leaveKey(state, action);
  }
}

export function pasteIntoModal(state: State, modal: Modal, text: string): Change {
  if (modal.kind === "form") return to(pasteIntoForm(state, modal, text));
  if (modal.kind === "palette")
    return to(replaceModal(state, { ...modal, input: insertText(modal.input, text) }));
  if (modal.kind === "search")
    return to(replaceModal(state, { ...modal, input: insertText(modal.input, text) }));
  if (modal.kind !== "prompt") return to(state);
  const next = { ...modal, input: insertText(modal.input, text) };
  return to(previewPrompt(replaceModal(state, next), next));
}

function scrolled(
  state: State,
  modal: Of<"help" | "approve" | "card">,
  action: ActionName | undefined,
  page: number,
): Change | undefined {
  const by = action && menuRows(page)[action];
  if (by === undefined) return undefined;
  return to(replaceModal(state, { ...modal, top: clamp(modal.top + by, 0, endOf(state, modal)) }));
}

function endOf(state: State, modal: Of<"help" | "approve" | "card">): number {
  if (modal.kind === "help") return helpEnd(state);
  return messageEnd(state, modal.kind === "approve" ? approveMessage(modal) : cardMessage(state, modal));
}

function menuRows(page: number): Partial<Record<ActionName, number>> {
  return { "menu-down": 1, "menu-up": -1, "menu-page-down": page, "menu-page-up": -page };
}

const inputRows: Partial<Record<ActionName, number>> = {
  "input-next": 1,
  "input-previous": -1,
  "input-page-down": 10,
  "input-page-up": -10,
};

function closeOn(state: State, action: ActionName | undefined): Change {
  return action === "menu-close" || action === "menu-accept" ? to(popModal(state)) : to(state);
}

function runMenuKey(state: State, modal: Of<"run-menu">, action: ActionName | undefined): Change {
  if (action === "menu-down" || action === "menu-up") {
    const cursor = clamp(modal.cursor + (action === "menu-down" ? 1 : -1), 0, steps.length - 1);
    return to(replaceModal(state, { ...modal, cursor }));
  }
  const chosen = steps[modal.cursor];
  if (action === "menu-accept" && chosen) return askForStep(popModal(state), modal.folder, chosen);
  const started = action && runStepKey(popModal(state), modal.folder, action);
  return started ?? closeOn(state, action);
}

function promptKey(state: State, modal: Of<"prompt">, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return closePrompt(state, modal);
  if (action === "input-submit") return submitPrompt(state, modal);
  if (action === "input-option" && modal.option) {
    const option = { ...modal.option, on: !modal.option.on };
    return to(replaceModal(state, { ...modal, option }));
  }
  const input = editLine(modal.input, key);
  if (!input) return to(state);
  const next = { ...modal, input };
  return to(previewPrompt(replaceModal(state, next), next));
}

function confirmKey(state: State, { purpose }: Of<"confirm">, action: ActionName | undefined): Change {
  if (action === "confirm-no" || action === "menu-close") return to(popModal(state));
  if (action !== "confirm-yes") return to(state);
  const closed = popModal(state);
  if (purpose.kind === "quit") return to(closed, { do: "quit" });
  if (purpose.kind === "delete")
    return working(closed, "Deleting the worktree…", { do: "remove-tree", path: purpose.path, force: false });
  const { folder, from, to: target } = purpose;
  return working(closed, `Copying ${folder}…`, { do: "copy-spec", folder, from, to: target });
}

function paletteKey(state: State, modal: Of<"palette">, key: Key, action: ActionName | undefined): Change {
  const choices = paletteChoices(state, modal.input.text);
  if (action === "input-close") return to(popModal(state));
  if (action === "input-next" || action === "input-previous") {
    const cursor = clamp(
      modal.cursor + (action === "input-next" ? 1 : -1),
      0,
      Math.max(0, choices.length - 1),
    );
    return to(replaceModal(state, { ...modal, cursor }));
  }
  if (action === "input-submit") {
    const means = choices[modal.cursor]?.means;
    const closed = popModal(state);
    if (means?.kind === "action") return act(closed, means.entry.action);
    if (means?.kind === "spec") return selectFolder(goToPane(closed, "specs"), means.folder);
    return means
      ? to(scrollToLine(goToPane(closed, "document"), currentKey(closed), means.line))
      : to(closed);
  }
  const input = editLine(modal.input, key);
  return input ? to(replaceModal(state, { ...modal, input, cursor: 0 })) : to(state);
}

/** Enter searches; once the answer is there and nothing else was typed, Enter opens the selected hit. */
function searchKey(state: State, modal: Of<"search">, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return to(popModal(state));
  if (action === "input-index" && modal.state === "idle")
    return to(replaceModal(state, { ...modal, state: "indexing", note: "Building the index…" }), {
      do: "index",
    });
  const jump = action && inputRows[action];
  if (jump !== undefined) {
    const cursor = clamp(modal.cursor + jump, 0, Math.max(0, modal.hits.length - 1));
    return to(replaceModal(state, { ...modal, cursor }));
  }
  const query = modal.input.text.trim();
  if (action === "input-submit") {
    const hit = modal.hits[modal.cursor];
    if (query === modal.asked && hit)
      return to(popModal(state), { do: "open-found", path: hit.path, line: hit.line });
    if (query === "" || modal.state !== "idle") return to(state);
    return to(replaceModal(state, { ...modal, state: "searching", note: "Searching…" }), {
      do: "search",
      query,
    });
  }
  const input = editLine(modal.input, key);
  return input ? to(replaceModal(state, { ...modal, input })) : to(state);
}

function approveKey(state: State, modal: Of<"approve">, action: ActionName | undefined): Change {
  const answer = (given: Answer) =>
    to(popModal(state), { do: "answer", ask: modal.ask, answer: given } as const);
  if (action === "allow") return answer({ kind: "yes", forRun: false });
  if (action === "allow-run" && modal.offers.forRun) return answer({ kind: "yes", forRun: true });
  if (action === "edit-words" && modal.offers.edit) return answer({ kind: "edit" });
  if (action === "deny" || action === "menu-close") return answer({ kind: "no" });
  return scrolled(state, modal, action, 10) ?? to(state);
}

function cardKey(state: State, modal: Of<"card">, action: ActionName | undefined): Change {
  if (action === "card-details") return to(replaceModal(state, { ...modal, open: !modal.open, top: 0 }));
  return scrolled(state, modal, action, 10) ?? closeOn(state, action);
}

function conflictKey(state: State, modal: Of<"conflict">, action: ActionName | undefined): Change {
  const { editor } = state;
  const closed = popModal(state);
  if (!editor || action === "conflict-keep" || action === "menu-close") return to(closed);
  // Writing over it is a decision about exactly what was shown: should it change once more, it asks again.
  if (action === "conflict-overwrite") return save(closed, { ...editor, expect: modal.sha256 });
  if (action !== "conflict-reload") return to(state);
  return to({ ...closed, editor: openText(editor.place, modal.current, modal.sha256) });
}

function leaveKey(state: State, action: ActionName | undefined): Change {
  const closed = popModal(state);
  if (action === "menu-close") return to(closed);
  if (action === "leave-drop") return closeEditor(closed);
  if (action !== "leave-save" || !state.editor) return to(state);
  // The modal stays until the text is on disk; `saved` closes both.
  return save(state, state.editor);
}
