import { expect, test } from "vitest";
import {
  copiedText,
  cut,
  insert,
  isDirty,
  moveLines,
  moveTo,
  openText,
  redo,
  removeAfter,
  removeBefore,
  selectAll,
  textOf,
  undo,
} from "./editor.ts";

const file = { root: "/", path: "a.md" };
const open = (text: string) => openText(file, text, "absent");

// covers spec-tui: crlf, last-newline
test("unedited lines are saved unchanged: line endings, a missing last newline, a byte order mark", () => {
  for (const text of ["", "a", "a\n", "a\r\nb\nc\r", "\ufeffx\r\n\r\n"])
    expect(textOf(open(text))).toBe(text);
  const edited = insert(moveTo(open("a\r\nb\r\nc"), { line: 1, col: 1 }, false), "!\nnew");
  expect(textOf(edited)).toBe("a\r\nb!\r\nnew\r\nc");
  const mixed = insert(moveTo(open("a\r\nb\nc\n"), { line: 0, col: 1 }, false), "!\nnew");
  expect(textOf(mixed)).toBe("a!\r\nnew\r\nb\nc\n");
});

// covers spec-tui: undo-and-redo
test("undo removes a word at a time, redo restores it, and undoing everything makes the text clean", () => {
  let editor = open("x\n");
  for (const char of "one two") editor = insert(editor, char);
  expect(textOf(editor)).toBe("one twox\n");
  expect(isDirty(editor)).toBe(true);
  editor = undo(editor);
  expect(textOf(editor)).toBe("one x\n");
  editor = undo(undo(editor));
  expect(textOf(editor)).toBe("x\n");
  expect(isDirty(editor)).toBe(false);
  expect(textOf(redo(redo(redo(editor))))).toBe("one twox\n");
});

// covers spec-tui: editing, clipboard
test("cut, copy and paste work on a line and on a selection of several lines", () => {
  const editor = open("one\ntwo\nthree\n");
  expect(copiedText(editor)).toBe("one\n");
  expect(textOf(cut(editor))).toBe("two\nthree\n");
  const selected = moveTo(moveTo(editor, { line: 0, col: 1 }, false), { line: 2, col: 2 }, true);
  expect(copiedText(selected)).toBe("ne\ntwo\nth");
  expect(textOf(cut(selected))).toBe("oree\n");
  expect(textOf(insert(selected, "-"))).toBe("o-ree\n");
  expect(textOf(removeBefore(selectAll(editor)))).toBe("");
  expect(textOf(cut(moveTo(open("a\nb"), { line: 1, col: 0 }, false)))).toBe("a\n");
});

// covers spec-tui: ten-thousand-lines
test("the caret moves by whole characters, and ten thousand lines can be edited", () => {
  const family = open("👨‍👩‍👧x");
  expect(textOf(removeAfter(family))).toBe("x");
  expect(textOf(removeBefore(moveTo(open("a\nb"), { line: 1, col: 0 }, false)))).toBe("ab");
  const long = open("line\n".repeat(10_000));
  const end = insert(moveLines(long, 9_999, false), "!");
  expect(textOf(end).endsWith("!line\n")).toBe(true);
});
