import type { DeclarationKind } from "../../language.ts";
import { readBoundValue } from "../expressions/control.ts";
import { readExpression } from "../expressions/expressions.ts";
import { giveValue, readPattern } from "../expressions/patterns.ts";
import { type Scope, words } from "../facts.ts";
import { Kind } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";
import { close, detail, endHeader, open } from "./declare.ts";
import type { Lead } from "./header.ts";
import { readType } from "./types.ts";

/** `let a = 1, b: Int { … }`: properties and globals are declarations, locals are typings. */
export function readProperty(p: Parser, scope: Scope, lead: Lead): void {
  const keyword = p.next().word;
  do {
    if (scope.kind === "body") readLocal(p, scope);
    else if (p.token.kind === Kind.word) readOne(p, scope, lead, keyword);
    else readTuple(p, scope, lead, keyword);
  } while (p.eat(","));
}

function readLocal(p: Parser, scope: Scope): void {
  readPattern(p, scope, "value");
  readBoundValue(p, scope, "initial");
  if (p.is("{") && !p.token.first) readAccessors(p, scope);
}

function readOne(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  const at = p.next();
  const isMember = scope.kind !== "file";
  const kind: DeclarationKind = isMember ? "property" : keyword === "let" ? "constant" : "variable";
  const index = open(p, scope, lead, kind, at.word, at);
  const inner: Scope = {
    owner: index,
    container: scope.container,
    kind: "body",
    locals: [new Set<string>()],
  };
  const type = p.eat(":") ? readType(p, inner) : undefined;
  if (type !== undefined) detail(p, index, { type });
  endHeader(p, index, lead, { keyword, from: at.from });
  const typing = p.facts.typings.push({
    kind: "property",
    name: at.word,
    type,
    owner: scope.owner,
    from: at.from,
    to: p.text.length,
    line: at.line,
  });
  if (p.operator === "=" || p.operator.endsWith("=")) {
    p.next();
    giveValue(p, typing - 1, readExpression(p, inner, "initial"), typing);
  }
  if (p.is("{") && !(p.token.first && p.previous?.word === "}")) readAccessors(p, inner);
  close(p, index);
}

/** `let (a, b) = f()`: each name is a declaration. */
function readTuple(p: Parser, scope: Scope, lead: Lead, keyword: string): void {
  const kind: DeclarationKind =
    scope.kind !== "file" ? "property" : keyword === "let" ? "constant" : "variable";
  const names: number[] = [];
  const end = p.mark();
  p.skipGroup();
  const after = p.mark();
  p.reset(end);
  while (p.mark() < after) {
    const token = p.next();
    if (token.kind === Kind.word && token.word !== "_" && !p.is(":"))
      names.push(open(p, scope, lead, kind, token.word, token));
  }
  for (const index of names) endHeader(p, index, lead);
  const owner = names[0] ?? scope.owner;
  const inner: Scope = { owner, container: scope.container, kind: "body", locals: [new Set<string>()] };
  if (p.eat(":")) readType(p, inner);
  readBoundValue(p, inner, "initial");
  for (const index of names) close(p, index);
}

/** `{ get … set … }`, observers, or a getter alone; the opening brace is the current token. */
export function readAccessors(p: Parser, scope: Scope): void {
  const inner: Scope = {
    ...scope,
    kind: "body",
    locals: [...scope.locals, new Set(["newValue", "oldValue"])],
  };
  const mark = p.mark();
  p.next();
  if (!startsAccessor(p)) {
    p.reset(mark);
    return p.statements(inner);
  }
  while (!p.isAtEnd && !p.is("}")) {
    const before = p.mark();
    if (p.token.kind === Kind.condition) p.takeCondition();
    else if (p.is("@")) {
      p.next();
      p.next();
      if (p.is("(")) p.skipGroup();
    } else if (p.is("{")) p.statements(inner);
    else if (p.is("(")) {
      if (p.peek(1).kind === Kind.word) inner.locals.at(-1)?.add(p.peek(1).word);
      p.skipGroup();
    } else p.next();
    if (p.mark() === before) p.next();
  }
  p.eat("}");
}

/** An accessor's name is followed by its body, its parameter, an effect, another accessor or the end. */
function startsAccessor(p: Parser): boolean {
  let ahead = 0;
  while (p.peek(ahead).kind === Kind.condition) ahead++;
  while (p.peek(ahead).word === "@") {
    ahead += 2;
    if (p.peek(ahead).word === "(") return true; // @available(…) get
  }
  const word = p.peek(ahead);
  if (word.kind !== Kind.word || !words.accessors.has(word.word)) return false;
  const next = p.peek(ahead + 1);
  if (next.kind === Kind.punctuation)
    return (
      next.word === "{" ||
      next.word === "}" ||
      (next.word === "(" && p.peek(ahead + 3).word === ")" && p.peek(ahead + 4).word === "{")
    );
  return (
    next.kind === Kind.word &&
    (words.accessors.has(next.word) || next.word === "async" || next.word === "throws")
  );
}
