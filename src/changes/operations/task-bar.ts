import type { Style } from "../../operation/style.ts";

const cells = 20;

/** `████████░░░░ 6/10`: twenty cells, full only when every task is done. */
export function taskBar({ completed, total }: { completed: number; total: number }, style: Style): string {
  const filled = total === 0 ? 0 : Math.floor((completed * cells) / total);
  const bar = style.good("█".repeat(filled)) + style.dim("░".repeat(cells - filled));
  return `${bar} ${`${completed}/${total}`.padStart(5)}`;
}
