import type { Diagram } from "./answer.ts";

const dashed = new Set(["possible", "external"]);

/** For Graphviz: `hewto research … --dot | dot -Tsvg`. */
export function dotOf({ nodes, edges }: Diagram): string {
  const lines = [
    ...nodes.map(({ id, symbol, kind }) => `  ${quoted(id)} [label=${quoted(`${symbol}\n${kind}`)}];`),
    ...edges.map(({ from, to, kind, confidence, weight }) => {
      const style = dashed.has(confidence) ? ", style=dashed" : "";
      const label = weight === undefined ? kind : `${kind} ${weight}`;
      return `  ${quoted(from)} -> ${quoted(to)} [label=${quoted(label)}${style}];`;
    }),
  ];
  return [
    "digraph research {",
    "  rankdir=LR;",
    "  node [shape=box, fontname=monospace];",
    ...lines,
    "}",
  ].join("\n");
}

/** For Markdown that renders Mermaid. */
export function mermaidOf({ nodes, edges }: Diagram): string {
  const numbers = new Map(nodes.map(({ id }, at) => [id, `n${at}`]));
  return [
    "flowchart LR",
    ...nodes.map(({ id, symbol }) => `  ${numbers.get(id)}["${escaped(symbol)}"]`),
    ...edges.map(({ from, to, kind, confidence, weight }) => {
      const arrow = dashed.has(confidence) ? "-.->" : "-->";
      return `  ${numbers.get(from)} ${arrow}|${kind}${weight === undefined ? "" : ` ${weight}`}| ${numbers.get(to)}`;
    }),
  ].join("\n");
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`;
}

/** Mermaid reads `#…;` as a character, and nothing else may stand for a quote. */
function escaped(text: string): string {
  return text.replace(/[#"<>&`]/g, (char) => `#${char.charCodeAt(0)};`);
}
