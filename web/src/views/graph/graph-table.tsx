import { useMemo } from "preact/hooks";
import { href } from "../../app/router.ts";
import { Table } from "../../components/table.tsx";
import type { MapEdge, MapNode } from "./layout.ts";
import { addressOf, detailOf, relationOf } from "./node-facts.ts";

interface GraphTableProps {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

const maxRelations = 6;

/** The same facts as the drawing, for screen readers and for searching in the page. */
export function GraphTable({ nodes, edges }: GraphTableProps) {
  const labels = useMemo(() => new Map(nodes.map(({ id, label }) => [id, label])), [nodes]);
  const outgoing = useMemo(() => {
    const byNode = new Map<string, MapEdge[]>();
    for (const edge of edges) byNode.set(edge.from, [...(byNode.get(edge.from) ?? []), edge]);
    return byNode;
  }, [edges]);
  const relations = (id: string) => {
    const own = outgoing.get(id) ?? [];
    const shown = own
      .slice(0, maxRelations)
      .map((edge) => `${relationOf(edge)} ${labels.get(edge.to) ?? edge.to}`);
    return own.length > maxRelations ? [...shown, `${own.length - maxRelations} more`] : shown;
  };
  return (
    <Table
      caption="Specs, work and code, and what connects them"
      rows={nodes}
      rowKey={({ id }) => id}
      columns={[
        { title: "Name", kind: "narrow", cell: (node) => <a href={addressOf(node)}>{node.label}</a> },
        {
          title: "Kind",
          kind: "narrow",
          cell: ({ native, kind }) => native ?? (kind === "module" ? "code" : kind),
        },
        { title: "State", kind: "narrow", cell: detailOf },
        { title: "Connections", kind: "wide", cell: ({ id }) => relations(id).join(", ") },
        {
          title: "Near",
          kind: "narrow",
          cell: ({ id, label }) => (
            <a href={href("graph", [], { around: id })} aria-label={`Around it: ${label}`}>
              Around it
            </a>
          ),
        },
      ]}
    />
  );
}
