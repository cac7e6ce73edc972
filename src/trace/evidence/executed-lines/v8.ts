import type { Coverage, CoveredRange, VisitCoverage } from "../model.ts";
import { type Fields, fieldsOf, listOf, numberOf, textOf } from "../read/values.ts";

/**
 * V8 coverage (`NODE_V8_COVERAGE`): offsets in the executed text. It fits a source file only where the file ran as it
 * is; what was transpiled is dropped when the lines are made, because its offsets lie elsewhere.
 */
export function readV8(root: Fields, visit: VisitCoverage): Coverage {
  let files = 0;
  const maps = fieldsOf(root["source-map-cache"]);
  for (const script of listOf(root["result"]).map(fieldsOf)) {
    const url = textOf(script["url"]);
    if (url === undefined || !url.startsWith("file://") || url in maps || url.includes("/node_modules/"))
      continue;
    files += 1;
    visit({ file: url, lines: new Map(), ranges: rangesOf(script) });
  }
  return { kind: "v8", files, notes: [] };
}

function rangesOf(script: Fields): CoveredRange[] {
  return listOf(script["functions"]).flatMap((each) =>
    listOf(fieldsOf(each)["ranges"]).flatMap((value) => {
      const range = fieldsOf(value);
      const [from, to] = [numberOf(range["startOffset"]), numberOf(range["endOffset"])];
      const hits = numberOf(range["count"]);
      return from === undefined || to === undefined || hits === undefined ? [] : [{ from, to, hits }];
    }),
  );
}

/** The hits of each line that is not empty; undefined if the ranges do not fit the text. */
export function linesOfRanges(
  text: string,
  ranges: readonly CoveredRange[],
): Map<number, number> | undefined {
  const length = text.length;
  if (ranges.some(({ from, to }) => from < 0 || to > length || from > to)) return undefined;
  // The first range is the whole script: another length means that another text ran.
  const whole = Math.max(0, ...ranges.map(({ to }) => to));
  if (Math.abs(whole - length) > 1) return undefined;
  const hits = new Map<number, number>();
  // Outer ranges first, so that inner ones override them.
  const sorted = [...ranges].sort((a, b) => a.from - b.from || b.to - a.to);
  let from = 0;
  text.split("\n").forEach((line, index) => {
    const code = line.trim();
    const start = from + line.indexOf(code);
    const end = start + code.length;
    from += line.length + 1;
    if (code !== "") hits.set(index + 1, hitsWithin(sorted, start, end));
  });
  return hits;
}

/** A line is executed if its first character is: that of the innermost range around it. */
function hitsWithin(sorted: readonly CoveredRange[], start: number, end: number): number {
  let hits = 0;
  for (const range of sorted) {
    if (range.from > start) {
      // A function that begins on this line and is never called does not take the hit of the line away.
      if (range.from >= end) break;
      continue;
    }
    if (range.to > start) hits = range.hits;
  }
  return hits;
}
