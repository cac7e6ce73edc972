import { expect, test } from "vitest";
import {
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
  taken,
  textOf,
  undo,
} from "./editor.ts";

const place = { root: "/", path: "a.md" };
const open = (text: string) => openText(place, text, "absent");

// covers spec-tui: crlf, last-newline
test("what is not edited is written back as it was: endings, the missing last newline, a byte order mark", () => {
  for (const text of ["", "a", "a\n", "a\r\nb\nc\r", "\ufeffx\r\n\r\n"])
    expect(textOf(open(text))).toBe(text);
  const edited = insert(moveTo(open("a\r\nb\r\nc"), { line: 1, col: 1 }, false), "!\nnew");
  expect(textOf(edited)).toBe("a\r\nb!\r\nnew\r\nc");
  const mixed = insert(moveTo(open("a\r\nb\nc\n"), { line: 0, col: 1 }, false), "!\nnew");
  expect(textOf(mixed)).toBe("a!\r\nnew\r\nb\nc\n");
});

// covers spec-tui: undo-and-redo
test("undo takes a word at a time, redo brings it back, and a saved text is clean again", () => {
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
test("cut, copy and paste of a line and of a selection over lines", () => {
  const editor = open("one\ntwo\nthree\n");
  expect(taken(editor)).toBe("one\n");
  expect(textOf(cut(editor))).toBe("two\nthree\n");
  const selected = moveTo(moveTo(editor, { line: 0, col: 1 }, false), { line: 2, col: 2 }, true);
  expect(taken(selected)).toBe("ne\ntwo\nth");
  expect(textOf(cut(selected))).toBe("oree\n");
  expect(textOf(insert(selected, "-"))).toBe("o-ree\n");
  expect(textOf(removeBefore(selectAll(editor)))).toBe("");
  expect(textOf(cut(moveTo(open("a\nb"), { line: 1, col: 0 }, false)))).toBe("a\n");
});

// covers spec-tui: ten-thousand-lines
test("the caret steps over whole characters, and ten thousand lines are no trouble", () => {
  const family = open("👨‍👩‍👧x");
  expect(textOf(removeAfter(family))).toBe("x");
  expect(textOf(removeBefore(moveTo(open("a\nb"), { line: 1, col: 0 }, false)))).toBe("ab");
  const long = open("line\n".repeat(10_000));
  const end = insert(moveLines(long, 9_999, false), "!");
  expect(textOf(end).endsWith("!line\n")).toBe(true);
});
