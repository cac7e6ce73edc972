import { encode } from "@toon-format/toon";
import { clip } from "../../kernel/clip.ts";
import { count, printable } from "../../kernel/text.ts";
import type { Style } from "../../operation/style.ts";

export type Format = "toon" | "json" | "human";

/** What both searches show of a result. */
export interface Shown {
  readonly content: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly relevance_percent: number;
  readonly kind?: string | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly signature?: string | undefined;
  readonly breadcrumb?: string | undefined;
  readonly doc_comment?: string | undefined;
  readonly explain?: Readonly<Record<string, number>> | undefined;
}

export interface ShownAnswer {
  readonly query: string;
  readonly results: readonly Shown[];
  readonly freshness: { readonly changed: number; readonly reread: number; readonly stale: number };
  readonly notice?: string | undefined;
  readonly weaker?: readonly string[] | undefined;
  readonly expanded_query?: { readonly terms: readonly string[]; readonly generated_by: string } | undefined;
  readonly synthesis?:
    | { readonly summary: string; readonly follow_ups: readonly string[]; readonly generated_by: string }
    | undefined;
}

const previewLines = 12;
/** People see the text of what has this share of the best relevance; the rest is a line each, so that the best stays in sight. */
const tellingShare = 0.25;

/** The answer in the form that was asked for; the data are the same in each. */
export function present(answer: ShownAnswer, format: Format): string {
  if (format === "json") return JSON.stringify(answer, null, 2);
  return format === "toon" ? encode(answer) : inWords(answer, plain, 0);
}

/** The answer at a terminal. */
export function human(answer: ShownAnswer, style: Style): string {
  return inWords(answer, style, tellingShare);
}

function inWords(answer: ShownAnswer, style: Style, leastShare: number): string {
  const { query, results, freshness } = answer;
  const blocks = [`${style.bold(count(results.length, "result"))} for "${printable(query)}"`];
  if (answer.expanded_query && answer.expanded_query.terms.length > 0)
    blocks.push(
      `Also looked for: ${answer.expanded_query.terms.join(", ")} (${answer.expanded_query.generated_by})`,
    );
  if (answer.synthesis) {
    const { summary, follow_ups, generated_by } = answer.synthesis;
    const asked = follow_ups.map((each) => `\n  ? ${each}`).join("");
    blocks.push(`${printable(summary)} ${style.dim(`(${generated_by})`)}${printable(asked)}`);
  }
  const least = leastShare * (results[0]?.relevance_percent ?? 0);
  const telling = results.filter((result) => result.relevance_percent >= least);
  for (const [index, result] of telling.entries()) blocks.push(block(result, index + 1, style));
  const others = results
    .slice(telling.length)
    .map((result, index) => headLine(result, telling.length + index + 1, style));
  if (others.length > 0) blocks.push(`${style.dim("Weaker matches:")}\n${others.join("\n")}`);
  if (answer.weaker)
    blocks.push(`${style.dim("Weaker matches:")}\n${answer.weaker.map(printable).join("\n")}`);
  if (results.length === 0)
    blocks.push("Nothing found. Try fewer or other words, or expand_query (--expand-query).");
  if (freshness.reread > 0) blocks.push(style.dim(`${count(freshness.reread, "changed file")} read again.`));
  if (answer.notice) blocks.push(style.warn(answer.notice));
  return blocks.join("\n\n");
}

function block(result: Shown, rank: number, style: Style): string {
  const lines = [headLine(result, rank, style)];
  if (result.signature) lines.push(`   ${style.bold(printable(result.signature))}`);
  if (result.explain) {
    const parts = Object.entries(result.explain).map(
      ([name, value]) => `${name} ${Number(value.toFixed(3))}`,
    );
    lines.push(`   ${style.dim(parts.join(" · "))}`);
  }
  const { shown, leftOut } = clip(result.content.split(/\r\n|\r|\n/), previewLines);
  for (const line of shown) lines.push(`   ${style.dim("│")} ${printable(line)}`);
  if (leftOut > 0) lines.push(`   ${style.dim(`… ${count(leftOut, "more line")}`)}`);
  return lines.join("\n");
}

function headLine(result: Shown, rank: number, style: Style): string {
  const where = `${result.path}:${result.start_line}-${result.end_line}`;
  const what = [result.kind, result.breadcrumb ?? result.symbols?.[0]].filter(Boolean).join(" ");
  return `${rank}. ${style.accent(printable(where))}  ${result.relevance_percent}%  ${printable(what)}`;
}

const same = (text: string) => text;
const plain: Style = { bold: same, dim: same, good: same, warn: same, bad: same, accent: same, width: 100 };
