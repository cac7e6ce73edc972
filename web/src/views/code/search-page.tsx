import { useEffect, useState } from "preact/hooks";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href, setQuery } from "../../app/router.ts";
import { EmptyState, withCode } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { AskBar } from "./ask-bar.tsx";
import { CodeBlock } from "./code-block.tsx";
import { CodePending } from "./code-pending.tsx";

type Result = Output<"search_code">["results"][number];

const waitMs = 120;

export function SearchPage({ query }: Pick<ViewProps, "query">) {
  const text = query["q"] ?? "";
  const words = useSettled(text.trim());
  const input = words === "" ? undefined : { query: words, limit: 20 };
  const found = useOperation("search_code", input);
  return (
    <>
      <h1 class="visually-hidden">Code</h1>
      <AskBar text={text} mode="search" onType={(typed) => setQuery({ q: typed, hit: undefined })} />
      {words === "" ? (
        <EmptyState title="Search the code by name, words or meaning">
          Results show as you type, with the text of the one you choose.
        </EmptyState>
      ) : found.data ? (
        <Results answer={found.data} chosen={query["hit"]} query={query} />
      ) : (
        <CodePending of={found} what="results" />
      )}
    </>
  );
}

interface ResultsProps extends Pick<ViewProps, "query"> {
  readonly answer: Output<"search_code">;
  /** By its place, because the list changes while a person types. */
  readonly chosen: string | undefined;
}

function Results({ answer: { results, notice, weaker }, chosen, query }: ResultsProps) {
  const current = results.find((result) => placeOf(result) === chosen) ?? results[0];
  if (!current) return <EmptyState title="Nothing found">Try fewer or other words.</EmptyState>;
  return (
    <>
      {notice ? <p class="note">{withCode(notice)}</p> : null}
      <div class="code-split">
        <ol class="hits" aria-label="Results">
          {results.map((result) => (
            <li key={placeOf(result)} data-row>
              <a
                href={href("code", [], { ...query, hit: placeOf(result) })}
                aria-current={result === current ? "true" : undefined}
              >
                <bdi class="hit-name">{titleOf(result)}</bdi>
                <span class="muted number">{result.relevance_percent}%</span>
                <bdi class="muted hit-path">
                  {result.path}:{result.start_line}
                </bdi>
              </a>
            </li>
          ))}
          {weaker ? <li class="muted">Weaker matches: {weaker.length}</li> : null}
        </ol>
        <Preview result={current} />
      </div>
    </>
  );
}

function Preview({ result }: { readonly result: Result }) {
  const [symbol] = result.symbols;
  return (
    <section class="preview" aria-label={`Preview of ${result.path}`}>
      <header class="panel-head">
        <h2>
          <bdi>
            {result.path}:{result.start_line}–{result.end_line}
          </bdi>
        </h2>
        {symbol ? <a href={href("code", ["symbol", symbol])}>Callers and callees</a> : null}
      </header>
      {result.breadcrumb ? (
        <p class="muted" dir="auto">
          {result.kind} {result.breadcrumb}
        </p>
      ) : null}
      <CodeBlock path={result.path} text={result.content} lines={result.start_line} />
    </section>
  );
}

function placeOf({ path, start_line }: Result): string {
  return `${path}:${start_line}`;
}

function titleOf({ symbols, breadcrumb, path }: Result): string {
  return symbols[0] ?? breadcrumb ?? path.split("/").at(-1) ?? path;
}

/** The text once nothing was typed for a moment; the first one at once. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
