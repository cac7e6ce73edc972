import { defaultKeys, makeKeymap } from "../../src/tui/keys/keymap.ts";
import { reduce } from "../../src/tui/reduce/reduce.ts";
import type { Grid } from "../../src/tui/screen/grid.ts";
import { paint } from "../../src/tui/screen/paint.ts";
import type { Event } from "../../src/tui/state/events.ts";
import { initialState } from "../../src/tui/state/initial.ts";
import { workTabs } from "../../src/tui/state/tabs.ts";
import { view } from "../../src/tui/view/view.ts";

/** Processor time of event, view and paint together: a list of 200, a document, an output that streams. */
export function measure(frames: number): { perFrame: number; bytes: number } {
  const ui = { ascii: false, motion: true, color: true, maxRuns: 1, idleLimitMs: 60_000, agent: "builtin" };
  const project = { root: "/p", name: "p", branch: "main", isRepository: true };
  const size = { cols: 120, rows: 40 };
  let state = initialState({ size, keymap: makeKeymap(defaultKeys), ui, project, now: 0 });
  const step = (event: Event, now: number) => {
    state = reduce(state, event, now).state;
  };
  const tasks = { completed: 3, total: 10 };
  const rows = Array.from({ length: 200 }, (_, index) => {
    const folder = `${String(index + 1).padStart(3, "0")}-feature-${index}`;
    return {
      key: folder,
      kind: "feature" as const,
      section: "Work in flight",
      label: "spec-kit feature",
      name: folder,
      title: "",
      locator: `specs/${folder}`,
      directory: `/p/specs/${folder}`,
      phase: "implement" as const,
      tasks,
      marks: [],
    };
  });
  step({ type: "rows", list: "project", rows }, 0);
  const files = workTabs("feature", { root: "/p", path: "specs/x" }, ["spec.md", "tasks.md"]);
  step({ type: "detail", row: rows[0]?.key ?? "", tabs: files }, 0);
  const lines = Array.from(
    { length: 400 },
    (_, index) => `- [ ] T${index} **strong** and \`code\` of a line ${index}`,
  );
  const place = { root: "/p", path: "spec.md" };
  step(
    {
      type: "page",
      key: `${rows[0]?.key}:spec`,
      page: { kind: "text", file: place, lines, markdown: true, tasks: [], notes: [] },
    },
    0,
  );
  step({ type: "key", key: { name: "r", text: "r" } }, 0);
  step({ type: "key", key: { name: "i", text: "i" } }, 0);
  const id = state.currentRunId ?? 0;
  let shown: Grid | undefined;
  let bytes = 0;
  const run = (count: number, from: number) => {
    for (let frame = 0; frame < count; frame++) {
      const now = (from + frame) * 33;
      const progress = { progress: frame, total: count, fraction: frame / count, message: `step ${frame}` };
      step(
        {
          type: "run-output",
          id,
          running: true,
          progress,
          lines: [{ stream: "out", text: `line ${frame} of the output` }],
        },
        now,
      );
      const grid = view(state);
      bytes += paint(shown, grid, { color: true, ascii: false, ambiguousIsWide: false }).length;
      shown = grid;
    }
  };
  run(100, 0);
  bytes = 0;
  const before = process.cpuUsage();
  run(frames, 100);
  const { user, system } = process.cpuUsage(before);
  return { perFrame: (user + system) / 1000 / frames, bytes: bytes / frames };
}
