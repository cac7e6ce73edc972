import { jsonBytes } from "../../operation/budget/shrink.ts";
import { tellingWords } from "../research/prose/seeds.ts";
import type { Hit } from "../search.ts";
import { stem } from "../text/stem.ts";
import { partsOf, wordsOf } from "../text/words.ts";

interface Result {
  readonly content: string;
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly relevance_percent: number;
  readonly kind: string;
  readonly symbols: readonly string[];
  readonly breadcrumb?: string | undefined;
}

interface Found<R extends Result> {
  readonly results: readonly R[];
  readonly weaker?: string[] | undefined;
}

/** What places and the best code may have of the budget. */
const codeShare = 0.75;
const maxLines = 14;
const around = 1;

/** Results of several wordings as one list: what several of them find, and near the top, comes first. */
export function fuse(lists: readonly (readonly Hit[])[]): Hit[] {
  const scores = new Map<string, { hit: Hit; score: number }>();
  for (const hits of lists) {
    for (const [rank, hit] of hits.entries()) {
      const id = `${hit.path}:${hit.startLine}`;
      const known = scores.get(id);
      const relevance = Math.max(hit.relevance, known?.hit.relevance ?? 0);
      scores.set(id, { hit: { ...hit, relevance }, score: (known?.score ?? 0) + 1 / (10 + rank) });
    }
  }
  return [...scores.values()].sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}

/** The best results with their telling lines, numbered; the others a line each; both within the budget. */
export function fitSearch<R extends Result, T extends Found<R>>(answer: T, bytes: number, query: string): T {
  const words = tellingWords(query);
  const merged = onceEach(answer.results);
  const shown: R[] = [];
  const room = bytes - jsonBytes({ ...answer, results: [] }) - 60;
  let left = room * codeShare;
  for (const result of merged) {
    const short = condensed(result, words);
    const size = jsonBytes(short) + 1;
    if (size > left) break;
    left -= size;
    shown.push(short);
  }
  const weaker: string[] = [];
  let rest = room - jsonBytes(shown) - 20;
  for (const result of merged.slice(shown.length)) {
    const line = lineOf(result);
    rest -= jsonBytes(line) + 1;
    if (rest < 0) break;
    weaker.push(line);
  }
  const missing = merged.length - shown.length - weaker.length;
  const note = missing > 0 ? [`… ${missing} more; a larger budget or a path_filter shows them`] : [];
  const all = [...weaker, ...note];
  return { ...answer, results: shown, ...(all.length > 0 ? { weaker: all } : {}) };
}

/** One result for a declaration, however many of its parts were found. */
function onceEach<R extends Result>(results: readonly R[]): R[] {
  const seen = new Map<string, R>();
  for (const result of results) {
    const id = `${result.path} ${result.symbols[0] ?? result.breadcrumb ?? result.start_line}`;
    if (!seen.has(id)) seen.set(id, result);
  }
  return [...seen.values()];
}

/** Without what the content says again. */
function condensed<R extends Result>(result: R, words: ReadonlySet<string>): R {
  const content = tellingLines(result, words);
  const symbols = result.symbols.slice(0, 1);
  const short: R & { signature?: unknown; doc_comment?: unknown } = { ...result, content, symbols };
  delete short.signature;
  delete short.doc_comment;
  return short;
}

/** `208<tab>filtered = []`: the first line, and those that have the words of the query. */
function tellingLines({ content, start_line }: Result, words: ReadonlySet<string>): string {
  const lines = content.split(/\r\n|\r|\n/);
  const scored = lines.map((text, at) => ({ at, score: at === 0 ? 99 : scoreOf(text, words) }));
  const best = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.at - b.at);
  const kept = new Set<number>();
  const all = lines.length <= maxLines ? scored : best;
  for (const { at } of all) {
    for (let line = at - around; line <= at + around && kept.size < maxLines; line++)
      if ((lines[line] ?? "").trim() !== "") kept.add(line);
  }
  const order = [...kept].sort((a, b) => a - b);
  return order.map((at) => `${start_line + at}\t${cut(lines[at] ?? "")}`).join("\n");
}

function scoreOf(text: string, words: ReadonlySet<string>): number {
  const found = new Set<string>();
  for (const { text: word } of wordsOf(text)) {
    for (const part of partsOf(word)) {
      const root = stem(part);
      if (words.has(root)) found.add(root);
    }
  }
  return found.size;
}

function cut(text: string): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text.trimEnd();
}

function lineOf({
  path,
  start_line,
  end_line,
  kind,
  symbols,
  breadcrumb,
  relevance_percent,
}: Result): string {
  const name = breadcrumb ?? symbols[0] ?? "";
  return `${path}:${start_line}-${end_line} ${kind} ${name} ${relevance_percent}%`.replace(/ +/g, " ");
}
