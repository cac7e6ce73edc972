import { useMemo } from "preact/hooks";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href, setQuery } from "../../app/router.ts";
import { EvidenceBar } from "../../components/evidence.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { VirtualList } from "../../components/virtual-list.tsx";

type SpecCounts = NonNullable<Output<"trace">["by_spec"]>[number];

interface Row {
  readonly id: string;
  readonly format: string;
  readonly requirements: number;
  readonly scenarios?: number | undefined;
  readonly states?: Readonly<Record<string, number>> | undefined;
  /** Open work on it. */
  readonly work: readonly string[];
}

type Line =
  | { readonly kind: "group"; readonly name: string; readonly count: number }
  | { readonly kind: "spec"; readonly row: Row };

const formatNames: Readonly<Record<string, string>> = {
  openspec: "OpenSpec",
  spox: "Spec Oxide",
  speckit: "spec-kit feature",
  specman: "SpecMan",
};

/** Specs of every format, in the folders that their ids name. */
export function SpecTree({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const overview = useOperation("specs_overview", {});
  // One rare state keeps the answer small: the counts of all states are in it anyway.
  const trace = useOperation("trace", { by_spec: true, state: ["retired"] });
  const rows = useMemo(() => merged(overview.data, trace.data?.by_spec), [overview.data, trace.data]);
  if (!overview.data) return <Pending of={overview} what="the specs" />;
  const words = (query["q"] ?? "").toLowerCase();
  const lines = grouped(rows.filter(({ id }) => id.toLowerCase().includes(words)));
  const features = rows.filter(({ format }) => format === "speckit").length;
  const requirements = rows.reduce((sum, row) => sum + row.requirements, 0);
  return (
    <>
      <header class="page-head">
        <h1>Specs</h1>
        <p class="muted">
          {counted(requirements, "requirement")} in {counted(rows.length - features, "spec")}
          {features > 0 ? ` and ${counted(features, "feature")}` : ""}
        </p>
        <search class="filters" aria-label="Filter the specs">
          <input
            type="search"
            aria-label="Filter by name"
            placeholder="Filter"
            value={query["q"] ?? ""}
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </search>
      </header>
      {rows.length === 0 && !trace.isLoading ? (
        <EmptyState title="No specs yet">
          Run <code>hewto init</code> to see what was found and to begin.
        </EmptyState>
      ) : null}
      {rows.length > 0 && lines.length === 0 ? (
        <EmptyState title={`No spec is called “${query["q"]}”`} />
      ) : null}
      {lines.length > 0 ? (
        <VirtualList label="Specs" rows={lines} rowKey={keyOf} render={(line) => <TreeLine line={line} />} />
      ) : null}
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function keyOf(line: Line): string {
  return line.kind === "group" ? `group ${line.name}` : `${line.row.format} ${line.row.id}`;
}

function TreeLine({ line }: { readonly line: Line }) {
  if (line.kind === "group") {
    return (
      <div class="tree-group">
        {line.name} <span class="count">{line.count}</span>
      </div>
    );
  }
  const { id, format, requirements, scenarios, states, work } = line.row;
  const name = id.slice(id.lastIndexOf("/") + 1);
  const address =
    format === "speckit" ? href("work", [id]) : href("specs", [id], format === "specman" ? { format } : {});
  return (
    <div class="tree-row" data-row>
      <a href={address} dir="auto">
        {name}
      </a>
      <span class="muted tree-format">{formatNames[format] ?? format}</span>
      <span class="tree-work">
        {work.map((change) => (
          <a key={change} href={href("work", [change])}>
            {change}
          </a>
        ))}
      </span>
      <span class="count">
        {counted(requirements, "requirement")}
        {scenarios === undefined ? "" : `, ${counted(scenarios, "scenario")}`}
      </span>
      {states ? <EvidenceBar states={states} /> : <span class="evidence" />}
    </div>
  );
}

function merged(
  overview: Output<"specs_overview"> | undefined,
  counts: readonly SpecCounts[] = [],
): readonly Row[] {
  const traced = new Map(counts.map((each) => [each.spec, each]));
  const specs = (overview?.specs ?? []).map(({ id, requirements, scenarios }) => ({
    id,
    format: traced.get(id)?.format ?? "openspec",
    requirements,
    scenarios,
    states: traced.get(id)?.states,
    work: (overview?.changes ?? [])
      .filter(({ deltas }) => deltas.some(({ spec_id }) => spec_id === id))
      .map((each) => each.id),
  }));
  const known = new Set(specs.map(({ id }) => id));
  const others = counts
    .filter(({ spec }) => !known.has(spec))
    .map(({ spec, format, requirements, states }) => ({ id: spec, format, requirements, states, work: [] }));
  return [...specs, ...others];
}

/** Under the folder of their id; those without one come first. */
function grouped(rows: readonly Row[]): readonly Line[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const folder = row.id.includes("/") ? row.id.slice(0, row.id.lastIndexOf("/")) : "";
    const group = groups.get(folder);
    if (group) group.push(row);
    else groups.set(folder, [row]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, members]): Line[] => [
      ...(name === "" ? [] : [{ kind: "group" as const, name, count: members.length }]),
      ...members.map((row) => ({ kind: "spec" as const, row })),
    ]);
}
