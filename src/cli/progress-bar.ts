import { printableLine } from "../kernel/text.ts";
import type { Progress } from "../operation/context.ts";
import { canRedraw, type Terminal } from "./terminal.ts";

const BAR = 24;
const REDRAW_MS = 80;
const PLAIN_EVERY_MS = 2000;

/** Progress on stderr: one line redrawn on a terminal, a line every two seconds elsewhere. */
export function progressBar(terminal: Terminal, now: () => number): { report: Progress; clear: () => void } {
  const redraws = canRedraw(terminal);
  let last = now();
  let drawn = false;
  return {
    report: ({ done, total, message }) => {
      if (now() - last < (redraws ? REDRAW_MS : PLAIN_EVERY_MS)) return;
      last = now();
      const text = describe(done, total, printableLine(message ?? ""));
      drawn = redraws;
      if (redraws) terminal.redraw(text.slice(0, terminal.errStyle.width - 1));
      else terminal.err(`${text}\n`);
    },
    clear: () => {
      if (drawn) terminal.redraw("");
      drawn = false;
    },
  };
}

function describe(done: number, total: number | undefined, message: string): string {
  if (total === undefined || total <= 0) return `${done} ${message}`.trim();
  const filled = Math.min(BAR, Math.round((done / total) * BAR));
  return `[${"#".repeat(filled)}${"-".repeat(BAR - filled)}] ${Math.floor(done)}/${total} ${message}`.trim();
}
