import type { DependencyTree, TreeNode } from "./summary.ts";
import { labelOf } from "./tree.ts";

export const treeViews = ["complete", "upstream", "downstream"] as const;
export type TreeView = (typeof treeViews)[number];

const nouns = {
  Specification: "specification",
  Implementation: "implementation",
  ScratchPad: "scratch pad",
} as const;

/** A dependency tree drawn with lines: its dependencies are upstream, its dependents are downstream. */
export function treeText(tree: DependencyTree, view: TreeView): string {
  const { root } = tree;
  const lines = [`Dependency tree (${view}) for ${nouns[root.id.kind]} '${root.id.name}'`];
  if (view !== "upstream")
    lines.push(...section("Downstream", tree.downstream.length, tree.tree.downstream, labelOf(root)));
  if (view !== "downstream")
    lines.push(...section("Upstream", tree.upstream.length, tree.tree.upstream, labelOf(root)));
  for (const { message } of tree.errors) lines.push(`! ${message}`);
  return lines.join("\n");
}

function section(title: string, edges: number, node: TreeNode, label: string): string[] {
  const head = `  ${title}: ${edges} edge(s)`;
  if (node.children.length === 0) return [head, `  ${label}`, "  (none)"];
  return [head, `  ${label}`, ...branches(node.children, "  ")];
}

function branches(children: readonly TreeNode[], indent: string): string[] {
  return children.flatMap((child, index) => {
    const isLast = index === children.length - 1;
    const line = `${indent}${isLast ? "└── " : "├── "}${child.label}${noteOf(child)}`;
    return [line, ...branches(child.children, `${indent}${isLast ? "    " : "│   "}`)];
  });
}

function noteOf({ optional, status, repeated, cut }: TreeNode): string {
  const notes = [
    optional ? "optional" : "",
    status ?? "",
    repeated ? "shown above" : "",
    cut ? "more below" : "",
  ];
  const text = notes.filter((note) => note !== "").join(", ");
  return text === "" ? "" : ` (${text})`;
}
