import { type ConstraintGroup, readConstraints } from "../../artifacts/model/constraints.ts";
import { type MarkdownDocument, readMarkdown } from "../../markdown/document.ts";
import { flattenItems, type ListItem, readListItems } from "../../markdown/list-items.ts";
import { levelOf } from "../model/level.ts";
import type { RequirementNode } from "../model/node.ts";
import { normalText } from "../model/revision.ts";
import { type NodesOfFile, nodeAt, type Place } from "./place.ts";

/** The constraint groups of a specification, and each bullet of a group that has a word such as MUST. */
export function specmanNodes(place: Place, text: string, normative: readonly string[]): NodesOfFile {
  const document = readMarkdown(text);
  const seen = new Set<string>();
  const groups = readConstraints(document).groups.filter(({ id }) => !seen.has(id) && seen.add(id));
  return { nodes: groups.flatMap((group) => groupNodes(place, document, group, normative)), problems: [] };
}

function groupNodes(
  place: Place,
  document: MarkdownDocument,
  group: ConstraintGroup,
  normative: readonly string[],
): RequirementNode[] {
  const { id, line, endLine } = group;
  const items = flattenItems(readListItems(document, line + 1, endLine));
  const statements = items.filter((item) => levelOf(ownText(item), normative) !== undefined);
  const body = linesOf(document, line + 1, endLine);
  const node = nodeAt(place, {
    kind: "group",
    item: id,
    name: id,
    text: normalText(body),
    level: levelOf(body, normative),
    line,
    endLine,
    needs: statements.length === 0 ? ["test"] : [],
  });
  const parts = statements.map((item, index) =>
    nodeAt(place, {
      kind: "statement",
      item: id,
      part: String(index + 1),
      parent: node.address,
      name: normalText(item.text),
      text: normalText(linesOf(document, item.line, item.endLine)),
      level: levelOf(ownText(item), normative),
      line: item.line,
      endLine: item.endLine,
      needs: ["test"],
    }),
  );
  return [node, ...parts];
}

function ownText({ text, paragraphs }: ListItem): string {
  return [text, ...paragraphs.map((paragraph) => paragraph.text)].join(" ");
}

function linesOf(document: MarkdownDocument, from: number, to: number): string {
  return document
    .linesBetween(from, to)
    .map((line) => line.text)
    .join("\n");
}
