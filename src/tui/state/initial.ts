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
    features: [],
    descriptions: {},
    trees: [],
    treeSizes: {},
    loaded: { features: false, trees: false },
    pane: "specs",
    zoom: false,
    selected: "",
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
