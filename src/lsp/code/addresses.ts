import { type CompletionItem, CompletionItemKind, type Position } from "vscode-languageserver/node";
import { withoutChange } from "../../trace/model/graph.ts";
import type { RequirementNode } from "../../trace/model/node.ts";
import { rangeOn } from "../session/positions.ts";
import { code, quoted } from "../session/quote.ts";
import type { OpenFile } from "../session/session.ts";
import { graphOf } from "./tag-findings.ts";

const openTag = /\[\s*(?:ensures|verifies|implements)\s*:(?:[^[\]]*,)?\s*([^\s,[\]]*)$/i;
const maxItems = 1_000;

/** Inside a tag: the addresses of requirements. Undefined elsewhere. */
export async function addressItems(
  file: Pick<OpenFile, "folder">,
  before: string,
  { line, character }: Position,
): Promise<CompletionItem[] | undefined> {
  const typed = openTag.exec(before)?.[1];
  if (typed === undefined) return undefined;
  const graph = await graphOf(file);
  const range = rangeOn(line, character - typed.length, character);
  const wanted = typed.toLowerCase();
  const isFull = graph.nodes.some(({ format }) => wanted.startsWith(`${format}:`));
  // What a change modifies has the address of the live requirement.
  const byLabel = new Map<string, RequirementNode>();
  for (const node of graph.nodes) {
    const label = withoutChange(isFull ? node.address : graph.short(node));
    if (!byLabel.has(label) || node.change === undefined) byLabel.set(label, node);
  }
  const items = [...byLabel].map(([label, node]) => ({ label, node }));
  const fitting = items.filter(({ label, node }) => `${label} ${node.name}`.toLowerCase().includes(wanted));
  return fitting.slice(0, maxItems).map(({ node, label }) => ({
    label,
    detail: node.name,
    filterText: `${label} ${node.name}`,
    kind: CompletionItemKind.Reference,
    documentation: { kind: "markdown", value: `${code(node.file)}\n\n${quoted(node.text)}` },
    textEdit: { range, newText: label },
  }));
}
