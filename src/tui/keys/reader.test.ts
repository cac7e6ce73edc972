import * as fc from "fast-check";
import { expect, test } from "vitest";
import { KeyReader } from "./reader.ts";

/** The names of the keys in these pieces; a paste is its text in quotes. */
function read(...pieces: readonly (string | Uint8Array)[]): string[] {
  const reader = new KeyReader();
  const inputs = pieces.flatMap((piece) => reader.push(Buffer.from(piece)));
  return [...inputs, ...reader.flush()].map((input) =>
    input.kind === "key" ? input.key.name : JSON.stringify(input.text),
  );
}

// covers spec-tui: alt-keys
test("keys of xterm, rxvt, the Linux console, kitty and modifyOtherKeys are recognized", () => {
  expect(read("\u001b[A\u001bOB\u001b[1;5C\u001b[15~\u001b[Z\u001b[3~")).toEqual([
    "up",
    "down",
    "ctrl-right",
    "f5",
    "shift-tab",
    "delete",
  ]);
  expect(read("\u001b[1~\u001b[7~\u001b[H\u001bOH\u001b[4~\u001b[F")).toEqual([
    "home",
    "home",
    "home",
    "home",
    "end",
    "end",
  ]);
  expect(read("\u001b[[E")).toEqual(["f5"]);
  expect(read("\u001b[106u\u001b[99;5u\u001b[27u\u001b[106;1:3u")).toEqual(["j", "ctrl-c", "esc"]);
  expect(read("\u001b[27;5;105~\u001b[27;2;71~")).toEqual(["ctrl-i", "G"]);
  expect(read("jG \r\t\u0003\u001a\u007f")).toEqual([
    "j",
    "G",
    "space",
    "enter",
    "tab",
    "ctrl-c",
    "ctrl-z",
    "backspace",
  ]);
  expect(read("\u001bx")).toEqual(["alt-x"]);
});

// covers spec-tui: split-escape-sequences
test("a lone Esc, an arrow in two pieces, Esc and then a key, and two Escs are distinguished", () => {
  expect(read("\u001b")).toEqual(["esc"]);
  expect(read("\u001b", "[B")).toEqual(["down"]);
  expect(read("\u001b[", "1;", "2", "A")).toEqual(["shift-up"]);
  expect(read("\u001b", "q")).toEqual(["esc", "q"]);
  expect(read("\u001b\u001b")).toEqual(["esc", "esc"]);
  expect(read("\u001b\u0013")).toEqual(["esc", "ctrl-s"]);
});

// covers spec-tui: unknown-sequences
test("unknown sequences, mouse and focus reports are ignored", () => {
  expect(read("\u001b[I\u001b[O\u001b[<0;3;4M\u001b[M !!\u001b[?1;2cj")).toEqual(["j"]);
});

// covers spec-tui: plain-paste
test("a paste is one input, in however many pieces it arrives, with its line breaks normalized", () => {
  expect(read("a\u001b[200~one\r\ntwo\u001b[A\u001b[201~b")).toEqual(["a", '"one\\ntwo\\u001b[A"', "b"]);
  expect(read("\u001b[20", "0~x", "y\u001b[2", "01~z")).toEqual(['"xy"', "z"]);
  const long = "line of text\r".repeat(800);
  expect(read(long)).toEqual([JSON.stringify(long.replaceAll("\r", "\n"))]);
});

test("bytes in any pieces give whole characters, and nothing is left over", () => {
  const text = "aé日👨‍👩‍👧ñ😀z";
  fc.assert(
    fc.property(fc.array(fc.nat(Buffer.byteLength(text)), { maxLength: 6 }), (cuts) => {
      const bytes = Buffer.from(text);
      const bounds = [0, ...cuts.sort((a, b) => a - b), bytes.length];
      const pieces = bounds.slice(1).map((end, index) => bytes.subarray(bounds[index], end));
      expect(read(...pieces).join("")).toBe(text);
    }),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const reader = new KeyReader();
      reader.push(bytes);
      reader.flush();
      reader.push(Buffer.from("\u001b[201~"));
      expect(reader.push(Buffer.from("j")).length).toBeGreaterThan(0);
    }),
  );
});
