import type { Diagnostic } from "vscode-languageserver/node";
import { commandFor } from "../session/folder.ts";
import { lineRange, linesOf } from "../session/positions.ts";
import type { FileFinding } from "./findings.ts";

const severities = { error: 1, warning: 2 } as const;

/** The findings of one file as the editor shows them. */
export async function toDiagnostics(findings: readonly FileFinding[], text: string): Promise<Diagnostic[]> {
  const lines = linesOf(text);
  const diagnostics: Diagnostic[] = [];
  for (const { rule, line, message, severity, fix, suggest } of findings) {
    const next = suggest === undefined ? "" : await commandFor(suggest);
    const said = [message, oneLine(fix), next].filter((part) => part !== "").join(" ");
    diagnostics.push({
      range: lineRange(lines, line),
      severity: severities[severity],
      code: rule,
      source: "hewto",
      message: said,
    });
  }
  return diagnostics;
}

/** A fix of several lines is a template, which a code action writes. */
function oneLine(fix: string | undefined): string {
  return fix === undefined || fix.includes("\n") ? "" : fix;
}
