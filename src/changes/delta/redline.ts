import { trimEnd } from "./blocks.ts";

const mostCells = 250_000;

/**
 * The difference of two texts line by line: `- ` removed, `+ ` added, two spaces unchanged. Texts too long to compare
 * closely are shown as one going and the other coming.
 */
export function redline(before: string, after: string): string {
  const [old, young] = [linesOf(before), linesOf(after)];
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start++;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end))
    end++;
  const middle = compare(old.slice(start, old.length - end), young.slice(start, young.length - end));
  const same = (lines: readonly string[]) => lines.map((line) => `  ${line}`);
  return [...same(old.slice(0, start)), ...middle, ...same(old.slice(old.length - end))].join("\n");
}

function linesOf(text: string): string[] {
  const trimmed = trimEnd(text);
  return trimmed === "" ? [] : trimmed.split(/\r\n?|\n/);
}

function compare(old: readonly string[], young: readonly string[]): string[] {
  if (old.length * young.length > mostCells) return [...gone(old), ...come(young)];
  const common = commonLengths(old, young);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < young.length) {
    if (old[i] === young[j]) {
      lines.push(`  ${old[i]}`);
      i++;
      j++;
    } else if ((common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0)) lines.push(...gone(old.slice(i, ++i)));
    else lines.push(...come(young.slice(j, ++j)));
  }
  return [...lines, ...gone(old.slice(i)), ...come(young.slice(j))];
}

/** How many lines the rests from `i` and `j` on have in common, in order. */
function commonLengths(old: readonly string[], young: readonly string[]): number[][] {
  const rows: number[][] = Array.from({ length: old.length + 1 }, () =>
    new Array<number>(young.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i--) {
    const row = rows[i] ?? [];
    const next = rows[i + 1] ?? [];
    for (let j = young.length - 1; j >= 0; j--) {
      row[j] = old[i] === young[j] ? (next[j + 1] ?? 0) + 1 : Math.max(next[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function gone(lines: readonly string[]): string[] {
  return lines.map((line) => `- ${line}`);
}

function come(lines: readonly string[]): string[] {
  return lines.map((line) => `+ ${line}`);
}
