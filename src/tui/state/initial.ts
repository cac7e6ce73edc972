import type { Keymap } from "../keys/keymap.ts";
import type { Size } from "../screen/grid.ts";
import type { State, UiSettings } from "./model.ts";

export interface Beginning {
  readonly size: Size;
  readonly keymap: Keymap;
  readonly ui: UiSettings;
  readonly project: State["project"];
  readonly now: number;
}

/** The app before anything was read. */
export function initialState({ size, keymap, ui, project, now }: Beginning): State {
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
    inner: {},
    pages: {},
    positions: {},
    editor: undefined,
    clipboard: "",
    runs: [],
    shownRun: undefined,
    outputOpen: false,
    modals: [],
    modalAt: 0,
    waiting: [],
    notices: [],
    nextId: 1,
    interruptedAt: undefined,
  };
}
