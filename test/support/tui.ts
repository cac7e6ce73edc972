import { defaultKeys, makeKeymap } from "../../src/tui/keys/keymap.ts";
import { KeyReader } from "../../src/tui/keys/reader.ts";
import { reduce } from "../../src/tui/reduce/reduce.ts";
import type { Grid } from "../../src/tui/screen/grid.ts";
import type { Effect, Event } from "../../src/tui/state/events.ts";
import { initialState } from "../../src/tui/state/initial.ts";
import type { State, TextPage, TreeRow } from "../../src/tui/state/model.ts";
import type { Row } from "../../src/tui/state/rows.ts";
import { workTabs } from "../../src/tui/state/tabs.ts";
import { view } from "../../src/tui/view/view.ts";

/** The app without a terminal: keys and events in, cells and effects out. */
export class TestApp {
  state: State;
  /** The effects since the last `takeEffects()`. */
  effects: Effect[] = [];
  now = 1_000_000;
  readonly #reader = new KeyReader();

  constructor(change: Partial<State> = {}) {
    const ui = {
      ascii: false,
      motion: false,
      color: true,
      maxRuns: 1,
      idleLimitMs: 60_000,
      agent: "builtin",
    };
    const project = { root: "/project", name: "project", branch: "main", isRepository: true };
    const size = { cols: 120, rows: 36 };
    this.state = {
      ...initialState({ size, keymap: makeKeymap(defaultKeys), ui, project, now: this.now }),
      ...change,
    };
  }

  send(...events: readonly Event[]): this {
    for (const event of events) {
      const next = reduce(this.state, event, this.now);
      this.state = next.state;
      this.effects.push(...next.effects);
    }
    return this;
  }

  /** Types bytes as a terminal sends them; a lone Esc at the end is an Esc. */
  type(...texts: readonly string[]): this {
    for (const text of texts) {
      const inputs = [...this.#reader.push(Buffer.from(text)), ...this.#reader.flush()];
      for (const input of inputs)
        this.send(
          input.kind === "key" ? { type: "key", key: input.key } : { type: "paste", text: input.text },
        );
    }
    return this;
  }

  screen(): Grid {
    return view(this.state);
  }

  text(): string {
    return this.screen().text();
  }

  takeEffects(): Effect[] {
    const { effects } = this;
    this.effects = [];
    return effects;
  }
}

export function feature(name: string, change: Partial<Row> = {}): Row {
  return {
    key: name,
    kind: "feature",
    section: "Work in flight",
    label: "spec-kit feature",
    name,
    title: "",
    locator: `specs/${name}`,
    directory: `/project/specs/${name}`,
    phase: "plan",
    tasks: { completed: 0, total: 0 },
    marks: [],
    ...change,
  };
}

const documents = ["spec.md", "plan.md", "tasks.md", "research.md", "data-model.md", "checklists/a.md"];

export function tree(path: string, change: Partial<TreeRow> = {}): TreeRow {
  const status = { modified: 0, staged: 0, untracked: 0, ahead: 0, behind: 0 };
  const branch = path.split("/").at(-1);
  return {
    path,
    branch,
    main: false,
    detached: false,
    locked: undefined,
    prunable: undefined,
    status,
    ...change,
  };
}

export function page(text: string, change: Partial<TextPage> = {}): TextPage {
  const file = { root: "/project", path: "specs/x/spec.md" };
  return { kind: "text", file, lines: text.split("\n"), markdown: true, tasks: [], notes: [], ...change };
}

/** An app that lists these specs and shows the first one. */
export function appWith(rows: readonly Row[], change: Partial<State> = {}): TestApp {
  const app = new TestApp(change);
  app.send(
    { type: "rows", list: "project", rows },
    ...rows.map(({ key, locator }) => {
      const tabs = workTabs("feature", { root: "/project", path: locator }, documents);
      return { type: "detail", row: key, tabs } as const;
    }),
    { type: "trees", rows: [tree("/project", { main: true, branch: "main" })] },
  );
  app.takeEffects();
  return app;
}
