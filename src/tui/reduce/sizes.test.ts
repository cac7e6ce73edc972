import * as fc from "fast-check";
import { expect, test } from "vitest";
import { appWith, feature, page, type TestApp } from "../../../test/support/tui.ts";

const numbered = Array.from({ length: 200 }, (_, index) => `line ${index + 1} ${"word ".repeat(index % 40)}`);
const opened = {
  type: "editor-opened",
  file: { root: "/project", path: "a.md" },
  text: `${numbered.join("\n")}\n`,
  sha256: "s",
} as const;

function reading(change: Parameters<typeof page>[1] = {}): TestApp {
  const app = appWith([feature("001-a")]);
  app.send({ type: "page", key: "001-a:spec", page: page("", { lines: numbered, ...change }) });
  return app.type("\r");
}

const sizes = fc.array(fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 60 })), {
  minLength: 50,
  maxLength: 50,
});

// covers spec-tui: size-storm
test("fifty resizes during a run: every screen has the right size and the last one shows everything", () => {
  fc.assert(
    fc.property(sizes, (storm) => {
      const app = reading().type("r", "p");
      const id = app.state.currentRunId ?? 0;
      for (const [turn, [cols, rows]] of storm.entries()) {
        const progress = { progress: turn, total: 50, fraction: turn / 50, message: `step ${turn}` };
        app.send({ type: "resize", cols, rows });
        app.send({ type: "run-output", id, running: true, progress, lines: [] });
        const grid = app.screen();
        expect([grid.cols, grid.rows]).toEqual([cols, rows]);
      }
      app.send({ type: "resize", cols: 120, rows: 36 });
      expect(app.text()).toContain("plan · 001-a · running 0:00 · 49/50 step 49");
      expect(app.text()).toContain("> ◐ 001-a plan ▶");
    }),
    { numRuns: 8 },
  );
});

// covers spec-tui: resize-in-the-editor
test("fifty resizes in the editor: the caret is always visible and no typed text is lost", () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 199 }), (storm, down) => {
      const app = appWith([feature("001-a")]).send(opened);
      app.type(...Array.from({ length: down }, () => "\u001b[B"));
      let typed = "";
      for (const [cols, rows] of storm) {
        app.send({ type: "resize", cols, rows });
        if (cols < 40 || rows < 10) continue;
        expect(app.screen().cursor).toBeDefined();
        app.type("x");
        typed += "x";
      }
      expect(app.state.editor?.lines[down]?.text).toBe(typed + numbered[down]);
    }),
    { numRuns: 8 },
  );
});

// covers spec-tui: resize-in-a-dialog
test("a dialog keeps its typed text while the window is too small", () => {
  const app = reading().type("n", "Dogs travel");
  app.send({ type: "resize", cols: 20, rows: 5 }).type("lost", "\r");
  app.send({ type: "resize", cols: 80, rows: 24 }).type(" free");
  expect(app.text()).toContain("> Dogs travel free");
  expect(app.takeEffects().some((effect) => effect.do === "new-work")).toBe(false);
});

test("resizing and zooming keep the position in the document and the selected task visible", () => {
  const app = reading();
  app.type(":", "101", "\r");
  const first = () => /(line \d+) /.exec(app.text().split("\n")[3] ?? "")?.[1];
  const before = app.state.positions["001-a:spec"]?.top;
  const line = first();
  app.send({ type: "resize", cols: 20, rows: 5 }, { type: "resize", cols: 60, rows: 20 });
  expect(app.state.positions["001-a:spec"]?.top).not.toBe(before);
  app.send({ type: "resize", cols: 120, rows: 36 });
  expect(first()).toBe(line);
  expect(app.type("z").text()).toContain(line);
  const tasks = numbered.map((text, index) => ({ line: index + 1, done: false, text }));
  const ticking = reading({ tasks });
  ticking.type(...Array.from({ length: 60 }, () => "j"));
  for (const [cols, rows] of [
    [60, 18],
    [200, 60],
    [45, 12],
  ] as const) {
    ticking.send({ type: "resize", cols, rows });
    expect(ticking.text()).toMatch(/> line 61 /);
  }
});

test.each([
  [20, 1, /^A run is active: q\s*$/],
  [20, 2, /^too small\s*\nA run is active: q\s*$/],
  [60, 3, /^terminal too small \(need 40x10, have 60x3\)\nA run is active: q again ends/],
])("at %i×%i a message is shown before the needed size, and a second line says why", (cols, rows, shown) => {
  const app = reading().type("r", "p").send({ type: "resize", cols, rows }).type("q");
  expect(app.text()).toMatch(shown);
});

test("without a message the needed size is shown as far as it fits", () => {
  expect(reading().send({ type: "resize", cols: 20, rows: 2 }).text()).toMatch(/^too small\s*\nneed 40x10/);
});

// covers spec-tui: sizes, unsaved-text
test("in a window that is too small, q must be pressed twice during a run, and unsaved text is not lost", () => {
  const small = { type: "resize", cols: 30, rows: 8 } as const;
  const app = reading().type("r", "p");
  app.send(small).takeEffects();
  app.type("q");
  expect(app.text()).toContain("A run is active: q again ends");
  expect(app.takeEffects().some((effect) => effect.do === "quit")).toBe(false);
  expect(app.type("q").takeEffects()).toEqual([{ do: "quit" }]);
  const editor = appWith([feature("001-a")])
    .send(opened)
    .type("mine ");
  editor.send(small).type("q", "\u0003", "\u0003", "q");
  expect(editor.text()).toContain("Text is not saved");
  expect(editor.takeEffects().some((effect) => effect.do === "quit")).toBe(false);
  editor.send({ type: "resize", cols: 120, rows: 36 }).type("\u0013");
  expect(editor.takeEffects()).toContainEqual(
    expect.objectContaining({ do: "save", text: `mine ${opened.text}` }),
  );
  const idle = reading().type("z");
  idle.send(small).takeEffects();
  expect(idle.type("q").takeEffects()).toEqual([{ do: "quit" }]);
});

test("scrolling past the end of help, a dialog or the output does not delay scrolling back", () => {
  const help = reading().type("?");
  help.type(...Array.from({ length: 30 }, () => " "));
  const end = help.text();
  expect(help.type("k").text()).not.toBe(end);
  const details = Array.from({ length: 100 }, (_, index) => `detail ${index}`).join("\n");
  const card = { title: "It broke", message: "So", hint: "", details };
  const broken = reading().send({ type: "card", card }).type("d");
  broken.type(...Array.from({ length: 30 }, () => " "));
  const last = broken.text();
  expect(last).toContain("detail 99");
  expect(broken.type("k").text()).not.toBe(last);
  const run = reading().type("r", "p");
  const lines = numbered.map((text) => ({ stream: "out" as const, text }));
  run.send({
    type: "run-output",
    id: run.state.currentRunId ?? 0,
    running: true,
    progress: undefined,
    lines,
  });
  run.type("4", "g");
  expect(run.text()).toMatch(/line 1 [\s\S]*line 3 word/);
  const top = run.text();
  expect(run.type("k").text()).toBe(top);
  expect(run.type("j").text()).not.toBe(top);
});
