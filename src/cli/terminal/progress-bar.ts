import { clipLine } from "../../kernel/clip.ts";
import { printable } from "../../kernel/text.ts";
import type { Progress } from "../../operation/context.ts";
import { canRedraw, type Terminal } from "./terminal.ts";

const barWidth = 24;
const redrawMs = 80;
const plainMs = 2000;

export interface ProgressOptions {
  readonly now: () => number;
  /**
   * For the run of an agent, which has little to report: the first report appears at once, and where lines cannot be
   * redrawn every change and the last report are written.
   */
  readonly isLive?: boolean;
}

/** Progress on stderr: one line that is redrawn on a terminal, a line every two seconds elsewhere. */
export function progressBar(
  terminal: Terminal,
  { now, isLive = false }: ProgressOptions,
): { report: Progress; finish: () => void } {
  const redraws = canRedraw(terminal);
  const intervalMs = redraws || isLive ? redrawMs : plainMs;
  let lastAt = isLive ? Number.NEGATIVE_INFINITY : now();
  let current = "";
  let pending: string | undefined;
  const show = (text: string) => {
    lastAt = now();
    current = text;
    pending = undefined;
    if (redraws) terminal.redraw(clipLine(text, (terminal.errStyle.width || 80) - 1));
    else terminal.err(`${text}\n`);
  };
  return {
    report: ({ done, total, message = "" }) => {
      const text =
        `${redraws || !isLive ? bar(done, total) : ""}${amount(done, total)} ${printable(message).replace(/\s+/g, " ")}`.trim();
      if (text === current) return;
      if (now() - lastAt >= intervalMs) show(text);
      else pending = text;
    },
    finish: () => {
      if (pending !== undefined && isLive && !redraws) show(pending);
      if (redraws && current !== "") terminal.redraw("");
      current = "";
    },
  };
}

function amount(done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return `${done}`;
  const whole = Math.floor(Math.min(done, total));
  return total === 100 ? `${whole} %` : `${whole}/${total}`;
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined || total <= 0) return "";
  const filled = Math.min(barWidth, Math.max(0, Math.round((done / total) * barWidth)));
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] `;
}
