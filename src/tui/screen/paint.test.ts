import { expect, test } from "vitest";
import { Grid } from "./grid.ts";
import { paint } from "./paint.ts";
import { lookOf, styleOf } from "./style.ts";

const options = { colour: true, ascii: false, ambiguousIsWide: false };
const all = { x: 0, y: 0, cols: 20, rows: 2 };

function grid(text: string, style = 0): Grid {
  const made = new Grid({ cols: 20, rows: 2 });
  made.put(all, 0, 0, text, style);
  return made;
}

test("only what changed is sent", () => {
  const sent = paint(grid("hello world"), grid("hello there"), options);
  expect(sent).toContain("\u001b[1;7H");
  expect(sent).toContain("there");
  expect(sent).not.toContain("hello");
  expect(paint(grid("same"), grid("same"), options)).toBe("");
});

test("after a character of doubtful width the cursor is placed anew and the row is drawn to its end", () => {
  const sent = paint(undefined, grid("a👨‍👩‍👧b"), options);
  expect(sent).toContain("👨‍👩‍👧\u001b[1;4Hb");
  // A terminal that draws the family wider has spoilt what follows, though it did not change.
  const again = paint(grid("a👨‍👩‍👧b"), grid("A👨‍👩‍👧b"), options);
  expect(again).toContain("\u001b[1;4Hb");
});

test("without colour no look is ever sent; in ASCII nothing else is", () => {
  const styled = grid("│ 日本", styleOf({ fg: "red", bold: true }));
  const sent = paint(undefined, styled, { colour: false, ascii: true, ambiguousIsWide: false });
  expect(sent).toContain("? ????");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: looks are escape sequences
  expect(sent.replace("\u001b[0m\u001b[2J", "")).not.toMatch(/\u001b\[[\d;]*m/);
});

test("a look survives its number", () => {
  expect(lookOf(styleOf({ fg: "cyan", bg: "grey", bold: true }))).toMatchObject({
    fg: "cyan",
    bg: "grey",
    bold: true,
    inverse: false,
  });
});
