import type { Syntax } from "../../tests/syntax.ts";
import type { MutationDraft } from "./mutations.ts";
import { operatorSwaps, reporting } from "./table.ts";

/**
 * Swift has a reader of its own that gives tokens. A binary operator has white space on both sides, so that generic
 * arguments and prefixes are not taken for one.
 */
export function swiftMutations({ text, tokens }: Syntax): MutationDraft[] {
  const drafts: MutationDraft[] = [];
  for (const [index, { from, to }] of tokens.entries()) {
    if (reporting.test(lineOf(text, from))) continue;
    const own = text.slice(from, to);
    const isBinary = /\s/.test(text[from - 1] ?? "") && /\s/.test(text[to] ?? "");
    for (const [operator, replacement] of isBinary ? (operatorSwaps[own] ?? []) : [])
      drafts.push({ from, to, replacement, operator });
    if (own === "true" || own === "false")
      drafts.push({ from, to, replacement: own === "true" ? "false" : "true", operator: "boolean" });
    if (/^\d[\d_]*$/.test(own))
      drafts.push({ from, to, replacement: String(Number(own.replaceAll("_", "")) + 1), operator: "number" });
    if (/^"[^"\n]+"$/.test(own)) drafts.push({ from, to, replacement: '""', operator: "string" });
    const next = tokens[index + 1];
    if (own === "!" && next?.from === to && !/[\w)\]]/.test(text[from - 1] ?? ""))
      drafts.push({ from, to, replacement: "", operator: "negation" });
  }
  return drafts;
}

function lineOf(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return text.slice(start, start + 120).trimStart();
}
