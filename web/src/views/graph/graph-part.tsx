import { useMemo, useRef, useState } from "preact/hooks";
import type { Input, Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href, setQuery } from "../../app/router.ts";
import { EmptyState, Pending } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import { GraphDrawing } from "./graph-drawing.tsx";
import { GraphTable } from "./graph-table.tsx";

const kinds = ["spec", "work", "module"] as const;
type Kind = (typeof kinds)[number];
const kindNames = { spec: "Specs", work: "Work", module: "Code" };

export function GraphPart({ query }: Pick<ViewProps, "query">) {
  const around = query["around"];
  const chosen = kinds.filter((kind) => !(query["hide"] ?? "").split(" ").includes(kind));
  const input: Input<"project_graph"> = {
    ...(around === undefined ? {} : { around }),
    ...(chosen.length === kinds.length ? {} : { kinds: chosen }),
  };
  const graph = useOperation("project_graph", input);
  return (
    <>
      <div class="filters">
        <KindFilter chosen={chosen} />
        {around === undefined ? null : (
          <a class="chip-link" href={href("graph", [], { hide: query["hide"] })}>
            Around {around.split(":").at(-1)} ✕
          </a>
        )}
        <Legend />
      </div>
      {graph.data ? <Shown of={graph.data} /> : <Pending of={graph} what="the graph" />}
    </>
  );
}

function Shown({ of: graph }: { readonly of: Output<"project_graph"> }) {
  const [selected, setSelected] = useState<string | undefined>(undefined);
  const table = useRef<HTMLDivElement>(null);
  const { nodes, edges, left_out, notes } = graph;
  const counts = useMemo(() => `${nodes.length} nodes, ${edges.length} edges`, [graph]);
  if (nodes.length === 0)
    return (
      <EmptyState title="Nothing to draw">There are no specs, no work and no code of this kind.</EmptyState>
    );
  return (
    <>
      <p class="muted">
        {counts}
        {left_out.nodes + left_out.edges > 0
          ? `; the most connected are drawn, ${left_out.nodes} nodes and ${left_out.edges} edges are not`
          : ""}
        . Arrow keys move between nodes, Enter opens one.{" "}
        <button type="button" class="plain" onClick={() => table.current?.focus()}>
          Go to the table
        </button>
      </p>
      <GraphDrawing nodes={nodes} edges={edges} selected={selected} onSelect={setSelected} />
      {notes.map((note) => (
        <p key={note} class="muted">
          {note}
        </p>
      ))}
      <div ref={table} tabIndex={-1}>
        <GraphTable nodes={nodes} edges={edges} />
      </div>
    </>
  );
}

function KindFilter({ chosen }: { readonly chosen: readonly Kind[] }) {
  const toggle = (kind: Kind) => {
    const hidden = kinds.filter((each) => (each === kind ? chosen.includes(each) : !chosen.includes(each)));
    setQuery({ hide: hidden.length === kinds.length ? undefined : hidden.join(" ") });
  };
  return (
    <fieldset class="state-filter">
      <legend class="visually-hidden">Show</legend>
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="chip"
          aria-pressed={chosen.includes(kind)}
          onClick={() => toggle(kind)}
        >
          {kindNames[kind]}
        </button>
      ))}
    </fieldset>
  );
}

function Legend() {
  return (
    <span class="legend muted" aria-hidden="true">
      <span class="swatch spec" /> spec <span class="swatch work" /> work <span class="swatch module" /> code{" "}
      <span class="swatch overlaps" /> overlap
    </span>
  );
}
