import { readDeclaration } from "./declarations/declarations.ts";
import { nested, readControl } from "./expressions/control.ts";
import { readExpression } from "./expressions/expressions.ts";
import { type Scope, words } from "./facts.ts";
import { Kind } from "./lexing/tokens.ts";
import type { Parser } from "./parser.ts";

/** Statements up to the brace that closes their block, and that brace; at top level up to the end. */
export function readBody(p: Parser, scope: Scope): void {
  const firstTyping = p.facts.typings.length;
  while (!p.isAtEnd) {
    if (p.is("}")) {
      p.next();
      if (scope.kind !== "file") break; // a stray brace at top level ends nothing
      continue;
    }
    readStatement(p, scope);
  }
  if (scope.kind !== "body") return;
  const { typings } = p.facts;
  for (let index = firstTyping; index < typings.length; index++) {
    const typing = typings[index];
    if (typing && typing.to === p.text.length) typing.to = p.lastTo;
  }
}

function readStatement(p: Parser, scope: Scope): void {
  const { token } = p;
  const mark = p.mark();
  if (token.kind === Kind.condition) return p.takeCondition();
  if (p.eat(";")) return;
  if (readDeclaration(p, scope)) return;
  if (token.kind === Kind.word && !token.quoted && readKeywordStatement(p, scope, token.word)) return;
  readExpression(p, scope, "statement");
  if (p.mark() === mark) p.next();
}

function readKeywordStatement(p: Parser, scope: Scope, word: string): boolean {
  if (words.controls.has(word)) {
    p.next();
    readControl(p, scope, word);
    return true;
  }
  if (word === "do" || word === "defer" || word === "repeat") {
    if (p.peek(1).word === "throws") {
      p.next();
      p.next();
      if (p.is("(")) p.skipGroup();
    } else if (p.peek(1).word !== "{") return false;
    else p.next();
    if (p.is("{")) p.statements(nested(scope));
    return true;
  }
  if (word === "default" && p.peek(1).word === ":") {
    p.next();
    p.next();
    return true;
  }
  if (word === "case" && scope.kind === "body") {
    p.next();
    readCase(p, scope);
    return true;
  }
  return false;
}

/** `case .a, .b(let x) where x > 0:` of a switch. */
function readCase(p: Parser, scope: Scope): void {
  while (!p.isAtEnd && !p.is(":") && !p.is("}")) {
    const mark = p.mark();
    readExpression(p, scope, "group");
    p.eat(",");
    if (p.mark() === mark) p.next();
  }
  p.eat(":");
}
