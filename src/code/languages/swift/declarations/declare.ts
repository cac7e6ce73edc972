import type { Declaration, DeclarationKind } from "../../language.ts";
import type { Scope, Writable } from "../facts.ts";
import type { Token } from "../lexing/tokens.ts";
import { onOneLine, type Parser } from "../parser.ts";
import type { Lead } from "./header.ts";

/** Opens a declaration: its index is known before its body is read, so that what is inside can name it. */
export function open(
  p: Parser,
  scope: Scope,
  lead: Lead,
  kind: DeclarationKind,
  name: string,
  at: Token,
): number {
  const doc = p.docs.above(lead.first.line, lead.first.from) ?? p.docs.above(at.line, at.from);
  const conditions = p.conditions.current();
  const declaration: Writable<Declaration> = {
    kind,
    name,
    qualifiedName: scope.container === "" ? name : `${scope.container}.${name}`,
    container: scope.container,
    signature: "",
    modifiers: lead.modifiers,
    attributes: lead.attributes,
    from: lead.first.from,
    to: p.lastTo,
    bodyFrom: p.lastTo,
    nameFrom: at.from,
    startLine: lead.first.line,
    endLine: at.line,
    headerLine: at.line,
  };
  if (scope.owner !== undefined) declaration.parent = scope.owner;
  if (doc) {
    declaration.doc = doc.text;
    declaration.docFrom = doc.from;
  }
  if (scope.kind === "body") declaration.local = true;
  if (conditions) declaration.conditions = conditions;
  return p.facts.declarations.push(declaration) - 1;
}

/**
 * The header is complete: what was read since the lead is the signature. The second name of `case a, b` has
 * only its `own` part of the text.
 */
export function endHeader(
  p: Parser,
  index: number,
  lead: Lead,
  own?: { keyword: string; from: number },
): void {
  const declaration = p.facts.declarations[index];
  if (!declaration) return;
  const to = p.lastTo;
  let text = own ? [...lead.modifiers, own.keyword, ""].join(" ") : "";
  let from = own ? own.from : lead.first.from;
  for (const span of own ? [] : lead.attributeSpans) {
    text += p.text.slice(from, span.from);
    from = span.to;
  }
  text += p.text.slice(from, to);
  declaration.signature = onOneLine(withoutComments(text));
  declaration.bodyFrom = to;
  declaration.to = to;
  declaration.endLine = p.previous?.line ?? declaration.startLine;
}

/** The declaration ends with what was consumed last. */
export function close(p: Parser, index: number): void {
  const declaration = p.facts.declarations[index];
  if (!declaration) return;
  declaration.to = p.lastTo;
  declaration.endLine = p.previous?.line ?? declaration.endLine;
}

type Details = { readonly [Key in keyof Declaration]?: Declaration[Key] | undefined };

/** Sets details of an open declaration; what is undefined counts as absent. */
export function detail(p: Parser, index: number, details: Details): void {
  const declaration = p.facts.declarations[index];
  if (declaration) Object.assign(declaration, details);
}

function withoutComments(text: string): string {
  return text.includes("/")
    ? text.replace(/\/\*(?:[\s\S]*?\*\/|[\s\S]*)/g, " ").replace(/\/\/[^\n]*/g, " ")
    : text;
}
