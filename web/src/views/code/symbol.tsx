import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Badge } from "../../components/badge.tsx";
import { CommandChip } from "../../components/command-chip.tsx";
import { AskBar } from "./ask-bar.tsx";
import { CodeBlock } from "./code-block.tsx";
import { CodePending } from "./code-pending.tsx";

type Context = Output<"symbol_context">;
type Related = Context["callers"][number];

/** A declaration with what calls it, what it calls, its types, tests and requirements. */
export function SymbolPage({ name }: { readonly name: string }) {
  const found = useOperation("symbol_context", { name });
  return (
    <>
      <AskBar text={name} mode="search" />
      {found.data ? <Details of={found.data} /> : <CodePending of={found} what={name} />}
      <CommandChip operation="symbol_context" input={{ name }} />
    </>
  );
}

function Details({ of: context }: { readonly of: Context }) {
  const { symbol, doc, text, requirements, others } = context;
  return (
    <>
      <header class="view-head">
        <h1>
          <bdi>{symbol.symbol}</bdi>
        </h1>
        <Badge>{symbol.kind}</Badge>
        <bdi class="muted">
          {symbol.source.path}:{symbol.source.line}
        </bdi>
        <a href={href("code", ["ask"], { q: `what breaks if ${symbol.symbol} changes` })}>
          What breaks if it changes?
        </a>
      </header>
      {doc ? (
        <p class="doc" dir="auto">
          {doc.slice(0, 2000)}
        </p>
      ) : null}
      <div class="neighbors">
        <Neighbors title="Called by" rows={context.callers} none="Nothing calls it." />
        <Neighbors title="Calls" rows={context.callees} none="It calls nothing of this code." />
        <Neighbors title="Tests" rows={context.tests} none="No test reaches it." />
        {context.supertypes.length > 0 ? <Neighbors title="Is a" rows={context.supertypes} none="" /> : null}
        {context.subtypes.length > 0 ? (
          <Neighbors title="Implemented by" rows={context.subtypes} none="" />
        ) : null}
        {requirements.length > 0 ? (
          <section>
            <h2>Requirements</h2>
            <ul class="plain-list">
              {requirements.map((address) => (
                <li key={address}>
                  <a href={href("trace", [address])}>{address}</a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      <CodeBlock path={symbol.source.path} text={text} />
      {others.length > 0 ? <Others of={others} /> : null}
    </>
  );
}

function Neighbors({ title, rows, none }: { title: string; rows: readonly Related[]; none: string }) {
  return (
    <section>
      <h2>
        {title} {rows.length > 0 ? <span class="muted number">{rows.length}</span> : null}
      </h2>
      {rows.length === 0 ? <p class="muted">{none}</p> : null}
      <ul class="plain-list">
        {rows.map(({ symbol, source, confidence }) => (
          <li key={`${symbol} ${source.path}:${source.line}`} data-row>
            <a href={href("code", ["symbol", symbol])}>
              <bdi>{symbol}</bdi>
            </a>{" "}
            {confidence === "exact" ? null : <span class="muted">{confidence}</span>}
            <br />
            <bdi class="muted">
              {source.path}:{source.line}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Others({ of: others }: { readonly of: Context["others"] }) {
  return (
    <section>
      <h2>Others of that name</h2>
      <ul class="plain-list">
        {others.map(({ symbol, kind, source }) => (
          <li key={`${source.path}:${source.line}`}>
            {kind} <a href={href("code", ["symbol", symbol])}>{symbol}</a>{" "}
            <bdi class="muted">
              {source.path}:{source.line}
            </bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
