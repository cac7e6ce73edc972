import { clipText } from "../../kernel/clip.ts";
import { count } from "../../kernel/text.ts";
import type { Hit } from "../search.ts";
import type { Ask } from "./expand.ts";

export interface Synthesis {
  readonly summary: string;
  readonly follow_ups: readonly string[];
  readonly generated_by: string;
}

const system = [
  "You explain code search results to a developer. Use only the excerpts given.",
  "Answer in this form: SUMMARY: two to five sentences that name files and symbols.",
  "Then one line FOLLOW-UPS: and up to four lines that start with '- ', each a further question.",
].join(" ");

export async function synthesize(
  query: string,
  hits: readonly Hit[],
  ask: Ask | undefined,
): Promise<Synthesis> {
  if (hits.length > 0) {
    const answered = await ask?.({ system, prompt: promptFor(query, hits), maxTokens: 700 });
    const read = answered && readAnswer(answered.text);
    if (answered && read) return { ...read, generated_by: answered.by };
  }
  return { summary: localSummary(query, hits), follow_ups: localFollowUps(hits), generated_by: "local" };
}

function promptFor(query: string, hits: readonly Hit[]): string {
  const excerpts = hits.slice(0, 10).map((hit, index) => {
    const name = hit.breadcrumb ?? hit.symbols[0] ?? "";
    const head = `[${index + 1}] ${hit.path}:${hit.startLine}-${hit.endLine} ${name}`;
    return `${head}\n${clipText(hit.content, 1_500, "cut")}`;
  });
  return `Query: ${query.slice(0, 2_000)}\n\n${excerpts.join("\n\n")}`;
}

function readAnswer(text: string): { summary: string; follow_ups: string[] } | undefined {
  const [before = "", after = ""] = text.split(/^[ \t]*FOLLOW-?UPS:?/im);
  const summary = before.replace(/^\s*SUMMARY:\s*/i, "").trim();
  if (summary === "") return undefined;
  const follow_ups = after
    .split("\n")
    .map((line) => line.replace(/^[\s\-*\d.]+/, "").trim())
    .filter((line) => line !== "")
    .slice(0, 4);
  return { summary, follow_ups };
}

/** Without a model: what was found, said plainly, from the declarations and their doc comments. */
function localSummary(query: string, hits: readonly Hit[]): string {
  const [best] = hits;
  if (!best) return `Nothing in the index matches "${query}".`;
  const files = new Set(hits.map((hit) => hit.path));
  const sentences = [
    `${count(hits.length, "result")} in ${count(files.size, "file")}.`,
    `The best match is ${nameOf(best)} (${best.kind}) in ${best.path}:${best.startLine}${firstSentence(best)}.`,
  ];
  const others = [...new Set(hits.slice(1, 5).map((hit) => `${nameOf(hit)} (${hit.path}:${hit.startLine})`))];
  if (others.length > 0) sentences.push(`Related: ${others.join(", ")}.`);
  return sentences.join(" ");
}

function localFollowUps(hits: readonly Hit[]): string[] {
  const asked = hits.slice(0, 3).flatMap((hit) => followUpsOf(hit));
  const best = hits[0]?.symbols[0];
  if (best) asked.push(`tests of ${best}`);
  return [...new Set(asked)].slice(0, 4);
}

function followUpsOf({ kind, symbols: [name] }: Hit): string[] {
  if (!name) return [];
  if (["protocol", "interface", "trait"].includes(kind)) return [`all implementations of ${name}`];
  if (["class", "struct", "actor", "enum"].includes(kind)) return [`who uses ${name}`];
  return [`what calls ${name}`];
}

function nameOf(hit: Hit): string {
  return hit.symbols[0] ?? hit.breadcrumb ?? hit.path;
}

function firstSentence(hit: Hit): string {
  const [first = ""] = hit.doc?.split(/(?<=[.!?])\s|\n\n/) ?? [];
  const sentence = first.replace(/\s+/g, " ").trim();
  return sentence === "" ? "" : `: ${sentence.replace(/[.]$/, "")}`;
}
