/** One key by its usual name: `j`, `G`, `enter`, `ctrl-d`, `alt-x`, `shift-tab`, `f5`. */
export interface Key {
  readonly name: string;
  /** What it types; empty for keys that type nothing. */
  readonly text: string;
}

/** What a terminal sends: keys and pasted text. */
export type Input =
  | { readonly kind: "key"; readonly key: Key }
  | { readonly kind: "paste"; readonly text: string };

export interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** A key that types a character. */
export function textKey(char: string): Key {
  return { name: char === " " ? "space" : char, text: char };
}

/** A key with a name of its own, such as `up`. */
export function namedKey(base: string, { ctrl, alt, shift }: Modifiers): Key {
  return { name: `${ctrl ? "ctrl-" : ""}${alt ? "alt-" : ""}${shift ? "shift-" : ""}${base}`, text: "" };
}

/** The modifiers that terminals send as one number, 1 for none. */
export function modifiersOf(code: number): Modifiers {
  const bits = Math.max(0, code - 1);
  return { shift: (bits & 1) !== 0, alt: (bits & 2) !== 0, ctrl: (bits & 4) !== 0 };
}

const labels: Readonly<Record<string, string>> = {
  enter: "Enter",
  esc: "Esc",
  space: "Space",
  tab: "Tab",
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pgup: "PgUp",
  pgdn: "PgDn",
  home: "Home",
  end: "End",
  delete: "Del",
  backspace: "Backspace",
};

/** A key's name for display: `Ctrl-D`, `PgDn`, `F5`. */
export function labelOf(name: string): string {
  const [base = "", ...before] = name === "-" ? ["-"] : name.split(/-(?=.)/).reverse();
  const mods = before.reverse().map((part) => `${part[0]?.toUpperCase()}${part.slice(1)}-`);
  const label = labels[base] ?? (/^f\d+$/.test(base) ? base.toUpperCase() : base);
  return mods.join("") + (mods.length > 0 && label.length === 1 ? label.toUpperCase() : label);
}
