import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import type { RefObject } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Output } from "../../api/transport.ts";
import { useOperation } from "../../api/use-operation.ts";
import { href } from "../../app/router.ts";
import { Badge, type Tone } from "../../components/badge.tsx";
import { EmptyState, Pending } from "../../components/states.tsx";
import { Table } from "../../components/table.tsx";
import type { ViewProps } from "../table.ts";
import { counted } from "./node-facts.ts";
import { type TreeNode, treeOf } from "./tree.ts";

type CodeMap = Output<"code_map">;
type File = CodeMap["files"][number];
type Evidence = File["evidence"];

const tones: Readonly<Record<Evidence, Tone>> = {
  failing: "bad",
  doubtful: "warn",
  claimed: "accent",
  verified: "good",
  none: "plain",
};
const meanings: Readonly<Record<Evidence, string>> = {
  failing: "a test of its requirements fails",
  doubtful: "a text or a result is out of date",
  claimed: "linked to requirements, no fresh result",
  verified: "its requirements are verified",
  none: "no requirement names it",
};

export function TreemapPart({ query }: Pick<ViewProps, "query">) {
  const folder = query["folder"];
  const map = useOperation("code_map", folder === undefined ? {} : { path: folder });
  if (!map.data) return <Pending of={map} what="the code" />;
  if (map.data.total.files === 0)
    return <EmptyState title="No code found">Nothing to draw in this folder.</EmptyState>;
  return (
    <>
      <nav class="crumbs" aria-label="Folder">
        {crumbsOf(folder).map(({ name, path }) => (
          <a key={path} href={href("graph", ["treemap"], { folder: path })}>
            {name}
          </a>
        ))}
      </nav>
      <Sums of={map.data} />
      <Drawing map={map.data} folder={folder ?? ""} />
      <Files of={map.data} />
    </>
  );
}

function Sums({ of: { evidence, total } }: { readonly of: CodeMap }) {
  return (
    <p class="sums">
      {counted(total.files, "file")}:{" "}
      {Object.entries(evidence).map(([name, count]) => (
        <span key={name} class="legend">
          <span class={`swatch evidence ${name}`} aria-hidden="true" /> {count} {name}{" "}
        </span>
      ))}
    </p>
  );
}

/** The width of an element, so that letters in a drawing have the size that they have elsewhere. */
function useWidth(start: number): [RefObject<HTMLDivElement | null>, number] {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(start);
  useLayoutEffect(() => {
    if (!frame.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? start)));
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, []);
  return [frame, Math.max(minWidth, width)];
}

const minWidth = 240;

function Drawing({ map, folder }: { readonly map: CodeMap; readonly folder: string }) {
  const [at, setAt] = useState(0);
  const [frame, width] = useWidth(900);
  const height = Math.round(Math.min(620, Math.max(360, width * 0.52)));
  const root = useMemo(() => {
    const tree = hierarchy<TreeNode>(treeOf(map, folder), ({ children }) => children)
      .sum(({ bytes }) => bytes)
      .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
    return treemap<TreeNode>()
      .size([width, height])
      .tile(treemapSquarify)
      .paddingOuter(2)
      .paddingTop(({ depth }) => (depth === 0 ? 0 : 15))
      .paddingInner(1)
      .round(true)(tree);
  }, [map, folder, width, height]);
  const folders = root.descendants().filter(({ children, depth }) => children && depth > 0);
  const leaves = root.leaves();
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (at + step + leaves.length) % leaves.length;
    setAt(next);
    const links = (event.currentTarget as Element).querySelectorAll<SVGElement>("a.leaf");
    links[next]?.focus();
  };
  return (
    <div ref={frame}>
      <svg class="treemap" viewBox={`0 0 ${width} ${height}`} onKeyDown={onKeyDown}>
        <title>Files by size, colored by evidence; the table below says the same</title>
        {folders.map(({ data, x0, y0, x1 }) => (
          <text key={data.path} x={x0 + 4} y={y0 + 11} class="folder-label">
            {fittedLabel(data.name, x1 - x0 - 6)}
          </text>
        ))}
        {leaves.map(({ data, x0, y0, x1, y1 }, index) => (
          <a
            key={data.path}
            href={leafAddress(data)}
            class={`leaf ${data.evidence ?? "rest"}`}
            tabIndex={index === at ? 0 : -1}
            onFocus={() => setAt(index)}
          >
            <title>{leafTitle(data)}</title>
            <rect x={x0} y={y0} width={Math.max(0, x1 - x0)} height={Math.max(0, y1 - y0)} />
            {x1 - x0 > 46 && y1 - y0 > 14 ? (
              <text x={x0 + 3} y={y0 + 11} class="leaf-label">
                {fittedLabel(data.name, x1 - x0 - 6)}
              </text>
            ) : null}
          </a>
        ))}
      </svg>
    </div>
  );
}

function leafAddress({ path, evidence, folder }: TreeNode): string {
  if (folder !== undefined) return href("graph", ["treemap"], { folder });
  if (evidence !== undefined && evidence !== "none") return href("trace", [], { file: path });
  return href("code", [], { q: path });
}

function leafTitle({ path, lines, evidence, requirements, files }: TreeNode): string {
  if (files !== undefined) return `${counted(files, "smaller file")} in ${path}`;
  const served = requirements ? `, ${counted(requirements, "requirement")}` : "";
  return `${path}: ${counted(lines ?? 0, "line")}${served}, ${meanings[evidence ?? "none"]}`;
}

function fittedLabel(text: string, pixels: number): string {
  const letters = Math.floor(pixels / 6.4);
  if (letters < 3) return "";
  return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

function crumbsOf(folder: string | undefined): { name: string; path: string | undefined }[] {
  const parts = (folder ?? "").split("/").filter((part) => part !== "" && part !== ".");
  return [
    { name: "All code", path: undefined },
    ...parts.map((name, index) => ({ name, path: parts.slice(0, index + 1).join("/") })),
  ];
}

const maxRows = 200;

function Files({ of: { files } }: { readonly of: CodeMap }) {
  const rows = useMemo(() => [...files].sort((a, b) => b.bytes - a.bytes).slice(0, maxRows), [files]);
  return (
    <Table
      caption="The largest files with their evidence"
      rows={rows}
      rowKey={({ path }) => path}
      columns={[
        {
          title: "File",
          kind: "wide",
          cell: (file) => <a href={leafAddress({ ...file, name: file.path })}>{file.path}</a>,
        },
        { title: "Lines", kind: "number", cell: ({ lines }) => lines },
        { title: "Requirements", kind: "number", cell: ({ requirements }) => requirements },
        {
          title: "Evidence",
          kind: "narrow",
          cell: ({ evidence }) => (
            <Badge tone={tones[evidence]} title={meanings[evidence]}>
              {evidence}
            </Badge>
          ),
        },
      ]}
    />
  );
}
