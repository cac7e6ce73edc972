import type { Coverage, ReportNote, VisitCoverage } from "../model.ts";

/** lcov: streamed, one record at a time. */
export function readLcov(pieces: Iterable<string>, visit: VisitCoverage): Coverage {
  const records = new LcovRecords(visit);
  let rest = "";
  for (const piece of pieces) {
    const text = rest + piece;
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      records.read(text, from, end);
      from = end + 1;
    }
    rest = text.slice(from);
  }
  records.read(rest, 0, rest.length);
  const { files, open } = records;
  return { kind: "lcov", files, notes: open === undefined ? [] : [cutOff(open)] };
}

class LcovRecords {
  files = 0;
  /** The file of the record that has no end yet. */
  open: string | undefined;
  readonly #visit: VisitCoverage;
  #hits = new Map<number, number>();
  #digests = new Map<number, string>();

  constructor(visit: VisitCoverage) {
    this.#visit = visit;
  }

  read(text: string, from: number, end: number): void {
    if (text.startsWith("DA:", from)) {
      if (!readCounts(text, from + 3, end, this.#hits))
        readLine(text.slice(from, end).trimEnd(), this.#hits, this.#digests);
    } else if (text.startsWith("SF:", from)) this.open = text.slice(from + 3, end).replace(/\r$/, "");
    else if (this.open !== undefined && text.startsWith("end_of_record", from)) {
      const lineDigests = this.#digests.size > 0 ? this.#digests : undefined;
      this.#visit({ file: this.open, lines: this.#hits, lineDigests });
      this.files += 1;
      this.open = undefined;
      this.#hits = new Map();
      this.#digests = new Map();
    }
  }
}

/**
 * `DA:line,hits`, the form of nearly all lines: files of 100 MB have ten million of them, so that not even a text is
 * made of each. False for any other form.
 */
function readCounts(text: string, from: number, end: number, hits: Map<number, number>): boolean {
  let line = 0;
  let at = from;
  for (let code = text.charCodeAt(at); code >= 48 && code <= 57; code = text.charCodeAt(++at))
    line = line * 10 + code - 48;
  if (text.charCodeAt(at) !== 44 || at === from || at - from > 9 || line === 0) return false;
  const start = ++at;
  let times = 0;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
    times = times * 10 + code - 48;
  }
  if (at === start || at - start > 15) return false;
  const before = hits.get(line);
  if (before === undefined || before < times) hits.set(line, times);
  return true;
}

/** `DA:line,hits[,md5]`. */
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
