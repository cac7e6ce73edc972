import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { go } from "../../app/router.ts";
import {
  drawingOf,
  type MapEdge,
  type MapNode,
  nodeHeight,
  nodeWidth,
  type PlacedEdge,
  type PlacedNode,
} from "./layout.ts";
import { addressOf, detailOf, relationOf, standingOf } from "./node-facts.ts";

interface DrawingProps {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  readonly selected: string | undefined;
  readonly onSelect: (id: string | undefined) => void;
}

const zooms = [0.4, 0.6, 0.8, 1, 1.25] as const;

/** One tab stop; arrow keys move to the nearest node in that direction. */
export function GraphDrawing({ nodes, edges, selected, onSelect }: DrawingProps) {
  const drawing = useMemo(() => drawingOf(nodes, edges), [nodes, edges]);
  const [zoom, setZoom] = useState(3);
  const frame = useRef<SVGSVGElement>(null);
  const scale = zooms[zoom] ?? 1;
  const current = drawing.nodes.find(({ node }) => node.id === selected);
  const near = useMemo(() => neighborsOf(edges, selected), [edges, selected]);
  useEffect(() => {
    if (selected === undefined) return;
    frame.current?.querySelector<SVGElement>(`[data-id="${CSS.escape(selected)}"]`)?.focus();
  }, [selected]);
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (event.key === "Escape") return onSelect(undefined);
    if (way === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = current === undefined ? drawing.nodes[0] : nearest(drawing.nodes, current, way);
    if (next) onSelect(next.node.id);
  };
  return (
    <div class="drawing-frame">
      <div class="zoom">
        <button type="button" aria-label="Smaller" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
          −
        </button>
        <button
          type="button"
          aria-label="Larger"
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        >
          +
        </button>
      </div>
      <section
        class="drawing"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Drawing of specs, work and code"
        onKeyDown={onKeyDown}
      >
        <svg
          ref={frame}
          width={drawing.width * scale}
          height={drawing.height * scale}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
        >
          <title>Specs, work and code; the table below says the same</title>
          {drawing.edges.map((edge) => (
            <EdgePath
              key={`${edge.edge.from} ${edge.edge.kind} ${edge.edge.to}`}
              of={edge}
              selected={selected}
            />
          ))}
          {drawing.nodes.map((placed) => (
            <NodeBox
              key={placed.node.id}
              of={placed}
              isSelected={placed.node.id === selected}
              isFaded={selected !== undefined && !near.has(placed.node.id)}
              onSelect={onSelect}
            />
          ))}
        </svg>
      </section>
    </div>
  );
}

function NodeBox({
  of: { node, x, y },
  isSelected,
  isFaded,
  onSelect,
}: {
  readonly of: PlacedNode;
  readonly isSelected: boolean;
  readonly isFaded: boolean;
  readonly onSelect: (id: string) => void;
}) {
  const address = addressOf(node);
  const classes = ["node", node.kind, standingOf(node), isSelected ? "selected" : "", isFaded ? "faded" : ""];
  return (
    <g transform={`translate(${x - nodeWidth / 2} ${y - nodeHeight / 2})`}>
      <a
        href={address}
        class={classes.join(" ")}
        data-id={node.id}
        tabIndex={isSelected ? 0 : -1}
        onFocus={() => onSelect(node.id)}
        onMouseEnter={() => onSelect(node.id)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go(address);
        }}
      >
        <title>{`${node.native ?? node.kind} ${node.label}: ${detailOf(node)}`}</title>
        <rect width={nodeWidth} height={nodeHeight} rx="6" />
        <rect class="stripe" width="5" height={nodeHeight} rx="2" />
        <text x="14" y="17" class="node-label">
          {fitted(node.label, 24)}
        </text>
        <text x="14" y="32" class="node-detail">
          {fitted(detailOf(node), 30)}
        </text>
      </a>
    </g>
  );
}

function EdgePath({ of: { edge, points }, selected }: { of: PlacedEdge; selected: string | undefined }) {
  const isNear = selected === edge.from || selected === edge.to;
  const classes = ["edge", edge.kind, isNear ? "near" : "", selected !== undefined && !isNear ? "faded" : ""];
  return (
    <path
      d={pathThrough(points)}
      class={classes.join(" ")}
      stroke-width={Math.min(1 + Math.log2(edge.weight) / 2, 4)}
    >
      <title>{`${edge.from} ${relationOf(edge)} ${edge.to}`}</title>
    </path>
  );
}

function pathThrough([first, ...rest]: PlacedEdge["points"]): string {
  if (first === undefined) return "";
  const parts = [`M${first.x} ${first.y}`];
  rest.forEach((point, index) => {
    const next = rest[index + 1];
    const end = next === undefined ? point : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    parts.push(`Q${point.x} ${point.y} ${end.x} ${end.y}`);
  });
  return parts.join("");
}

/** Letters of most scripts are half as wide as those of Chinese, Japanese and Korean. */
function fitted(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const letter of text) {
    width += /[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]/.test(letter) ? 2 : 1;
    if (width > columns) return `${text.slice(0, end)}…`;
    end += letter.length;
  }
  return text;
}

interface Way {
  readonly x: number;
  readonly y: number;
}
const ways: Readonly<Record<string, Way>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The nearest node ahead; what is off to the side counts as three times as far. */
function nearest(nodes: readonly PlacedNode[], from: PlacedNode, way: Way): PlacedNode | undefined {
  let best: { readonly node: PlacedNode; readonly far: number } | undefined;
  for (const node of nodes) {
    const [dx, dy] = [node.x - from.x, node.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    if (ahead <= 1) continue;
    const far = ahead + 3 * Math.abs(dx * way.y + dy * way.x);
    if (best === undefined || far < best.far) best = { node, far };
  }
  return best?.node;
}

function neighborsOf(edges: readonly MapEdge[], id: string | undefined): ReadonlySet<string> {
  const near = new Set<string>(id === undefined ? [] : [id]);
  for (const { from, to } of edges) {
    if (from === id) near.add(to);
    if (to === id) near.add(from);
  }
  return near;
}
