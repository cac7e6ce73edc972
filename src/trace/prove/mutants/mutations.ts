import { lineTable } from "../../../code/text/lines.ts";
import type { Span, Syntax, SyntaxNode } from "../../tests/syntax.ts";
import { swiftMutations } from "./swift.ts";
import {
  emptyStatement,
  type MutationOperator,
  neutralValue,
  nodes,
  operatorSwaps,
  reporting,
  timing,
} from "./table.ts";

/** A small change of a source text: the part from `from` to `to` becomes `replacement`. */
export interface Mutation extends Span {
  readonly replacement: string;
  readonly operator: MutationOperator;
  readonly line: number;
}

export type MutationDraft = Omit<Mutation, "line">;

/** Every change that the operators allow inside a range, in the order of the text. */
export function mutationsIn(syntax: Syntax, range: Span): Mutation[] {
  const { root, text } = syntax;
  const lines = lineTable(text);
  const drafts = root === undefined ? swiftMutations(syntax) : [...visit(syntax, root, range)];
  return drafts
    .filter(({ from, to }) => range.from <= from && to <= range.to)
    .map((draft) => ({ ...draft, line: lines.lineAt(draft.from) }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

/** The text with the change made. */
export function mutated(text: string, { from, to, replacement }: Mutation): string {
  return text.slice(0, from) + replacement + text.slice(to);
}

interface Visit {
  readonly node: SyntaxNode;
  readonly parents: readonly SyntaxNode[];
}

const maxDepth = 200;

function* visit(syntax: Syntax, root: SyntaxNode, range: Span): Generator<MutationDraft> {
  const ahead: Visit[] = [{ node: root, parents: [] }];
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    const { node, parents } = next;
    if (node.to <= range.from || node.from >= range.to || isSkipped(syntax, node)) continue;
    yield* changesOf(syntax, node, parents);
    if (parents.length >= maxDepth) continue;
    const around = [node, ...parents];
    for (const child of node.children) ahead.push({ node: child, parents: around });
  }
}

function isSkipped({ text }: Syntax, node: SyntaxNode): boolean {
  if (nodes.skipped.has(node.type) && node.isNamed) return true;
  const isCall = nodes.statement.has(node.type) || nodes.call.has(node.type);
  return isCall && reporting.test(text.slice(node.from, Math.min(node.to, node.from + 80)));
}

function* changesOf(
  syntax: Syntax,
  node: SyntaxNode,
  parents: readonly SyntaxNode[],
): Generator<MutationDraft> {
  const { text } = syntax;
  const { type, from, to } = node;
  const own = text.slice(from, to);
  const replaced = (operator: MutationOperator, replacement: string): MutationDraft => {
    return { from, to, replacement, operator };
  };
  if (nodes.binary.has(type)) yield* binaryChanges(text, node);
  else if (nodes.unary.has(type) && /^(?:!|not\b)/.test(own)) {
    const rest = own.replace(/^(?:!|not\b)\s*/, "");
    yield replaced("negation", rest);
  } else if (nodes.number.has(type) && /^\d[\d_]*$/.test(own) && !isTiming(text, parents)) {
    yield replaced("number", String(Number(own.replaceAll("_", "")) + 1));
  } else if (node.isNamed && node.children.every(({ isNamed }) => !isNamed) && booleans.has(own)) {
    yield replaced("boolean", booleans.get(own) ?? own);
  } else if (nodes.string.has(type)) yield* stringChanges(text, node, parents);
  else if (type === "optional_chain" && /^\.?\w/.test(text.slice(to))) yield replaced("chain", ".");
  if (nodes.conditional.has(type)) yield* conditionChanges(syntax, node);
  if (nodes.return.has(type)) yield* returnChanges(syntax, node);
  if (isStatement(syntax, node, parents[0]))
    yield replaced("statement", emptyStatement[syntax.language] ?? (own.endsWith(";") ? ";" : ""));
}

const booleans = new Map([
  ["true", "false"],
  ["false", "true"],
  ["True", "False"],
  ["False", "True"],
]);

function* binaryChanges(text: string, node: SyntaxNode): Generator<MutationDraft> {
  for (const [index, { field, from, to }] of node.children.entries()) {
    if (field !== "operator" && field !== "operators") continue;
    const symbol = text.slice(from, to);
    const right = node.children[index + 1];
    if (symbol === "??" && right !== undefined) {
      const before = node.children[index - 1];
      if (before !== undefined) yield { from: before.to, to: right.to, replacement: "", operator: "chain" };
      continue;
    }
    // With a text on one side, + joins.
    const joins = node.children.some(({ type }) => nodes.string.has(type) || type === "template_string");
    for (const [operator, replacement] of operatorSwaps[symbol] ?? [])
      if (!(operator === "arithmetic" && joins)) yield { from, to, replacement, operator };
  }
}

/** A text is emptied, unless it is a key or names a module. */
function* stringChanges(
  text: string,
  { from, to }: SyntaxNode,
  [parent]: readonly SyntaxNode[],
): Generator<MutationDraft> {
  const own = text.slice(from, to);
  const isKey = parent !== undefined && /pair|property|entry/.test(parent.type) && isFirst(parent, from);
  const isDoc = parent !== undefined && nodes.statement.has(parent.type);
  const quotes = /^(["'])[\s\S]+\1$/.exec(own)?.[1];
  if (quotes === undefined || own.startsWith(quotes.repeat(3)) || isKey || isDoc || own.length <= 2) return;
  yield { from, to, replacement: quotes + quotes, operator: "string" };
}

function isFirst({ children }: SyntaxNode, from: number): boolean {
  return children[0]?.from === from;
}

function* conditionChanges({ language, text }: Syntax, node: SyntaxNode): Generator<MutationDraft> {
  const condition = node.children.find(({ field }) => field === "condition");
  if (condition === undefined) return;
  const { from, to } = condition;
  const own = text.slice(from, to);
  // What already begins with a negation loses it by its own operator; a declaration cannot be negated.
  if (/^\(?\s*(?:!|not\b)/.test(own) || /^(?:let|var|if)\b|:=|;/.test(own)) return;
  const replacement = language === "python" ? `not (${own})` : `!(${own})`;
  const needsBrackets = own.startsWith("(") && own.endsWith(")") && condition.type !== "binary_expression";
  yield { from, to, replacement: needsBrackets ? `(!${own})` : replacement, operator: "condition" };
}

function* returnChanges({ language, text }: Syntax, node: SyntaxNode): Generator<MutationDraft> {
  const neutral = neutralValue[language];
  const [keyword, value] = node.children;
  if (neutral === undefined || keyword === undefined || value === undefined) return;
  const own = text.slice(value.from, value.to);
  if (own === neutral || own === ";" || own === "null" || booleans.has(own)) return;
  yield { from: value.from, to: value.to, replacement: neutral, operator: "return" };
}

function isStatement({ text }: Syntax, node: SyntaxNode, parent: SyntaxNode | undefined): boolean {
  if (nodes.statement.has(node.type)) {
    const [only] = node.children;
    // An assignment that is dropped leaves a variable without a value, which compilers refuse.
    const own = text.slice(node.from, node.to);
    return only !== undefined && !/^(?:super\b|yield\b|["'`])/.test(own) && !controls.has(only.type);
  }
  return nodes.call.has(node.type) && parent !== undefined && nodes.block.has(parent.type);
}

/** Rust wraps these in statements. */
const controls = new Set([
  "return_expression",
  "if_expression",
  "match_expression",
  "for_expression",
  "while_expression",
  "loop_expression",
  "break_expression",
  "continue_expression",
]);

/** Whether the name that a number is given says that it only decides how long something takes. */
function isTiming(text: string, parents: readonly SyntaxNode[]): boolean {
  for (const { from, type } of parents.slice(0, 4)) {
    if (!/declarat|pair|assignment|argument|property|parameter|call|const/.test(type)) continue;
    const head = text.slice(from, from + 60).split(/[=:(]/, 1)[0] ?? "";
    if (timing.test(head.trim().split(/\s+/).at(-1) ?? "")) return true;
  }
  return false;
}
