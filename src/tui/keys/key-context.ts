/** Where a key means something. Inner places come before outer ones; `main` is all but editor and dialogs. */
export const places = {
  main: "Everywhere but in the editor and in dialogs",
  specs: "In the list of specs",
  worktrees: "In the list of worktrees",
  document: "In the document",
  tasks: "In a document with tasks",
  finding: "After a search in the document",
  output: "In the output",
  menu: "In dialogs and help",
  "run-menu": "In the run menu",
  confirm: "When asked for a yes",
  approve: "When an agent or a project asks for leave",
  card: "On an error card",
  conflict: "When a file changed on disk",
  leave: "When leaving the editor with unsaved text",
  input: "While typing in a line",
  editor: "In the editor",
} as const;
export type Place = keyof typeof places;

/** One action with its keys in one place. */
export interface Entry {
  readonly action: string;
  readonly place: Place;
  readonly keys: readonly string[];
  /** Further keys, unless `ui.vim_navigation` is off. */
  readonly vim?: readonly string[];
  /** One or two words for the footer. */
  readonly label: string;
  /** What it does, for help and docs. */
  readonly help: string;
  /** Its rank in the footer; without one it is only in the help. */
  readonly footer?: number;
}

/** The entries of one place, which is then said once. */
export function at<const E extends Omit<Entry, "place">>(
  place: Place,
  entries: readonly E[],
): (E & { readonly place: Place })[] {
  return entries.map((entry) => ({ ...entry, place }));
}
