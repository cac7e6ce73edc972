import type { ProgressReport } from "../client/session/progress.ts";
import { clipLine } from "../kernel/clip.ts";
import { printable } from "../kernel/text.ts";
import { canRedraw, type Terminal } from "./terminal.ts";

const REDRAW_MS = 80;
const BAR = 24;

/** The progress of a run on stderr: a bar that is redrawn on a terminal, plain lines elsewhere. Never a flood. */
export function runProgress(
  terminal: Terminal,
  now: () => number,
): { report: (report: ProgressReport) => void; finish: () => void } {
  const redraws = canRedraw(terminal);
  let lastAt = Number.NEGATIVE_INFINITY;
  let shown = "";
  let pending: string | undefined;
  const show = (text: string) => {
    lastAt = now();
    shown = text;
    pending = undefined;
    if (redraws) terminal.redraw(clipLine(text, (terminal.errStyle.width || 80) - 1));
    else terminal.err(`${text}\n`);
  };
  return {
    report: (report) => {
      const text = redraws ? `${bar(report)}${describe(report)}` : describe(report);
      if (text === shown) return;
      if (now() - lastAt >= REDRAW_MS) show(text);
      else pending = text;
    },
    finish: () => {
      if (pending !== undefined && !redraws) show(pending);
      if (redraws && shown !== "") terminal.redraw("");
    },
  };
}

function describe({ progress, total, fraction, message = "" }: ProgressReport): string {
  const amount =
    fraction === undefined
      ? `${progress}`
      : total === 100
        ? `${Math.floor(fraction * 100)} %`
        : `${progress}/${total}`;
  return `${amount} ${printable(message).replace(/\s+/g, " ")}`.trim();
}

function bar({ fraction }: ProgressReport): string {
  if (fraction === undefined) return "";
  const filled = Math.round(fraction * BAR);
  return `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] `;
}
