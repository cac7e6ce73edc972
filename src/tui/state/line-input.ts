import type { Key } from "../keys/key.ts";
import { boundaries } from "../screen/clusters.ts";

/** One line that is being typed. The cursor stands between characters as people see them. */
export interface LineInput {
  readonly text: string;
  /** In UTF-16 units, always at a boundary. */
  readonly cursor: number;
}

const MOST_CHARS = 20_000;

export function lineInput(text = ""): LineInput {
  return { text, cursor: text.length };
}

export function insertText({ text, cursor }: LineInput, added: string): LineInput {
  const clean = added.replace(/\p{Cc}+/gu, " ").slice(0, Math.max(0, MOST_CHARS - text.length));
  return { text: text.slice(0, cursor) + clean + text.slice(cursor), cursor: cursor + clean.length };
}

/** What an editing key does to a line; undefined when it is none. */
export function editLine(input: LineInput, key: Key): LineInput | undefined {
  const { text, cursor } = input;
  const places = boundaries(text);
  const before = places.findLast((place) => place < cursor) ?? 0;
  const after = places.find((place) => place > cursor) ?? text.length;
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
  const kept = text.slice(0, cursor).replace(/\S*\s*$/, "");
  return { text: kept + text.slice(cursor), cursor: kept.length };
}
