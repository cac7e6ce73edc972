/** Where a key has a meaning. `main` is everywhere except the editor and dialogs. */
export const keyContexts = {
  main: "Everywhere except the editor and dialogs",
  list: "In the list of specs and work",
  worktrees: "In the list of worktrees",
  document: "In the document",
  tasks: "In a document with tasks",
  finding: "After a search in the document",
  output: "In the output",
  menu: "In dialogs and help",
  "run-menu": "In the run menu",
  confirm: "In yes-or-no questions",
  approve: "In permission requests",
  card: "In error messages",
  conflict: "When a file changed on disk",
  leave: "When leaving the editor with unsaved text",
  input: "While typing in a text field",
  editor: "In the editor",
} as const;
export type KeyContext = keyof typeof keyContexts;

/** The keys of one action in one context. */
export interface KeyBinding {
  readonly action: string;
  readonly context: KeyContext;
  readonly keys: readonly string[];
  /** More keys, while `ui.vim_navigation` is on. */
  readonly vim?: readonly string[];
  /** One or two words for the footer. */
  readonly label: string;
  /** What it does, for help and docs. */
  readonly help: string;
  /** Its rank in the footer; actions without a rank are only in the help. */
  readonly footer?: number;
}

export function inContext<const B extends Omit<KeyBinding, "context">>(
  context: KeyContext,
  bindings: readonly B[],
): (B & { readonly context: KeyContext })[] {
  return bindings.map((binding) => ({ ...binding, context }));
}
