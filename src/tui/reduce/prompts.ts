import type { Modal, State } from "../state/model.ts";
import { shownFeatures } from "../state/select.ts";
import { andThen, type Change, notify, popModal, to, working } from "./change.ts";
import { selectFolder } from "./move.ts";
import { stepMatch } from "./pages.ts";
import { startRun } from "./runs.ts";

type Prompt = Extract<Modal, { kind: "prompt" }>;

/** What happens with a line that was typed and accepted. */
export function submitPrompt(state: State, { purpose, input, option }: Prompt): Change {
  const text = input.text.trim();
  const closed = popModal(state);
  switch (purpose.kind) {
    case "filter":
      return selectShown(closed);
    case "find":
      return to(stepMatch({ ...closed, find: text }, 1));
    case "new-spec":
      if (text === "") return notify(state, "Say in a sentence what the feature is for.");
      return working(closed, "Making the spec…", {
        do: "new-feature",
        description: text,
        worktree: option?.on === true,
      });
    case "describe":
      if (text === "") return notify(state, "Say what it is for, or press Esc.");
      return runFor(closed, purpose.folder, "specify", { feature_description: text });
    case "question":
      if (text === "") return notify(state, "Type the question, or press Esc.");
      return runFor(closed, purpose.folder, "clarify", { questions: [text] });
    case "force-delete":
      if (text !== purpose.branch)
        return notify(state, `That is not ${purpose.branch}; nothing was deleted.`, true);
      return working(closed, "Deleting the worktree…", {
        do: "remove-tree",
        path: purpose.path,
        force: true,
      });
  }
}

/** A filter and a search work while they are typed. */
export function previewPrompt(state: State, { purpose, input }: Prompt): State {
  if (purpose.kind === "filter") return { ...state, filter: input.text.trim() };
  return purpose.kind === "find" ? { ...state, find: input.text } : state;
}

/** Esc takes back what a filter or a search had changed while it was typed. */
export function closePrompt(state: State, { purpose }: Prompt): Change {
  const closed = popModal(state);
  if (purpose.kind === "filter") return selectShown({ ...closed, filter: "" });
  return to(purpose.kind === "find" ? { ...closed, find: "" } : closed);
}

function runFor(
  state: State,
  folder: string,
  step: "specify" | "clarify",
  args: Readonly<Record<string, unknown>>,
): Change {
  const feature = state.features.find((each) => each.folder === folder);
  return feature
    ? startRun(state, feature, step, args)
    : notify(state, `${folder} is not there any more.`, true);
}

/** The selected spec is one that the filter shows. */
function selectShown(state: State): Change {
  const rows = shownFeatures(state);
  if (rows.some(({ folder }) => folder === state.selected) || rows[0] === undefined) return to(state);
  const { folder } = rows[0];
  return andThen(to(state), (next) => selectFolder(next, folder));
}
