import type { Phase } from "../../workflow/phase.ts";
import { normal, type Style, styleOf } from "./style.ts";

/** The styles of the app. Color alone never carries meaning. */
export const theme = {
  title: styleOf({ bold: true }),
  dim: styleOf({ dim: true }),
  header: styleOf({ inverse: true }),
  focused: styleOf({ fg: "green", bold: true }),
  frame: styleOf({ fg: "gray" }),
  selected: styleOf({ inverse: true }),
  selectedAway: styleOf({ bold: true }),
  good: styleOf({ fg: "green" }),
  warn: styleOf({ fg: "yellow" }),
  bad: styleOf({ fg: "red", bold: true }),
  accent: styleOf({ fg: "cyan" }),
  key: styleOf({ fg: "cyan", bold: true }),
  heading: styleOf({ fg: "cyan", bold: true }),
  code: styleOf({ fg: "green" }),
  link: styleOf({ fg: "blue", underline: true }),
  strong: styleOf({ bold: true }),
  emphasis: styleOf({ italic: true }),
  quote: styleOf({ fg: "gray", italic: true }),
  match: styleOf({ fg: "yellow", inverse: true }),
  selection: styleOf({ inverse: true }),
} as const;

/** Symbols, in Unicode and for terminals limited to ASCII. */
export interface Glyphs {
  readonly frame: {
    readonly h: string;
    readonly v: string;
    readonly tl: string;
    readonly tr: string;
    readonly bl: string;
    readonly br: string;
  };
  readonly phase: Readonly<Record<Phase | "unknown", string>>;
  readonly cursor: string;
  readonly worktree: string;
  readonly ahead: string;
  readonly behind: string;
  readonly running: string;
  readonly bar: { readonly full: string; readonly empty: string };
  readonly dot: string;
  readonly ready: string;
  readonly waiting: string;
  readonly bad: string;
  readonly good: string;
  readonly arrow: string;
  readonly ellipsis: string;
  readonly spinner: readonly string[];
}

export const unicode: Glyphs = {
  frame: { h: "─", v: "│", tl: "┌", tr: "┐", bl: "└", br: "┘" },
  phase: { specify: "○", clarify: "◔", plan: "◐", tasks: "◑", implement: "●", done: "✔", unknown: "·" },
  cursor: ">",
  worktree: "⎇",
  ahead: "↑",
  behind: "↓",
  running: "▶",
  bar: { full: "█", empty: "░" },
  dot: "·",
  ready: "●",
  waiting: "◌",
  bad: "✗",
  good: "✔",
  arrow: "→",
  ellipsis: "…",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧"],
};

export const ascii: Glyphs = {
  frame: { h: "-", v: "|", tl: "+", tr: "+", bl: "+", br: "+" },
  phase: {
    specify: "[ ]",
    clarify: "[?]",
    plan: "[~]",
    tasks: "[=]",
    implement: "[*]",
    done: "[x]",
    unknown: "[.]",
  },
  cursor: ">",
  worktree: "wt",
  ahead: "+",
  behind: "-",
  running: ">>",
  bar: { full: "#", empty: "." },
  dot: "-",
  ready: "*",
  waiting: "o",
  bad: "x",
  good: "ok",
  arrow: "->",
  ellipsis: "...",
  spinner: ["|", "/", "-", "\\"],
};

export const glyphsOf = (isAscii: boolean): Glyphs => (isAscii ? ascii : unicode);

export const phaseStyle: Readonly<Record<Phase | "unknown", Style>> = {
  specify: theme.dim,
  clarify: theme.warn,
  plan: theme.accent,
  tasks: theme.accent,
  implement: theme.warn,
  done: theme.good,
  unknown: theme.dim,
};

/** The style of a line of a redline. */
export function diffStyle(line: string): Style {
  return line.startsWith("+ ") ? theme.good : line.startsWith("- ") ? theme.bad : normal;
}
