import type { Keymap } from "../keys/keymap.ts";
import type { Size } from "../screen/grid.ts";
import type { State, UiSettings } from "./model.ts";

export interface InitialOptions {
  readonly size: Size;
  readonly keymap: Keymap;
  readonly ui: UiSettings;
  readonly project: State["project"];
  readonly now: number;
}

/** The state before anything is loaded. */
export function initialState({ size, keymap, ui, project, now }: InitialOptions): State {
  return {
    now,
    size,
    keymap,
    ui,
    project,
    activeRoot: project.root,
    agent: { kind: "unknown" },
    list: "project",
    lists: { project: [], skills: [], findings: [], archive: [] },
    status: undefined,
    details: {},
    operations: undefined,
    lastArchived: undefined,
    descriptions: {},
    trees: [],
    treeSizes: {},
    loaded: { lists: {}, trees: false },
    pane: "list",
    zoom: false,
    selected: "",
    lastSelected: {},
    treeCursor: 0,
    filter: "",
    find: "",
    tab: "spec",
    openItems: {},
    pages: {},
    positions: {},
    editor: undefined,
    clipboard: "",
    runs: [],
    currentRunId: undefined,
    outputOpen: false,
    modals: [],
    modalOpenedAt: 0,
    queuedModals: [],
    notices: [],
    nextId: 1,
    interruptedAt: undefined,
  };
}
