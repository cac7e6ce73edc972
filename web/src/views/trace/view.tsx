import { useMemo } from "preact/hooks";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href, setQuery } from "../../app/router.ts";
import { EmptyState, Pending } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { Exports } from "./exports.tsx";
import { Filters } from "./filters.tsx";
import { Matrix } from "./matrix.tsx";
import { RequirementPanel } from "./requirement.tsx";
import { allStates, countsOf, type Filter, matching, type Row, rowsOf } from "./rows.ts";
import { TagFindings } from "./tag-findings.tsx";
import "./trace.css";

const tabs = { requirements: "Requirements", tags: "Tags", export: "Export" } as const;

export function View({ path, query }: ViewProps) {
  const trace = useOperation("trace", { state: [...allStates] });
  const rows = useMemo(() => (trace.data ? rowsOf(trace.data) : []), [trace.data]);
  if (!trace.data) return <Pending of={trace} what="requirements and their tests" />;
  if (rows.length === 0) {
    return (
      <>
        <h1>Trace</h1>
        <EmptyState title="No requirements found">
          Specs, features and artifacts have requirements. Run <code>hewto init</code> to start with one.
        </EmptyState>
      </>
    );
  }
  const tab = query["tab"] ?? "requirements";
  const { findings } = trace.data;
  return (
    <div class="trace-view">
      <header class="view-head">
        <h1>Trace</h1>
        <Verified of={trace.data} />
        <nav class="tabs" aria-label="Parts of the trace">
          {Object.entries(tabs).map(([name, title]) => (
            <a
              key={name}
              href={href("trace", [], { ...query, tab: name === "requirements" ? undefined : name })}
              aria-current={tab === name ? "page" : undefined}
            >
              {title}
              {name === "tags" && findings.length > 0 ? ` (${findings.length})` : ""}
            </a>
          ))}
        </nav>
      </header>
      {tab === "tags" ? <TagFindings findings={findings} notes={trace.data.notes} /> : null}
      {tab === "export" ? <Exports /> : null}
      {tab === "requirements" ? <Requirements rows={rows} path={path} query={query} /> : null}
    </div>
  );
}

/** How many requirements have the evidence that the project asks for. */
function Verified({ of: { live, verified, require, evidence } }: { readonly of: Output<"trace"> }) {
  if (evidence.reports === 0)
    return (
      <p class="muted">
        {live} live, no test results yet. Add the report of a test run: <code>hewto evidence add FILE</code>
      </p>
    );
  return (
    <p>
      <strong>
        {verified ?? 0} of {live}
      </strong>{" "}
      verified <span class="muted">(asked for: {require})</span>
    </p>
  );
}

interface RequirementsProps extends ViewProps {
  readonly rows: readonly Row[];
}

function Requirements({ rows, path, query }: RequirementsProps) {
  const { state, spec, q: text, file } = query;
  const filter: Filter = { state, spec, text, file, isMustOnly: query["must"] === "1" };
  const key = JSON.stringify(filter);
  const found = useMemo(() => matching(rows, filter), [rows, key]);
  const shown = useMemo(
    () => (state === undefined ? found : found.filter(({ leaf }) => leaf.state === state)),
    [found, state],
  );
  const specs = useMemo(() => [...new Set(rows.map((row) => row.spec))].sort(), [rows]);
  const [address] = path;
  const selected = address === undefined ? undefined : rows.find(({ leaf }) => leaf.address === address);
  return (
    <>
      <Filters
        counts={countsOf(found)}
        specs={specs}
        filter={filter}
        shown={shown.length}
        total={rows.length}
      />
      <div class={selected ? "split" : undefined}>
        {shown.length === 0 ? (
          <EmptyState title="No requirement matches these filters">
            <button type="button" onClick={() => setQuery(nothing)}>
              Clear the filters
            </button>
          </EmptyState>
        ) : (
          <Matrix rows={shown} query={query} selected={address} />
        )}
        {selected ? <RequirementPanel row={selected} close={href("trace", [], query)} /> : null}
      </div>
      {address !== undefined && !selected ? (
        <EmptyState title={`There is no requirement ${address}`}>
          It may have been renamed or archived. <a href={href("trace")}>See all</a>.
        </EmptyState>
      ) : null}
    </>
  );
}

const nothing = { state: undefined, spec: undefined, q: undefined, must: undefined, file: undefined };
