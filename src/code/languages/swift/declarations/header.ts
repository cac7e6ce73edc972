import type { Parameter } from "../../language.ts";
import { readExpression } from "../expressions/expressions.ts";
import { type Scope, words } from "../facts.ts";
import { Kind, type Token } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";
import { readType } from "./types.ts";

/** The text before the keyword of a declaration. */
export interface Lead {
  readonly first: Token;
  readonly attributes: string[];
  /** Where the attributes are, to leave them out of the signature. */
  readonly attributeSpans: { from: number; to: number }[];
  readonly modifiers: string[];
}

/** Attributes and modifiers, up to a keyword of a declaration; undefined, with nothing consumed, if none comes. */
export function readLead(p: Parser, scope: Scope): Lead | undefined {
  const mark = p.mark();
  const { uses } = p.facts;
  const count = uses.length;
  const lead: Lead = { first: p.token, attributes: [], attributeSpans: [], modifiers: [] };
  for (;;) {
    if (p.is("@") && p.peek(1).kind === Kind.word) readAttribute(p, scope, lead);
    else if (p.token.kind === Kind.condition && lead.attributes.length > 0) p.takeCondition();
    else if (isModifier(p)) readModifier(p, lead);
    else break;
  }
  if (isKeyword(p)) return lead;
  p.reset(mark);
  uses.length = count;
  return undefined;
}

function readAttribute(p: Parser, scope: Scope, lead: Lead): void {
  const at = p.next();
  const name = p.token;
  p.next();
  while (p.is(".") && p.peek(1).kind === Kind.word) {
    p.next();
    p.next();
  }
  if (p.operator.startsWith("<") && !p.token.spaced) skipAngles(p);
  const full = p.text.slice(name.from, p.lastTo);
  if (p.is("(") && !p.token.spaced && !p.token.first) {
    // Arguments of a wrapper or macro are code; those of @available are not.
    if (/^\p{Lu}/u.test(name.word)) readExpressionGroup(p, scope);
    else p.skipGroup();
  }
  lead.attributes.push(p.collapsed(at.from, p.lastTo));
  lead.attributeSpans.push({ from: at.from, to: p.lastTo });
  if (/^\p{Lu}/u.test(name.word)) {
    const owner = scope.owner === undefined ? {} : { owner: scope.owner };
    p.facts.uses.push({
      kind: "macro",
      name: full.replace(/<.*/s, ""),
      from: name.from,
      line: name.line,
      ...owner,
    });
  }
}

function readExpressionGroup(p: Parser, scope: Scope): void {
  p.next();
  while (!p.isAtEnd && !p.is(")") && !p.is("}")) {
    const mark = p.mark();
    if (p.token.kind === Kind.word && p.peek(1).word === ":") {
      p.next();
      p.next();
    }
    readExpression(p, scope, "group");
    p.eat(",");
    if (p.mark() === mark) p.next();
  }
  p.eat(")");
}

function isModifier(p: Parser): boolean {
  const { token } = p;
  if (token.kind !== Kind.word || token.quoted || !words.modifiers.has(token.word)) return false;
  const next = p.peek(1);
  if (token.word === "class")
    return next.kind === Kind.word && !next.quoted && next.word !== "class" && isAfterClass(next.word);
  if (next.kind === Kind.word || (next.kind === Kind.punctuation && next.word === "@")) return true;
  if (next.kind === Kind.condition) return true;
  return next.kind === Kind.punctuation && next.word === "(" && !next.spaced && isModifierArgument(p.peek(2));
}

/** `class func` is a modifier, `class Name` is a type. */
function isAfterClass(word: string): boolean {
  return (
    word === "func" ||
    word === "var" ||
    word === "let" ||
    word === "subscript" ||
    word === "init" ||
    (words.modifiers.has(word) && word !== "class")
  );
}

/** `private(set)`, `unowned(unsafe)`, `nonisolated(unsafe)`. */
function isModifierArgument(token: Token): boolean {
  return token.kind === Kind.word && ["set", "unsafe", "safe", "nonsending"].includes(token.word);
}

function readModifier(p: Parser, lead: Lead): void {
  const word = p.next();
  if (p.is("(") && !p.token.spaced) p.skipGroup();
  lead.modifiers.push(p.text.slice(word.from, p.lastTo).replace(/\s+/g, ""));
}

function isKeyword(p: Parser): boolean {
  const { token } = p;
  if (token.kind !== Kind.word || token.quoted || !words.declarations.has(token.word)) return false;
  const next = p.peek(1);
  switch (token.word) {
    case "init":
      return (
        (next.kind === Kind.punctuation && next.word === "(") ||
        (next.kind === Kind.operator && /^[?!<]/.test(next.word))
      );
    case "subscript":
      return (
        (next.kind === Kind.punctuation && next.word === "(") ||
        (next.kind === Kind.operator && next.word.startsWith("<"))
      );
    case "deinit":
      return true;
    case "func":
      return next.kind === Kind.word || next.kind === Kind.operator;
    case "var":
    case "let":
      return next.kind === Kind.word || (next.kind === Kind.punctuation && next.word === "(");
    case "extension":
      return (
        next.kind === Kind.word ||
        (next.kind === Kind.punctuation && (next.word === "[" || next.word === "@" || next.word === "("))
      );
    case "operator":
      return next.kind === Kind.operator || next.kind === Kind.punctuation;
    // Words that are names elsewhere: only with a name behind them on the same line.
    case "actor":
    case "macro":
    case "precedencegroup":
    case "associatedtype":
    case "typealias":
      return next.kind === Kind.word && !next.first;
    default:
      return next.kind === Kind.word;
  }
}

/** `<T: P, each U>` as written; its constraints become type uses. */
export function readGenerics(p: Parser, scope: Scope): string | undefined {
  if (!p.operator.startsWith("<")) return undefined;
  const from = p.operatorFrom;
  p.takeOperator(1);
  while (!p.isAtEnd && !p.operator.startsWith(">") && !p.is("{")) {
    const mark = p.mark();
    if (p.isWord("each") || p.isWord("let")) p.next();
    if (p.token.kind === Kind.word) p.next();
    if (p.eat(":")) readType(p, scope);
    p.eat(",");
    if (p.mark() === mark) p.next();
  }
  if (p.operator.startsWith(">")) p.takeOperator(1);
  return p.collapsed(from, p.lastTo);
}

function skipAngles(p: Parser): void {
  let depth = 0;
  do {
    for (const char of p.operator) depth += char === "<" ? 1 : char === ">" ? -1 : 0;
    p.next();
  } while (depth > 0 && !p.isAtEnd);
}

/** `where T: P, U == V` without its keyword. */
export function readWhere(p: Parser, scope: Scope): string | undefined {
  if (!p.isWord("where")) return undefined;
  p.next();
  const from = p.token.from;
  while (!p.isAtEnd && !p.is("{") && !p.is("}") && !p.is(";")) {
    const mark = p.mark();
    readType(p, scope);
    if (p.eat(":") || /^(==|!=|~=)/.test(p.operator)) {
      if (p.operator !== "") p.next();
      readType(p, scope);
    }
    if (!p.eat(",")) break;
    if (p.mark() === mark) p.next();
  }
  return p.collapsed(from, p.lastTo);
}

/** The parameters of a callable, its parentheses included. */
export function readParameters(p: Parser, scope: Scope, isUnlabelled = false): Parameter[] {
  const parameters: Parameter[] = [];
  if (!p.eat("(")) return parameters;
  while (!p.isAtEnd && !p.is(")") && !p.is("{") && !p.is("}")) {
    const mark = p.mark();
    const parameter = readParameter(p, scope, isUnlabelled);
    if (parameter) parameters.push(parameter);
    p.eat(",");
    if (p.mark() === mark) p.next();
  }
  p.eat(")");
  return parameters;
}

function readParameter(p: Parser, scope: Scope, isUnlabelled: boolean): Parameter | undefined {
  while (p.is("@") || p.token.kind === Kind.condition) {
    if (p.token.kind === Kind.condition) p.takeCondition();
    else readAttribute(p, scope, { first: p.token, attributes: [], attributeSpans: [], modifiers: [] });
  }
  if (p.token.kind !== Kind.word) return undefined;
  const label = p.next();
  const isNamed = p.token.kind === Kind.word;
  const name = isNamed ? p.next() : label;
  const type = p.eat(":") ? readType(p, scope) : "";
  const isVariadic = p.operator.startsWith("...");
  if (isVariadic) p.takeOperator(3);
  const hasDefault = p.operator === "=" || p.operator.endsWith("="); // `Int?= nil` has no space
  if (hasDefault) {
    p.next();
    readExpression(p, scope, "group");
  }
  scope.locals.at(-1)?.add(name.word);
  p.facts.typings.push({
    kind: "parameter",
    name: name.word,
    type: type || undefined,
    owner: scope.owner,
    from: name.from,
    to: p.text.length,
    line: name.line,
  });
  return {
    label: isUnlabelled && !isNamed ? "_" : label.word,
    name: name.word,
    type: type || undefined,
    hasDefault: hasDefault || undefined,
    variadic: isVariadic || undefined,
  };
}

/** `async throws(E) -> Result`; the type of the result if there is one. */
export function readEffectsAndResult(p: Parser, scope: Scope): string | undefined {
  while (p.isWord("async") || p.isWord("throws") || p.isWord("rethrows") || p.isWord("reasync")) {
    p.next();
    if (p.is("(")) {
      p.next();
      readType(p, scope);
      p.eat(")");
    }
  }
  if (!p.operator.startsWith("->")) return undefined;
  p.takeOperator(2);
  return readType(p, scope);
}
