import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { href } from "../../app/router.ts";
import { LoadingState } from "../../components/states.tsx";
import type { ViewProps } from "../table.ts";
import "./graph.css";

/** Layout and drawing are loaded when they are looked at. */
const parts = {
  graph: { title: "Graph", load: async () => (await import("./graph-part.tsx")).GraphPart },
  treemap: { title: "Treemap", load: async () => (await import("./treemap-part.tsx")).TreemapPart },
};
type PartName = keyof typeof parts;

export function View({ path, query }: ViewProps) {
  const name: PartName = path[0] === "treemap" ? "treemap" : "graph";
  const [Part, setPart] = useState<{ name: PartName; component: ComponentType<Pick<ViewProps, "query">> }>();
  useEffect(() => {
    let isCurrent = true;
    parts[name].load().then((component) => isCurrent && setPart({ name, component }));
    return () => {
      isCurrent = false;
    };
  }, [name]);
  return (
    <>
      <header class="view-head">
        <h1>Graph</h1>
        <nav class="tabs" aria-label="Drawings">
          {Object.entries(parts).map(([each, { title }]) => (
            <a
              key={each}
              href={href("graph", each === "graph" ? [] : [each])}
              aria-current={each === name ? "page" : undefined}
            >
              {title}
            </a>
          ))}
        </nav>
      </header>
      {Part?.name === name ? <Part.component query={query} /> : <LoadingState what="the drawing" />}
    </>
  );
}
