import type * as z from "zod";
import { indexCodebase } from "../../code/operations/index-codebase.ts";
import { searchCode } from "../../code/operations/search-code.ts";
import type { Runtime } from "../../operation/runtime.ts";
import { searchSpecsOperation } from "../../specs/operations/search.ts";
import type { SearchHit } from "../state/model.ts";
import { call, callForText } from "./call.ts";

type SpecResult = z.output<typeof searchSpecsOperation.output>["results"][number];
type CodeResult = z.output<typeof searchCode.output>["results"][number];

/** Searches specs and code. Without an index of code, it still returns specs. */
export async function searchAll(
  runtime: Runtime,
  query: string,
): Promise<{ hits: SearchHit[]; note: string; isIndexMissing: boolean }> {
  const [specs, code] = await Promise.all([
    call(runtime, searchSpecsOperation, { query, limit: 10 }),
    call(runtime, searchCode, { query, limit: 30 }),
  ]);
  const hits = [
    ...(specs.ok ? specs.value.results.map(specHit) : []),
    ...(code.ok ? code.value.results.map(codeHit) : []),
  ];
  const faults = [specs, code].flatMap((answer) => (answer.ok ? [] : [answer.fault]));
  const missing = faults.find(({ code }) => code === "index_missing");
  const note = (missing ?? faults[0])?.message ?? "";
  return { hits: hits.sort((a, b) => b.score - a.score), note, isIndexMissing: missing !== undefined };
}

export async function buildIndex(runtime: Runtime): Promise<string> {
  const built = await callForText(runtime, indexCodebase, { path: "." });
  return built.ok ? (built.value.split("\n")[0] ?? "Indexed.") : built.fault.message;
}

function specHit({ spec_id, requirement, scenario, score, snippet, source }: SpecResult): SearchHit {
  const title = [spec_id, requirement, scenario].filter(Boolean).join(" › ");
  return { kind: "spec", title, ...source, score: Math.round(score * 100), preview: snippet.split("\n") };
}

function codeHit({
  content,
  path,
  start_line,
  relevance_percent,
  symbols,
  breadcrumb,
}: CodeResult): SearchHit {
  const title = symbols[0] ?? breadcrumb ?? path.split("/").at(-1) ?? path;
  return {
    kind: /\.(md|markdown|txt|rst)$/i.test(path) ? "text" : "code",
    title,
    path,
    line: start_line,
    score: relevance_percent,
    preview: content.split("\n"),
  };
}
