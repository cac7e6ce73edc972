import { type Key, modifiersOf, namedKey, textKey } from "./key.ts";

/** Final letters of CSI and SS3 sequences. */
const byLetter: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/** Numbers of `CSI n ~` sequences: those of xterm, rxvt and the Linux console. */
const byNumber: Readonly<Record<string, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pgup",
  6: "pgdn",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
};

/** The key of a complete CSI sequence; undefined for one that is not a key. */
export function csiKey(params: string, final: string): Key | undefined {
  const fields = params.split(";");
  const modifiers = modifiersOf(Number(fields[1]?.split(":")[0] ?? 1) || 1);
  if (final === "Z") return namedKey("tab", { ...modifiers, shift: true });
  if (final === "u") return codeKey(Number(fields[0]?.split(":")[0]), fields[1] ?? "1");
  // xterm's modifyOtherKeys: CSI 27 ; modifiers ; code ~
  if (final === "~" && fields[0] === "27") return codeKey(Number(fields[2]), fields[1] ?? "1");
  const name = final === "~" ? byNumber[fields[0] ?? ""] : byLetter[final];
  return name === undefined ? undefined : namedKey(name, modifiers);
}

/** The key of `ESC O x`. */
export function ss3Key(final: string): Key | undefined {
  if (final === "M") return namedKey("enter", modifiersOf(1));
  const name = byLetter[final];
  return name === undefined ? undefined : namedKey(name, modifiersOf(1));
}

/** The key of a single character, control characters included. */
export function charKey(char: string, alt = false): Key {
  const code = char.codePointAt(0) ?? 0;
  const plain = { ctrl: false, alt, shift: false };
  if (char === "\r" || char === "\n") return namedKey("enter", plain);
  if (char === "\t") return namedKey("tab", plain);
  if (char === "\u001b") return namedKey("esc", plain);
  if (char === "\u007f" || char === "\b") return namedKey("backspace", plain);
  if (code === 0) return namedKey("space", { ...plain, ctrl: true });
  if (code < 27) return namedKey(String.fromCharCode(code + 96), { ...plain, ctrl: true });
  if (code < 32) return namedKey(String.fromCharCode(code + 64).toLowerCase(), { ...plain, ctrl: true });
  return alt ? namedKey(char === " " ? "space" : char, plain) : textKey(char);
}

/** Kitty's protocol and modifyOtherKeys send a key as its code point. */
function codeKey(code: number, modifierField: string): Key | undefined {
  const [bits = "1", event = "1"] = modifierField.split(":");
  if (event === "3" || !Number.isInteger(code) || code < 1 || code > 0x10ffff) return undefined; // 3: released
  const modifiers = modifiersOf(Number(bits) || 1);
  const char = String.fromCodePoint(code);
  const control = charKey(char);
  const isNamed = control.text === "";
  if (isNamed) return namedKey(control.name.replace(/^ctrl-/, ""), modifiers);
  if (code >= 0xe000 && code <= 0xf8ff) return undefined; // keys without a character, such as a lone Shift
  if (!modifiers.ctrl && !modifiers.alt) return textKey(modifiers.shift ? char.toUpperCase() : char);
  return namedKey(char === " " ? "space" : char.toLowerCase(), modifiers);
}
