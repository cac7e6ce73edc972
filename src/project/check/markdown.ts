import { diffWordsWithSpace } from "diff";
import { clipLine } from "../../kernel/clip.ts";
import { count, printableLine } from "../../kernel/text.ts";
import type { TraceReport } from "../../trace/gate/report.ts";
import type { CheckFinding } from "./finding.ts";

/** The first line, by which a script finds and replaces its own comment. */
export const summaryMarker = "<!-- hewto-trace -->";
const maxChars = 60_000;
const maxCell = 600;

/** The outcome of a check in Markdown, for the summary of a CI job or a comment on a pull request. */
export function toMarkdown(
  findings: readonly CheckFinding[],
  trace: TraceReport | undefined,
  notes: readonly string[],
): string {
  const sorted = [...findings].sort((a, b) => rank(a) - rank(b));
  const head = [summaryMarker, headline(findings.length, trace), ""];
  const tail = [...(trace === undefined ? [] : traceLines(trace)), ...notes.map((note) => `${plain(note)}`)];
  const rows: string[] = [];
  let room = maxChars - [...head, ...tail].join("\n").length - 500;
  for (const finding of sorted) {
    const row = rowOf(finding, trace);
    room -= row.length + 1;
    if (room < 0) break;
    rows.push(row);
  }
  const leftOut = sorted.length - rows.length;
  const table = rows.length === 0 ? [] : ["| | requirement | why | next |", "|---|---|---|---|", ...rows, ""];
  const rest = leftOut > 0 ? [`${count(leftOut, "more finding")} left out.`, ""] : [];
  return `${[...head, ...table, ...rest, ...tail].join("\n").trimEnd().slice(0, maxChars)}\n`;
}

function rank({ severity }: CheckFinding): number {
  return severity === "error" ? 0 : 1;
}

function headline(findings: number, trace: TraceReport | undefined): string {
  const title = `**Specs and code: ${findings === 0 ? "nothing" : formatNumber(findings)} to look at.**`;
  if (trace === undefined) return title;
  const { judged, live, scope } = trace;
  if (scope === "branch" && judged.length === 0)
    return `${title} None of ${formatNumber(live)} requirements and scenarios is touched by this branch.`;
  if (judged.length === 0) return `${title} ${formatNumber(live)} requirements and scenarios.`;
  const what =
    scope === "branch"
      ? "are touched by this branch"
      : scope === "changes"
        ? "are touched since HEAD"
        : "are checked";
  return `${title} ${formatNumber(judged.length)} of ${formatNumber(live)} requirements and scenarios ${what}: ${statesOf(trace)}.`;
}

function statesOf({ judged }: TraceReport): string {
  const verified = judged.filter((each) => each.verified);
  const levels = [...new Set(verified.map(({ state }) => state))].join(", ");
  const counts = new Map<string, number>();
  for (const { state } of judged.filter((each) => !each.verified)) {
    const word = state === "open" ? "untested" : state;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [
    ...(verified.length > 0 ? [`${formatNumber(verified.length)} verified (${levels})`] : []),
    ...[...counts].map(([word, number]) => `${formatNumber(number)} ${word}`),
  ].join(", ");
}

function rowOf(finding: CheckFinding, trace: TraceReport | undefined): string {
  const { severity, address, file, line, message, fix, rule } = finding;
  const judged = address === undefined ? undefined : trace?.judged.find((each) => each.address === address);
  const where = judged === undefined ? `${plain(`${file}:${line}`)}` : pathOf(judged.path);
  const changed =
    rule === "requirement-moved" && judged?.before !== undefined
      ? `: "${diffOf(judged.before, judged.text)}"`
      : "";
  const why = changed === "" ? plain(clipLine(message, maxCell)) : `text changed, its test did not${changed}`;
  return `| ${severity === "error" ? "✗" : "⚠"} | ${where} | ${why} | ${fix === undefined ? "" : marked(clipLine(fix, maxCell))} |`;
}

function pathOf(path: readonly string[]): string {
  return path
    .map((part, index) => (index === path.length - 1 ? `**${plain(part)}**` : plain(part)))
    .join(" › ");
}

/** Removed and added words. */
function diffOf(before: string, after: string): string {
  const [old, now] = [before, after].map((text) => clipLine(text.replaceAll("\n", " "), maxCell));
  const parts = diffWordsWithSpace(old ?? "", now ?? "", { maxEditLength: 400 });
  if (parts === undefined) return plain(now ?? "");
  return parts
    .map(({ value, added, removed }) => {
      const [, lead = "", text = "", end = ""] = /^(\s*)(.*?)(\s*)$/s.exec(value) ?? [];
      if (text === "") return lead;
      const shown = plain(text);
      return `${lead}${removed ? `~~${shown}~~` : added ? `**${shown}**` : shown}${end}`;
    })
    .join("");
}

function traceLines(trace: TraceReport): string[] {
  const { accepted, waived, may_concern: may, evidence, scope } = trace;
  const waivers = waived.map(({ name, until }) => `until ${until} (${plain(name)})`).slice(0, 10);
  const acts = [
    `Accepted by people in this branch: ${accepted.length === 0 ? "none" : accepted.slice(0, 20).map(code).join(", ")}.`,
    `Waived: ${waived.length === 0 ? "none" : `${waived.length} ${waivers.join(", ")}`}.`,
    ...(may > 0 ? [`May concern: ${formatNumber(may)} more (their results rest on the whole tree).`] : []),
  ].join(" ");
  return [...(scope === "project" ? [] : [acts]), evidenceLine(evidence), ""];
}

function evidenceLine({ reports, results, matched, ambiguous, by_test }: TraceReport["evidence"]): string {
  if (reports === 0)
    return "Evidence: none, so nothing is called passed. Add the report of a test run with `hewto evidence add`.";
  const coverage = by_test
    ? "per-test coverage: yes"
    : "per-test coverage: none, so nothing can be called exercised";
  const unclear = ambiguous > 0 ? `, ${formatNumber(ambiguous)} ambiguous` : "";
  const share = results === 0 ? 1 : matched / results;
  const doubt =
    share < minMatched ? " Fewer than 95 % of the results are matched to tests: states may be too low." : "";
  return `Evidence: ${formatNumber(matched)} of ${formatNumber(results)} results matched${unclear}; ${coverage}.${doubt}`;
}

const minMatched = 0.95;

function formatNumber(number: number): string {
  return number.toLocaleString("en-US");
}

/** Text of the repository as text: no markup, no table cells, no mentions of people or issues. */
function plain(text: string): string {
  return printableLine(text.replaceAll("\n", " "))
    .replace(/[\\`*_{}[\]<>|~]/g, (char) => (char === "<" ? "&lt;" : char === ">" ? "&gt;" : `\\${char}`))
    .replace(/@/g, "@\u200b")
    .replace(/#(?=\d)/g, "#\u200b")
    .replace(/(https?|ftp):/gi, "$1\u200b:")
    .replace(/\bwww\./gi, "www\u200b.");
}

/** A sentence of ours, whose parts in backticks stay code. */
function marked(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (/^`[^`]+`$/.test(part) ? code(part.slice(1, -1)) : plain(part)))
    .join("");
}

function code(text: string): string {
  return `\`${printableLine(text).replaceAll("`", "'").replaceAll("|", "\\|")}\``;
}
