import type { Key } from "../keys/key.ts";
import { boundaries } from "../screen/clusters.ts";

/** A text field of one line. */
export interface LineInput {
  readonly text: string;
  /** In UTF-16 units, always between grapheme clusters. */
  readonly cursor: number;
}

const maxChars = 20_000;

export function lineInput(text = ""): LineInput {
  return { text, cursor: text.length };
}

export function insertText({ text, cursor }: LineInput, added: string): LineInput {
  const clean = added.replace(/\p{Cc}+/gu, " ").slice(0, Math.max(0, maxChars - text.length));
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length };
}

/** Applies an editing key; undefined when the key does not edit. */
export function editLine(input: LineInput, key: Key): LineInput | undefined {
  const { text, cursor } = input;
  const stops = boundaries(text);
  const before = stops.findLast((stop) => stop < cursor) ?? 0;
  const after = stops.find((stop) => stop > cursor) ?? text.length;
  switch (key.name) {
    case "left":
    case "ctrl-b":
      return { text, cursor: before };
    case "right":
    case "ctrl-f":
      return { text, cursor: after };
    case "home":
    case "ctrl-a":
      return { text, cursor: 0 };
    case "end":
    case "ctrl-e":
      return { text, cursor: text.length };
    case "backspace":
      return { text: text.slice(0, before) + text.slice(cursor), cursor: before };
    case "delete":
    case "ctrl-d":
      return { text: text.slice(0, cursor) + text.slice(after), cursor };
    case "ctrl-u":
      return { text: text.slice(cursor), cursor: 0 };
    case "ctrl-k":
      return { text: text.slice(0, cursor), cursor };
    case "ctrl-w":
      return withoutWord(input);
    default:
      return key.text === "" ? undefined : insertText(input, key.text);
  }
}

function withoutWord({ text, cursor }: LineInput): LineInput {
  const before = text.slice(0, cursor).replace(/\S*\s*$/, "");
  return { text: before + text.slice(cursor), cursor: before.length };
}
