import { lineInput } from "../state/line-input.ts";
import type { Modal, NewFormat, State } from "../state/model.ts";
import { isWork, type ListName, type Row } from "../state/rows.ts";
import { selectedRow } from "../state/select.ts";
import { type Change, notify, notifyAndStart, pushModal, to } from "./change.ts";
import { loadCurrent, showTab } from "./pages.ts";

/** Shows another list; the selection of the one before is kept. */
export function showList(state: State, list: ListName): Change {
  if (list === state.list) return to({ ...state, pane: "list" });
  const lastSelected = { ...state.lastSelected, [state.list]: state.selected };
  const rows = state.lists[list];
  const last = lastSelected[list];
  const selected = rows.find(({ key }) => key === last)?.key ?? rows[0]?.key ?? "";
  const next: State = { ...state, list, lastSelected, selected, tab: "", pane: "list", filter: "", find: "" };
  return to(next, { do: "load-list", list }, ...loadCurrent(next));
}

/** Back to specs and work; undefined where they are shown already. */
export function closeList(state: State): Change | undefined {
  return state.list === "project" ? undefined : showList(state, "project");
}

export function validate(state: State): Change {
  const row = selectedRow(state);
  if (row?.kind !== "change" && row?.kind !== "spec")
    return notify(
      state,
      `Select a change or a spec to validate it; ${state.keymap.label("list-findings")} checks everything.`,
    );
  return notifyAndStart(state, `Validating ${row.name}…`, { do: "validate", row });
}

export function fix(state: State): Change {
  return withChange(state, "fixed", (row) => to(state, { do: "fix", id: row.name, write: false }));
}

export function showRedline(state: State): Change {
  return withChange(state, "previewed", () => showTab({ ...state, pane: "document" }, "redline"));
}

export function archive(state: State): Change {
  const row = selectedRow(state);
  if (!row) return notify(state, "Nothing is selected.");
  if (isWork(row)) return to(state, { do: "archive", row });
  return notify(state, "Only work in flight can be archived: select a change.");
}

/** Undoes the archive of the selected change, or the last one of this session. */
export function askToUndo(state: State): Change {
  const row = selectedRow(state);
  const id = row?.kind === "archived" ? row.name : state.lastArchived;
  if (id === undefined)
    return notify(
      state,
      `Nothing was archived in this session. Press ${state.keymap.label("list-archive")} for the archived changes.`,
    );
  return to(
    pushModal(state, {
      kind: "confirm",
      purpose: { kind: "undo", id },
      title: `Undo the archive of ${id}?`,
      lines: ["The specs become what they were before, and the change is in flight again."],
      top: 0,
    }),
  );
}

function withChange(state: State, verb: string, use: (row: Row) => Change): Change {
  const row = selectedRow(state);
  return row?.kind === "change" ? use(row) : notify(state, `Only a change can be ${verb}.`);
}

const formatTitles: Readonly<Record<NewFormat, string>> = {
  change: "New change (OpenSpec, Spec Oxide)",
  feature: "New spec (spec-kit feature)",
  specification: "New specification (SpecMan)",
};

const formatHints: Readonly<Record<NewFormat, string>> = {
  change: "Describe the change in one sentence.",
  feature: "Describe the feature in one sentence.",
  specification: "Name it in one or two words.",
};

/** Asks what to create; the formats that the repository has come first. */
export function askForNewWork(state: State): Change {
  return to(pushModal(state, newWorkPrompt(state, formatsOf(state), 0, lineInput())));
}

/** The next format, with the text that was typed so far. */
export function stepFormat(state: State, modal: Extract<Modal, { kind: "prompt" }>, by: 1 | -1): Modal {
  if (modal.purpose.kind !== "new-work") return modal;
  const { formats, index } = modal.purpose;
  const next = (index + by + formats.length) % formats.length;
  return newWorkPrompt(state, formats, next, modal.input);
}

function newWorkPrompt(
  state: State,
  formats: readonly NewFormat[],
  index: number,
  input: Extract<Modal, { kind: "prompt" }>["input"],
): Extract<Modal, { kind: "prompt" }> {
  const format = formats[index] ?? "feature";
  const canBranch = state.project.isRepository && format === "feature";
  return {
    kind: "prompt",
    purpose: { kind: "new-work", formats, index },
    title: formatTitles[format],
    hint: formatHints[format],
    input,
    option: canBranch ? { label: "on its own branch and worktree", on: true } : undefined,
  };
}

/** All formats, those of the repository first. Without any, a feature is first, as in `hewto run specify`. */
function formatsOf({ status, lists }: State): NewFormat[] {
  const kinds = new Set(lists.project.map(({ kind }) => kind));
  const formats = new Set(status?.formats);
  const hasChanges =
    kinds.has("change") || kinds.has("spec") || formats.has("openspec") || formats.has("spox");
  const hasFeatures = kinds.has("feature") || formats.has("spec-kit");
  const hasArtifacts = kinds.has("specification") || kinds.has("implementation") || formats.has("specman");
  const own: NewFormat[] = [
    ...(hasChanges ? (["change"] as const) : []),
    ...(hasFeatures ? (["feature"] as const) : []),
    ...(hasArtifacts ? (["specification"] as const) : []),
  ];
  return [...new Set<NewFormat>([...own, "feature", "change", "specification"])];
}
