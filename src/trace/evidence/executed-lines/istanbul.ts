import type { Coverage, VisitCoverage } from "../model.ts";
import { type Fields, fieldsOf, lineOf, numberOf, textOf } from "../read/values.ts";

/** Istanbul's `coverage-final.json`, also the `coverageMap` in a report of vitest or jest. */
export function readIstanbul(map: Fields, visit: VisitCoverage): Coverage {
  let files = 0;
  for (const [key, value] of Object.entries(map)) {
    const entry = fieldsOf(value);
    // A file that no test loaded has only a name: it says nothing.
    if (!("statementMap" in entry)) continue;
    files += 1;
    visit({ file: textOf(entry["path"]) ?? key, lines: linesOf(entry) });
  }
  return { kind: "istanbul", files, notes: [] };
}

/** A statement counts for the line where it starts, as in Istanbul's own reports. */
function linesOf(entry: Fields): Map<number, number> {
  const hits = new Map<number, number>();
  const counts = fieldsOf(entry["s"]);
  for (const [id, location] of Object.entries(fieldsOf(entry["statementMap"]))) {
    const line = lineOf(fieldsOf(fieldsOf(location)["start"])["line"]);
    const count = numberOf(counts[id]) ?? 0;
    if (line !== undefined) hits.set(line, Math.max(count, hits.get(line) ?? 0));
  }
  return hits;
}
