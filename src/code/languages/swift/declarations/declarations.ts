import { withoutTrailing } from "../../../../kernel/text.ts";
import type { DeclarationKind, Inheritance } from "../../language.ts";
import { readExpression } from "../expressions/expressions.ts";
import { type Scope, words } from "../facts.ts";
import { Kind } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";
import { close, detail, endHeader, open } from "./declare.ts";
import {
  type Lead,
  readEffectsAndResult,
  readGenerics,
  readLead,
  readParameters,
  readWhere,
} from "./header.ts";
import { readProperty } from "./properties.ts";
import { readType } from "./types.ts";

/** Reads a declaration if one begins here. */
export function readDeclaration(p: Parser, scope: Scope): boolean {
  const { token } = p;
  if (token.kind === Kind.hash) return readMacroBlock(p, scope);
  if (token.kind !== Kind.word && !(token.kind === Kind.punctuation && token.word === "@")) return false;
  const lead = readLead(p, scope);
  if (!lead) return false;
  const keyword = p.token.word;
  if (named.has(keyword) && isHalfTyped(p)) {
    p.next();
    return true;
  }
  if (keyword === "case" && scope.kind !== "enum") return backOut(p, lead);
  if (keyword === "var" || keyword === "let") readProperty(p, scope, lead);
  else if (keyword === "func") readFunction(p, scope, lead);
  else if (words.types.has(keyword)) readTypeDeclaration(p, scope, lead, keyword);
  else if (keyword === "init" || keyword === "deinit" || keyword === "subscript")
    readSpecial(p, scope, lead, keyword);
  else if (keyword === "case") readCases(p, scope, lead);
  else if (keyword === "typealias" || keyword === "associatedtype") readAlias(p, scope, lead, keyword);
  else if (keyword === "import") readImport(p, lead);
  else if (keyword === "macro") readFunction(p, scope, lead);
  else readOperatorOrPrecedence(p, scope, lead, keyword);
  return true;
}

/** Declarations whose keyword a name follows. */
const named = new Set(["func", "macro", "typealias", "associatedtype", ...words.types]);

/** Whether the keyword is all there is yet, and what follows is a declaration of its own: `enum`, then `struct A {}`. */
function isHalfTyped(p: Parser): boolean {
  const { first, kind, word, quoted } = p.peek(1);
  if (!first) return kind === Kind.punctuation && word === "}";
  if (kind === Kind.word) return !quoted && (words.declarations.has(word) || words.modifiers.has(word));
  return kind === Kind.end || (kind === Kind.punctuation && (word === "@" || word === "}"));
}

function backOut(p: Parser, lead: Lead): boolean {
  while (p.token.from > lead.first.from && p.mark() > 0) p.reset(p.mark() - 1);
  return false;
}

function readFunction(p: Parser, scope: Scope, lead: Lead): void {
  const isMacro = p.next().word === "macro";
  const at = p.token;
  const name = at.kind === Kind.operator ? readOperatorName(p) : p.next().word;
  const kind: DeclarationKind = isMacro
    ? "macro"
    : at.kind === Kind.operator
      ? "operator"
      : isMember(scope)
        ? "method"
        : "function";
  const index = open(p, scope, lead, kind, name, at);
  readCallable(p, scope, lead, index);
}

/** `==<T>` lexes as one operator; the generic clause is not part of the name. */
function readOperatorName(p: Parser): string {
  const text = p.operator;
  const next = p.peek(1);
  const hasGenerics = text.length > 1 && text.endsWith("<") && next.kind === Kind.word && !next.spaced;
  const length = hasGenerics ? text.length - 1 : text.length;
  p.takeOperator(length);
  return text.slice(0, length);
}

function readSpecial(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  const at = p.next();
  const kind: DeclarationKind =
    keyword === "init" ? "initializer" : keyword === "deinit" ? "deinitializer" : "subscript";
  if (keyword === "init" && /^[?!]/.test(p.operator)) p.takeOperator(1);
  const index = open(p, scope, lead, kind, keyword, at);
  readCallable(p, scope, lead, index);
}

/** Generics, parameters, effects, result, where, body: the same for everything that can be called. */
function readCallable(p: Parser, scope: Scope, lead: Lead, index: number): void {
  const inner: Scope = {
    owner: index,
    container: scope.container,
    kind: "body",
    locals: [...scope.locals, new Set<string>()],
  };
  const generics = readGenerics(p, inner);
  const { kind } = p.facts.declarations[index] ?? {};
  // Without a label of its own a subscript's parameter has none; elsewhere its name is the label.
  const parameters = readParameters(p, inner, kind === "subscript");
  const type = readEffectsAndResult(p, inner);
  const constraints = readWhere(p, inner);
  const labels =
    kind === "deinitializer" ? undefined : parameters.map(({ label }) => (kind === "operator" ? "_" : label));
  detail(p, index, { labels, parameters, type, generics, constraints });
  endHeader(p, index, lead);
  if (kind === "macro" && p.operator === "=") {
    p.next();
    readExpression(p, inner, "statement");
  }
  if (p.is("{") && !isOnNextStatement(p)) {
    if (kind === "subscript") p.accessors(inner);
    else p.statements(inner);
  }
  close(p, index);
}

/** In a protocol the next line may begin with a brace only by mistake; elsewhere it is the body. */
function isOnNextStatement(p: Parser): boolean {
  return p.token.ghost;
}

function readTypeDeclaration(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  p.next();
  const at = p.token;
  const isExtension = keyword === "extension";
  const name = isExtension ? readExtended(p, scope) : p.next().word;
  const kind: DeclarationKind =
    keyword === "class" ||
    keyword === "struct" ||
    keyword === "enum" ||
    keyword === "protocol" ||
    keyword === "actor"
      ? keyword
      : "extension";
  const index = open(p, scope, lead, kind, name, at);
  const container = isExtension || scope.container === "" ? name : `${scope.container}.${name}`;
  if (isExtension) detail(p, index, { qualifiedName: name });
  const bodyKind =
    kind === "enum" ? "enum" : kind === "protocol" ? "protocol" : isExtension ? "enum" : "type";
  const inner: Scope = { owner: index, container, kind: bodyKind, locals: [] };
  const generics = isExtension ? undefined : readGenerics(p, inner);
  const clause = p.inheritanceFrom();
  if (p.eat(":")) readInheritance(p, inner, index, isExtension ? "extension" : "clause");
  const constraints = readWhere(p, inner);
  if (constraints !== undefined) conditional(p, clause, constraints);
  detail(p, index, { generics, constraints });
  endHeader(p, index, lead);
  if (p.is("{")) p.statements(inner);
  close(p, index);
}

/** What an extension extends: `A.B`; `[Element]` is `Array`. */
function readExtended(p: Parser, scope: Scope): string {
  const text = readType(p, { ...scope });
  if (text.startsWith("[")) return text.includes(":") ? "Dictionary" : "Array";
  return withoutTrailing(text.replace(/<.*$/s, ""), "?!")
    .replace(/^(any|some) /, "")
    .replace(/\s+/g, "");
}

function readInheritance(p: Parser, scope: Scope, owner: number, how: Inheritance["how"]): void {
  while (!p.isAtEnd && !p.is("{") && !p.isWord("where")) {
    const mark = p.mark();
    const { from, line } = p.token;
    const text = readType(p, scope);
    for (const part of text === "" ? [] : splitComposition(text)) {
      const name = bareName(part);
      const kind = part.trim().startsWith("~") ? "suppressed" : how;
      if (name !== "") p.facts.inheritances.push({ owner, name, text: part.trim(), how: kind, from, line });
    }
    if (!p.eat(",") || p.mark() === mark) break;
  }
}

function splitComposition(text: string): string[] {
  return text.replace(/^\(|\)$/g, "").split("&");
}

function bareName(text: string): string {
  return text
    .replace(/@\w+(\([^)]*\))?/g, "")
    .replace(/\b(any|some|nonisolated|isolated|unsafe)\b /g, "")
    .replace(/<.*$/s, "")
    .replace(/[~?!()]/g, "")
    .trim();
}

function conditional(p: Parser, first: number, where: string): void {
  const { inheritances } = p.facts;
  for (let index = first; index < inheritances.length; index++) {
    const inheritance = inheritances[index];
    if (inheritance) inheritances[index] = { ...inheritance, where };
  }
}

/** `case a, b(Int, label: String) = 3`. */
function readCases(p: Parser, scope: Scope, lead: Lead): void {
  p.next();
  do {
    if (p.token.kind !== Kind.word) return;
    const at = p.next();
    const index = open(p, scope, lead, "case", at.word, at);
    const inner: Scope = {
      owner: index,
      container: scope.container,
      kind: "body",
      locals: [new Set<string>()],
    };
    if (p.is("(")) readPayload(p, inner, index);
    endHeader(p, index, lead, { keyword: "case", from: at.from });
    if (p.operator === "=") {
      p.next();
      readExpression(p, inner, "initial");
    }
    close(p, index);
  } while (p.eat(","));
}

function readPayload(p: Parser, scope: Scope, index: number): void {
  const labels: string[] = [];
  const parameters: { label: string; name: string; type: string }[] = [];
  p.next();
  while (!p.isAtEnd && !p.is(")") && !p.is("}")) {
    const mark = p.mark();
    const isNamed =
      p.token.kind === Kind.word &&
      (p.peek(1).word === ":" || (p.peek(1).kind === Kind.word && p.peek(2).word === ":"));
    const label = isNamed ? p.next().word : "_";
    const name = isNamed && p.token.kind === Kind.word ? p.next().word : label;
    if (isNamed) p.eat(":");
    const type = readType(p, scope);
    if (p.operator === "=") {
      p.next();
      readExpression(p, scope, "group");
    }
    labels.push(label);
    parameters.push({ label, name, type });
    p.eat(",");
    if (p.mark() === mark) p.next();
  }
  p.eat(")");
  detail(p, index, { labels, parameters });
}

function readAlias(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  p.next();
  const at = p.next();
  const index = open(p, scope, lead, keyword === "typealias" ? "typealias" : "associatedtype", at.word, at);
  const inner: Scope = { ...scope, owner: index };
  const generics = readGenerics(p, inner);
  if (p.eat(":")) readInheritance(p, inner, index, "constraint");
  let type: string | undefined;
  if (p.operator === "=") {
    p.next();
    type = readType(p, inner);
  }
  const constraints = readWhere(p, inner);
  detail(p, index, { generics, type, constraints });
  endHeader(p, index, lead);
  close(p, index);
}

const importKinds = new Set(["func", "class", "struct", "enum", "protocol", "var", "let", "typealias"]);

function readImport(p: Parser, lead: Lead): void {
  const { line } = p.next();
  if (!p.token.first && importKinds.has(p.token.word)) p.next();
  const from = p.token.from;
  while (p.token.kind === Kind.word && !p.token.first) {
    p.next();
    if (!p.eat(".")) break;
  }
  const attributes = [...lead.attributes, ...lead.modifiers];
  const module = p.text.slice(from, p.lastTo);
  if (module !== "")
    p.facts.imports.push({ module, line, attributes: attributes.length > 0 ? attributes : undefined });
}

function readOperatorOrPrecedence(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  p.next();
  const at = p.token;
  const name = p.next().word;
  const index = open(p, scope, lead, keyword === "operator" ? "operator" : "precedencegroup", name, at);
  if (p.eat(":")) {
    while (p.token.kind === Kind.word && !p.token.first) {
      p.next();
      if (!p.eat(",")) break;
    }
  }
  endHeader(p, index, lead);
  if (p.is("{")) p.skipGroup();
  close(p, index);
}

/** `#Preview("Row") { … }` among declarations: a block with a name of its own. */
function readMacroBlock(p: Parser, scope: Scope): boolean {
  if (scope.kind === "body" || !/^\p{Lu}/u.test(p.token.word)) return false;
  const at = p.token;
  const title = /^#\w+\s*\(\s*"([^"\\\n]*)"/.exec(p.text.slice(at.from, at.from + 200))?.[1];
  const lead: Lead = { first: at, attributes: [], attributeSpans: [], modifiers: [] };
  const index = open(p, scope, lead, "block", title ?? at.word, at);
  const inner: Scope = { ...scope, owner: index, locals: [new Set<string>()] };
  readExpression(p, { ...inner, kind: "body" }, "statement");
  endHeader(p, index, lead);
  detail(p, index, { signature: `#${at.word}${title === undefined ? "" : `("${title}")`}` });
  close(p, index);
  return true;
}

function isMember(scope: Scope): boolean {
  return scope.kind === "type" || scope.kind === "enum" || scope.kind === "protocol";
}
