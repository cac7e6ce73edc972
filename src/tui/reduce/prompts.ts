import type { Modal, State } from "../state/model.ts";
import { rowWithKey, visibleRows } from "../state/select.ts";
import { andThen, type Change, notify, notifyAndStart, popModal, to } from "./change.ts";
import { selectRow } from "./move.ts";
import { stepMatch } from "./pages.ts";
import { startRun } from "./runs.ts";

type Prompt = Extract<Modal, { kind: "prompt" }>;

/** Acts on an accepted prompt. */
export function submitPrompt(state: State, { purpose, input, option }: Prompt): Change {
  const text = input.text.trim();
  const closed = popModal(state);
  switch (purpose.kind) {
    case "filter":
      return selectVisible(closed);
    case "find":
      return to(stepMatch({ ...closed, find: text }, 1));
    case "new-work": {
      const format = purpose.formats[purpose.index] ?? "feature";
      if (text === "") return notify(state, "Describe it in one sentence.");
      return notifyAndStart(closed, format === "feature" ? "Creating the spec…" : `Creating the ${format}…`, {
        do: "new-work",
        format,
        description: text,
        worktree: option?.on === true,
      });
    }
    case "describe":
      if (text === "") return notify(state, "Type a description, or press Esc.");
      return runFor(closed, purpose.row, "specify", { feature_description: text });
    case "question":
      if (text === "") return notify(state, "Type a question, or press Esc.");
      return runFor(closed, purpose.row, "clarify", { questions: [text] });
    case "force-delete":
      if (text !== purpose.branch)
        return notify(state, `That is not ${purpose.branch}; nothing was deleted.`, true);
      return notifyAndStart(closed, "Deleting the worktree…", {
        do: "remove-tree",
        path: purpose.path,
        force: true,
      });
  }
}

/** Filters and searches while the user types. */
export function previewPrompt(state: State, { purpose, input }: Prompt): State {
  if (purpose.kind === "filter") return { ...state, filter: input.text.trim() };
  return purpose.kind === "find" ? { ...state, find: input.text } : state;
}

/** Closes the prompt; clears a filter or a search. */
export function closePrompt(state: State, { purpose }: Prompt): Change {
  const closed = popModal(state);
  if (purpose.kind === "filter") return selectVisible({ ...closed, filter: "" });
  return to(purpose.kind === "find" ? { ...closed, find: "" } : closed);
}

function runFor(
  state: State,
  key: string,
  step: "specify" | "clarify",
  args: Readonly<Record<string, unknown>>,
): Change {
  const row = rowWithKey(state, key);
  return row ? startRun(state, row, step, args) : notify(state, "It no longer exists.", true);
}

/** Selects the first visible row when the filter hides the selected one. */
function selectVisible(state: State): Change {
  const rows = visibleRows(state);
  if (rows.some(({ key }) => key === state.selected) || rows[0] === undefined) return to(state);
  const { key } = rows[0];
  return andThen(to(state), (next) => selectRow(next, key));
}
