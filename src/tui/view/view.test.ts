import * as fc from "fast-check";
import { expect, test } from "vitest";
import { appWith, feature, page, TestApp, tree } from "../../../test/support/tui.ts";
import { widthOf } from "../screen/clusters.ts";
import type { Grid } from "../screen/grid.ts";
import { specOf } from "../screen/style.ts";

/** Every row has exactly as many columns as the screen. */
function expectFullRows(grid: Grid): void {
  for (let y = 0; y < grid.rows; y++) {
    const cells = grid.glyphs.slice(y * grid.cols, (y + 1) * grid.cols);
    const columns = cells.reduce(
      (sum, glyph, x) => sum + (glyph === "" ? 0 : cells[x + 1] === "" ? 2 : 1),
      0,
    );
    expect(columns).toBe(grid.cols);
    expect(cells.some((glyph) => /\p{Cc}/u.test(glyph))).toBe(false);
  }
}

const hostile = [
  "日本語の機能",
  "👨‍👩‍👧‍👦 family 🇩🇪 flag ⚠️ ✔️ 1️⃣",
  "combining é̂ a̐ and zero\u200bwidth",
  "عربي ונכתב",
  "\u001b[2J\u001b]0;x\u0007\u009b31m\u202e",
  "tab\there",
  "a".repeat(500),
];

// covers spec-tui: height-zero, wide-and-combining-text
test("for any size and any text, borders are straight, nothing leaves the screen, and no cell has a control character", () => {
  const lines = hostile.map((line) => line);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 210 }),
      fc.integer({ min: 0, max: 62 }),
      fc.constantFrom("", "?", "r", "n", ":", "s", "/", "\r", "W", "z"),
      (cols, rows, key) => {
        const folders = hostile.map((text, index) =>
          feature(`00${index}-${text.replace(/\p{Cc}/gu, "")}`, { phase: "implement" }),
        );
        const app = appWith(folders, { size: { cols, rows } });
        const content = page("", { lines: lines.map((line) => line.replace(/[\p{Cc}\u202e]/gu, "?")) });
        app.send({ type: "page", key: `${app.state.selected}:spec`, page: content });
        app.send({
          type: "trees",
          rows: [tree("/project", { main: true }), tree("/project/.worktrees/日本-👨‍👩‍👧")],
        });
        app.type(key);
        const grid = app.screen();
        expect([grid.cols, grid.rows]).toEqual([cols, rows]);
        expectFullRows(grid);
      },
    ),
    { numRuns: 150 },
  );
});

// covers spec-tui: sizes
test("there are three layouts, and a message for windows that are too small", () => {
  const rows = [feature("001-a"), feature("002-b")];
  const at = (cols: number, rows_: number) => appWith(rows, { size: { cols, rows: rows_ } }).text();
  expect(at(200, 60)).toMatch(/┌ Specs and work ─+┐┌/);
  expect(at(80, 24)).toMatch(/└[─ \d of]+┘\n┌ 001-a/);
  expect(at(45, 12)).toContain("Specs and work 1/3");
  expect(at(40, 10)).toMatch(/┌ Specs and work 1\/3[\s\S]*> ◐ 001-a plan[\s\S]*\? help {2}q quit/);
  expect(at(39, 12)).toContain("need 40x10");
  expect(at(20, 5)).toContain("too small");
  expect(at(1, 1)).toBe("t");
});

// covers spec-tui: overview, worktree-states
test("a row is `<folder> <phase> [done/total]`, with worktree, sync and running marks as far as they fit", () => {
  const row = feature("003-user-auth", {
    phase: "implement",
    tasks: { completed: 12, total: 30 },
    directory: "/project/.worktrees/003-user-auth/specs/003-user-auth",
  });
  const app = appWith([row]);
  const status = { modified: 1, staged: 0, untracked: 0, ahead: 2, behind: 1 };
  app.send({
    type: "trees",
    rows: [tree("/project", { main: true }), tree("/project/.worktrees/003-user-auth", { status })],
  });
  expect(app.text()).toContain("> ● 003-user-auth implement [12/30] ⎇*");
  app.send({ type: "resize", cols: 200, rows: 40 });
  expect(app.text()).toContain("> ● 003-user-auth implement [12/30] ⎇* ↑2↓1");
  app.send({ type: "resize", cols: 40, rows: 12 });
  expect(app.text()).toContain("003-user-auth implement [12/30]");
});

// covers spec-tui: workflow-steps, prerequisites, missing-prerequisites, file-appears-in-the-menu
test("the run menu says why a step cannot run, and updates while it is open", () => {
  const app = appWith([feature("001-a", { phase: "specify" })]);
  app.type("r");
  expect(app.text()).toContain("p plan      needs spec.md: run specify first");
  app.send({ type: "rows", list: "project", rows: [feature("001-a", { phase: "plan" })] });
  expect(app.text()).toMatch(/p plan +next/);
  app.type("p");
  expect(app.takeEffects()).toContainEqual(expect.objectContaining({ do: "start-run" }));
  expect(app.text()).toContain("plan · 001-a · running 0:00");
});

// covers spec-tui: loading-and-progress, live-output
test("the output shows progress and messages, and timeouts and failures with the next step and details", () => {
  const app = appWith([feature("001-a")]);
  app.type("r", "p");
  const id = app.state.currentRunId ?? 0;
  const progress = { progress: 50, total: 100, fraction: 0.5, message: "Analyzing\u001b[2J requirements" };
  app.now += 42_000;
  app.send({
    type: "run-output",
    id,
    running: true,
    progress,
    lines: [{ stream: "err", text: "10%\r100%" }],
  });
  expect(app.text()).toContain("plan · 001-a · running 0:42 · 50 % Analyzing requirements");
  expect(app.text()).toMatch(/█+░+ 50 % Analyzing requirements/);
  expect(app.text()).toContain("100%");
  const report = (more: { progress: number; total?: number; fraction?: number }) => {
    app.send({ type: "run-output", id, running: true, progress: { message: "Reading", ...more }, lines: [] });
    return app.text();
  };
  expect(report({ progress: 3, total: 8, fraction: 3 / 8 })).toContain("running 0:42 · 3/8 Reading");
  expect(report({ progress: 7 })).toContain("running 0:42 · 7 Reading");
  const error = { message: "It broke.", hint: "Fix it.", retryable: true, lastWords: ["oh no"] };
  app.send({ type: "run-ended", id, state: "tool-failed", error, log: "/x.log", changes: [] });
  expect(app.text()).toContain("plan · 001-a · failed 0:42");
  expect(app.text()).toMatch(/✗ It broke\.[\s\S]*→ Fix it\.[\s\S]*R retry · d details/);
  expect(app.type("d").text()).toMatch(/agent: oh no[\s\S]*log: \/x\.log/);
  app.type("R");
  const again = app.state.currentRunId ?? 0;
  app.send({ type: "run-ended", id: again, state: "timed-out", error, log: "", changes: [] });
  expect(app.text()).toContain("plan · 001-a · timed out");
});

test("a line of five megabytes and twelve thousand lines are shown as far as they fit", () => {
  const app = appWith([feature("001-a")]);
  app.type("r", "p");
  const id = app.state.currentRunId ?? 0;
  const lines = Array.from({ length: 12_000 }, (_, index) => ({
    stream: "out" as const,
    text: `line ${index}`,
  }));
  app.send({
    type: "run-output",
    id,
    running: true,
    progress: undefined,
    lines: [...lines, { stream: "out", text: "x".repeat(5_000_000) }],
  });
  expect(app.state.runs[0]?.lines.length).toBeLessThanOrEqual(10_000);
  expect(app.text()).toContain("xxxx");
  expect(app.type("4", "k", "k").text()).toContain("2 below");
});

// covers spec-tui: loading-and-progress
test("the footer shows the keys that do something now, and help has every key", () => {
  const app = appWith([feature("001-a")]);
  expect(app.text()).toMatch(/\? help {2}q quit {2}Enter open {2}r run \(plan next\)/);
  expect(app.text()).not.toContain("c cancel");
  app.type("r", "p");
  expect(app.text().split("\n").at(-1)).toMatch(/^ c cancel/);
  app.type("?");
  expect(app.text()).toContain("Everywhere except the editor");
  expect(new TestApp().text()).toContain("Loading specs…");
  expect(widthOf("日本")).toBe(4);
});

// covers spec-tui: wide-character-at-the-edge
test("a wide character that does not fit in the last column becomes a space, and the border stays", () => {
  for (let cols = 60; cols < 66; cols++) {
    const app = appWith([feature("001-a")], { size: { cols, rows: 20 } });
    const lines = [
      `${"x".repeat(cols - 8)}日本日本日本`,
      "日".repeat(60),
      "👨‍👩‍👧".repeat(60),
      "⚠️".repeat(60),
    ];
    app.send({ type: "page", key: "001-a:spec", page: page("", { lines }) });
    const grid = app.screen();
    expectFullRows(grid);
    for (let y = 6; y < 17; y++) expect(grid.glyphs[y * cols + cols - 1]).toBe("│");
  }
});

// covers spec-tui: markdown-highlighting, scrolling
test("Markdown is highlighted, and the page scrolls by line, half page, page and to its ends", () => {
  const text = ["# Head", "plain **strong** `code` [NEEDS CLARIFICATION: what?]", "- [x] done", "> quoted"];
  const filler = Array.from({ length: 100 }, (_, index) => `line ${index}`);
  const app = appWith([feature("001-a")]);
  app.send({ type: "page", key: "001-a:spec", page: page("", { lines: [...text, ...filler] }) });
  app.type("\r");
  const grid = app.screen();
  const styleAt = (word: string) => {
    const y = Array.from({ length: grid.rows }, (_, row) => grid.rowText(row)).findIndex((row) =>
      row.includes(word),
    );
    return specOf(grid.styles[y * grid.cols + grid.rowText(y).indexOf(word)] ?? 0);
  };
  expect(styleAt("# Head")).toMatchObject({ fg: "cyan", bold: true });
  expect(styleAt("strong")).toMatchObject({ bold: true });
  expect(styleAt("`code`")).toMatchObject({ fg: "green" });
  expect(styleAt("[NEEDS")).toMatchObject({ fg: "red" });
  expect(styleAt("- [x]")).toMatchObject({ fg: "green" });
  expect(styleAt("> quoted")).toMatchObject({ italic: true });
  const top = () => app.state.positions["001-a:spec"]?.top ?? 0;
  const tops = ["j", "\u0004", "f", "G", "b", "\u0015", "k", "g"].map((key) => {
    app.type(key);
    return top();
  });
  expect(tops[0]).toBe(1);
  expect(tops.slice(0, 4)).toEqual([...tops.slice(0, 4)].sort((a, b) => a - b));
  expect(tops.slice(3)).toEqual([...tops.slice(3)].sort((a, b) => b - a));
  expect(tops.at(-1)).toBe(0);
});
