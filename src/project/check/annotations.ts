import { printableLine } from "../../kernel/text.ts";
import type { CheckFinding } from "./finding.ts";

/** GitHub shows ten annotations of a kind for a step, and drops the rest without a word. */
const maxPerKind = 10;

/** Workflow commands of GitHub Actions, which show findings beside the lines. */
export function toAnnotations(findings: readonly CheckFinding[]): string[] {
  const lines: string[] = [];
  for (const kind of ["error", "warning"] as const) {
    const own = findings.filter(({ severity }) => severity === kind);
    const isClipped = own.length > maxPerKind;
    const shown = isClipped ? own.slice(0, maxPerKind - 1) : own;
    lines.push(...shown.map(annotation));
    if (isClipped)
      lines.push(`::${kind} title=hewto::${own.length - shown.length} more in the summary and the log`);
  }
  return lines;
}

function annotation({ severity, file, line, rule, message, fix }: CheckFinding): string {
  const text = fix === undefined ? message : `${message} ${fix}`;
  const place = `file=${property(file)},line=${line},title=${property(`hewto ${rule}`)}`;
  return `::${severity} ${place}::${value(text)}`;
}

/** Line breaks would end the command and begin another one. */
function value(text: string): string {
  return printableLine(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return value(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
