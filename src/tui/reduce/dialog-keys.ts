import { steps } from "../../workflow/phase.ts";
import type { ActionName } from "../keys/bindings.ts";
import type { Key } from "../keys/key.ts";
import { approveMessage, cardMessage, confirmMessage, maxHelpTop, maxMessageTop } from "../layout/dialogs.ts";
import { openText } from "../state/editor.ts";
import type { Answer } from "../state/events.ts";
import { editLine, insertText } from "../state/line-input.ts";
import type { ConfirmPurpose, Modal, OperationCall, State } from "../state/model.ts";
import { type PaletteChoice, paletteChoices } from "../state/palette.ts";
import { currentKey } from "../state/select.ts";
import { act, runStepKey } from "./actions.ts";
import {
  andThen,
  type Change,
  clamp,
  notifyAndStart,
  popModal,
  pushModal,
  replaceModal,
  to,
} from "./change.ts";
import { closeEditor, save } from "./editor-keys.ts";
import { formKey, pasteIntoForm } from "./form.ts";
import { goToPane, selectRow } from "./move.ts";
import { scrollToLine } from "./pages.ts";
import { closePrompt, previewPrompt, submitPrompt } from "./prompts.ts";
import { askForStep } from "./runs.ts";
import { showList, stepFormat } from "./work.ts";

type ModalOf<K extends Modal["kind"]> = Extract<Modal, { kind: K }>;

/** Handles a key in the top dialog. */
export function modalKey(state: State, modal: Modal, key: Key, action: ActionName | undefined): Change {
  switch (modal.kind) {
    case "help":
      return scrollDialog(state, modal, action, 10) ?? closeOnAction(state, action);
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

function scrollDialog(
  state: State,
  modal: ModalOf<"help" | "approve" | "card" | "confirm">,
  action: ActionName | undefined,
  page: number,
): Change | undefined {
  const by = action && menuSteps(page)[action];
  if (by === undefined) return undefined;
  return to(replaceModal(state, { ...modal, top: clamp(modal.top + by, 0, maxTop(state, modal)) }));
}

function maxTop(state: State, modal: ModalOf<"help" | "approve" | "card" | "confirm">): number {
  switch (modal.kind) {
    case "help":
      return maxHelpTop(state);
    case "approve":
      return maxMessageTop(state, approveMessage(modal));
    case "card":
      return maxMessageTop(state, cardMessage(state, modal));
    case "confirm":
      return maxMessageTop(state, confirmMessage(modal));
  }
}

function menuSteps(page: number): Partial<Record<ActionName, number>> {
  return { "menu-down": 1, "menu-up": -1, "menu-page-down": page, "menu-page-up": -page };
}

const inputSteps: Partial<Record<ActionName, number>> = {
  "input-next": 1,
  "input-previous": -1,
  "input-page-down": 10,
  "input-page-up": -10,
};

function closeOnAction(state: State, action: ActionName | undefined): Change {
  return action === "menu-close" || action === "menu-accept" ? to(popModal(state)) : to(state);
}

function runMenuKey(state: State, modal: ModalOf<"run-menu">, action: ActionName | undefined): Change {
  if (action === "menu-down" || action === "menu-up") {
    const cursor = clamp(modal.cursor + (action === "menu-down" ? 1 : -1), 0, steps.length - 1);
    return to(replaceModal(state, { ...modal, cursor }));
  }
  const chosen = steps[modal.cursor];
  if (action === "menu-accept" && chosen) return askForStep(popModal(state), modal.row, chosen);
  const started = action && runStepKey(popModal(state), modal.row, action);
  return started ?? closeOnAction(state, action);
}

function promptKey(state: State, modal: ModalOf<"prompt">, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return closePrompt(state, modal);
  if (action === "input-submit") return submitPrompt(state, modal);
  if (action === "input-option" && modal.option) {
    const option = { ...modal.option, on: !modal.option.on };
    return to(replaceModal(state, { ...modal, option }));
  }
  if (modal.purpose.kind === "new-work" && (action === "input-next" || action === "input-previous"))
    return to(replaceModal(state, stepFormat(state, modal, action === "input-next" ? 1 : -1)));
  const input = editLine(modal.input, key);
  if (!input) return to(state);
  const next = { ...modal, input };
  return to(previewPrompt(replaceModal(state, next), next));
}

function confirmKey(state: State, modal: ModalOf<"confirm">, action: ActionName | undefined): Change {
  if (action === "confirm-no" || action === "menu-close") return to(popModal(state));
  const isRead = modal.purpose.kind === "read";
  if (isRead && action === "menu-accept") return to(popModal(state));
  if (action !== "confirm-yes" || isRead) return scrollDialog(state, modal, action, 10) ?? to(state);
  return confirmed(popModal(state), modal.purpose);
}

function confirmed(state: State, purpose: ConfirmPurpose): Change {
  switch (purpose.kind) {
    case "quit":
      return to(state, { do: "quit" });
    case "delete":
      return notifyAndStart(state, "Deleting the worktree…", {
        do: "remove-tree",
        path: purpose.path,
        force: false,
      });
    case "copy-spec": {
      const { folder, from, to: target } = purpose;
      return notifyAndStart(state, `Copying ${folder}…`, { do: "copy-spec", folder, from, to: target });
    }
    case "fix":
      return to(state, { do: "fix", id: purpose.id, write: true });
    case "archive": {
      const { id, allowOpenTasks } = purpose;
      return notifyAndStart(state, `Archiving ${id}…`, { do: "archive-now", id, allowOpenTasks });
    }
    case "undo":
      return notifyAndStart(state, `Undoing the archive of ${purpose.id}…`, { do: "undo", id: purpose.id });
    case "operation":
      return to(state, { do: "run-operation", call: purpose.call, writes: true });
    case "read":
      return to(state);
  }
}

function paletteKey(
  state: State,
  modal: ModalOf<"palette">,
  key: Key,
  action: ActionName | undefined,
): Change {
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
    const target = choices[modal.cursor]?.target;
    const closed = popModal(state);
    return target === undefined ? to(closed) : runChoice(closed, target);
  }
  const input = editLine(modal.input, key);
  return input ? to(replaceModal(state, { ...modal, input, cursor: 0 })) : to(state);
}

function runChoice(state: State, target: PaletteChoice["target"]): Change {
  switch (target.kind) {
    case "action":
      return act(state, target.action);
    case "step":
      return askForStep(state, state.selected, target.step);
    case "operation": {
      const { call, entry } = target;
      if (!entry.writes)
        return notifyAndStart(state, `${entry.words}…`, { do: "run-operation", call, writes: false });
      const lines = [`hewto ${entry.words} ${argumentsText(call)}`.trim(), entry.summary];
      const purpose = { kind: "operation", call } as const;
      return to(pushModal(state, { kind: "confirm", purpose, title: "This writes. Run it?", lines, top: 0 }));
    }
    case "row":
      return andThen(showList(state, "project"), (next) => selectRow(goToPane(next, "list"), target.row));
    case "line":
      return to(scrollToLine(goToPane(state, "document"), currentKey(state), target.line));
  }
}

function argumentsText({ args }: OperationCall): string {
  return Object.values(args).map(String).join(" ");
}

/** Enter searches. With the results of the typed query on the screen, Enter opens the selected one. */
function searchKey(state: State, modal: ModalOf<"search">, key: Key, action: ActionName | undefined): Change {
  if (action === "input-close") return to(popModal(state));
  if (action === "input-index" && modal.state === "idle")
    return to(replaceModal(state, { ...modal, state: "indexing", note: "Building the index…" }), {
      do: "index",
    });
  const jump = action && inputSteps[action];
  if (jump !== undefined) {
    const cursor = clamp(modal.cursor + jump, 0, Math.max(0, modal.hits.length - 1));
    return to(replaceModal(state, { ...modal, cursor }));
  }
  const query = modal.input.text.trim();
  if (action === "input-submit") {
    const hit = modal.hits[modal.cursor];
    if (query === modal.lastQuery && hit)
      return to(popModal(state), { do: "open-hit", path: hit.path, line: hit.line });
    if (query === "" || modal.state !== "idle") return to(state);
    return to(replaceModal(state, { ...modal, state: "searching", note: "Searching…" }), {
      do: "search",
      query,
    });
  }
  const input = editLine(modal.input, key);
  return input ? to(replaceModal(state, { ...modal, input })) : to(state);
}

function approveKey(state: State, modal: ModalOf<"approve">, action: ActionName | undefined): Change {
  const respond = (answer: Answer) =>
    to(popModal(state), { do: "answer", questionId: modal.questionId, answer });
  if (action === "allow") return respond({ kind: "yes", forRun: false });
  if (action === "allow-run" && modal.offers.forRun) return respond({ kind: "yes", forRun: true });
  if (action === "edit-words" && modal.offers.edit) return respond({ kind: "edit" });
  if (action === "deny" || action === "menu-close") return respond({ kind: "no" });
  return scrollDialog(state, modal, action, 10) ?? to(state);
}

function cardKey(state: State, modal: ModalOf<"card">, action: ActionName | undefined): Change {
  if (action === "card-details") return to(replaceModal(state, { ...modal, open: !modal.open, top: 0 }));
  return scrollDialog(state, modal, action, 10) ?? closeOnAction(state, action);
}

function conflictKey(state: State, modal: ModalOf<"conflict">, action: ActionName | undefined): Change {
  const { editor } = state;
  const closed = popModal(state);
  if (!editor || action === "conflict-keep" || action === "menu-close") return to(closed);
  // The user decided about the text on the screen: if the file changes once more, the dialog opens again.
  if (action === "conflict-overwrite") return save(closed, { ...editor, expect: modal.sha256 });
  if (action !== "conflict-reload") return to(state);
  return to({ ...closed, editor: openText(editor.file, modal.current, modal.sha256) });
}

function leaveKey(state: State, action: ActionName | undefined): Change {
  const closed = popModal(state);
  if (action === "menu-close") return to(closed);
  if (action === "leave-drop") return closeEditor(closed);
  if (action !== "leave-save" || !state.editor) return to(state);
  // The dialog stays open until the text is on disk; the event `saved` closes it and the editor.
  return save(state, state.editor);
}
