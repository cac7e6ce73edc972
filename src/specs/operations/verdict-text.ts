import { clip } from "../../kernel/clip.ts";
import { printable } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";
import type { SpecFinding, Verdict } from "../findings.ts";

const maxShown = 200;

/** A verdict as lines that an editor or a model can jump to: `file:line: error rule: message`. */
export function verdictText(verdict: Verdict): string {
  const all = toldFindings(verdict);
  const { shown, leftOut } = clip(all, maxShown);
  const lines = shown.map((finding) => findingLine(finding, finding.severity));
  const more = leftOut > 0 ? [`… ${leftOut} more; validate one id at a time to see them.`] : [];
  return [verdict.summary, ...lines, ...more].join("\n");
}

export function verdictForPeople(verdict: Verdict, style: Style): string {
  const paint = { error: style.bad, warning: style.warn, note: style.dim };
  const all = toldFindings(verdict);
  const { shown, leftOut } = clip(all, maxShown);
  const lines = shown.map((finding) => {
    const { severity } = finding;
    return findingLine(printed(finding), paint[severity](severity));
  });
  const more = leftOut > 0 ? [`… ${leftOut} more; validate one id at a time to see them.`] : [];
  const summary = verdict.valid ? style.good(verdict.summary) : style.bad(verdict.summary);
  return [...lines, ...more, summary].join("\n");
}

/** In the answer for machines, and in nobody's way: progress, and how long a text is. */
const quiet = new Set(["tasks-progress", "requirement-long"]);

function toldFindings({ errors, warnings, notes }: Verdict): SpecFinding[] {
  return [...errors, ...warnings, ...notes.filter((note) => !quiet.has(note.rule))];
}

function findingLine({ file, line, rule, message, fix }: SpecFinding, severity: string): string {
  return `${file}:${line}: ${severity} ${rule}: ${message}${fix === undefined ? "" : ` ${fix}`}`;
}

/** Names in a finding come from files; they must not speak to the terminal, nor break the line. */
function printed({ fix, ...finding }: SpecFinding): SpecFinding {
  const oneLine = (text: string) =>
    printable(text)
      .split("\n")
      .map((part) => part.trim())
      .join(" ");
  const { file, message } = finding;
  const told = { ...finding, file: oneLine(file), message: oneLine(message) };
  return fix === undefined ? told : { ...told, fix: oneLine(fix) };
}
