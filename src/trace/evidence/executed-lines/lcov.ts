import type { Coverage, ReportNote, VisitCoverage } from "../model.ts";

/** lcov: streamed, one record at a time. */
export function readLcov(lines: Iterable<string>, visit: VisitCoverage): Coverage {
  let file: string | undefined;
  let hits = new Map<number, number>();
  let digests = new Map<number, string>();
  let files = 0;
  for (const line of lines) {
    if (line.startsWith("DA:")) readLine(line, hits, digests);
    else if (line.startsWith("SF:")) file = line.slice(3);
    else if (line === "end_of_record" && file !== undefined) {
      files += 1;
      visit({ file, lines: hits, lineDigests: digests.size > 0 ? digests : undefined });
      file = undefined;
      hits = new Map();
      digests = new Map();
    }
  }
  return { kind: "lcov", files, notes: file === undefined ? [] : [cutOff(file)] };
}

/** `DA:line,hits[,md5]`. Files of 100 MB have ten million such lines, so they are read without making lists of them. */
function readLine(line: string, hits: Map<number, number>, digests: Map<number, string>): void {
  const first = line.indexOf(",", 3);
  if (first < 0) return;
  const second = line.indexOf(",", first + 1);
  const at = Number(line.slice(3, first));
  const times = Number(second < 0 ? line.slice(first + 1) : line.slice(first + 1, second));
  if (!Number.isSafeInteger(at) || at <= 0 || Number.isNaN(times)) return;
  const before = hits.get(at);
  if (before === undefined || before < times) hits.set(at, times);
  if (second < 0) return;
  const digest = line.slice(second + 1).replace(/,.*$/s, "");
  if (digest !== "") digests.set(at, digest);
}

function cutOff(file: string): ReportNote {
  return {
    rule: "report-incomplete",
    message: `The report ends inside the record of ${file}; that record is left out.`,
  };
}
