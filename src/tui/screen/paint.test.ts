import { expect, test } from "vitest";
import { Grid } from "./grid.ts";
import { paint } from "./paint.ts";
import { specOf, styleOf } from "./style.ts";

const options = { color: true, ascii: false, ambiguousIsWide: false };
const all = { x: 0, y: 0, cols: 20, rows: 2 };

function grid(text: string, style = 0): Grid {
  const grid = new Grid({ cols: 20, rows: 2 });
  grid.put(all, 0, 0, text, style);
  return grid;
}

test("only what changed is sent", () => {
  const sent = paint(grid("hello world"), grid("hello there"), options);
  expect(sent).toContain("\u001b[1;7H");
  expect(sent).toContain("there");
  expect(sent).not.toContain("hello");
  expect(paint(grid("same"), grid("same"), options)).toBe("");
});

test("after a character of uncertain width the cursor is positioned again and the row is drawn to its end", () => {
  const sent = paint(undefined, grid("a👨‍👩‍👧b"), options);
  expect(sent).toContain("👨‍👩‍👧\u001b[1;4Hb");
  // A terminal that draws the family wider has overwritten the text after it, though that text did not change.
  const again = paint(grid("a👨‍👩‍👧b"), grid("A👨‍👩‍👧b"), options);
  expect(again).toContain("\u001b[1;4Hb");
});

test("a character of uncertain width is not drawn in the last column, where the terminal would wrap", () => {
  const row = (text: string) => {
    const last = new Grid({ cols: 20, rows: 2 });
    last.put(all, 0, 0, text, 0);
    return paint(undefined, last, options);
  };
  expect(row(`${"x".repeat(17)}👍`)).toContain("👍");
  expect(row(`${"x".repeat(18)}👍`)).not.toContain("👍");
  // The width of a letter is certain.
  expect(row(`${"x".repeat(18)}日`)).toContain("日");
});

test("without color no style is sent; with ASCII only ASCII is sent", () => {
  const styled = grid("│ 日本", styleOf({ fg: "red", bold: true }));
  const sent = paint(undefined, styled, { color: false, ascii: true, ambiguousIsWide: false });
  expect(sent).toContain("? ????");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: styles are escape sequences
  expect(sent.replace("\u001b[0m\u001b[2J", "")).not.toMatch(/\u001b\[[\d;]*m/);
});

test("a style survives being packed into a number", () => {
  expect(specOf(styleOf({ fg: "cyan", bg: "gray", bold: true }))).toMatchObject({
    fg: "cyan",
    bg: "gray",
    bold: true,
    inverse: false,
  });
});
