import type { Scope } from "../facts.ts";
import type { Mode, Parser } from "../parser.ts";
import { giveValue, readPattern } from "./patterns.ts";

/** The conditions and bodies of `if`, `guard`, `while`, `for`, `switch` and `catch`; the keyword is consumed. */
export function readControl(p: Parser, scope: Scope, word: string): void {
  const inner = nested(scope);
  if (word === "for") readLoopHead(p, inner);
  // What `guard` binds is visible after it.
  else p.expression(word === "guard" ? scope : inner, "condition");
  if (word === "guard") {
    p.eatWord("else");
    if (p.is("{")) p.statements(nested(scope));
    return;
  }
  if (p.is("{")) p.statements(inner);
  while (p.isWord("else")) {
    p.next();
    if (p.eatWord("if")) return readControl(p, scope, "if");
    if (p.is("{")) p.statements(nested(scope));
  }
}

function readLoopHead(p: Parser, scope: Scope): void {
  while (p.isWord("try") || p.isWord("await") || p.isWord("case")) p.next();
  const before = p.facts.typings.length;
  readPattern(p, scope, "element");
  if (p.eatWord("in")) giveValue(p, before, p.expression(scope, "bound"));
  if (p.eatWord("where")) p.expression(scope, "condition");
}

/** `= value` after a pattern; the names before it get the value as their origin. */
export function readBoundValue(p: Parser, scope: Scope, mode: Mode): void {
  if (p.operator !== "=") return;
  const names = p.facts.typings.length;
  p.next();
  giveValue(p, names - 1, p.expression(scope, mode), names);
}

/** A block's own scope: it sees the names around it, and its own end with it. */
export function nested(scope: Scope): Scope {
  return { ...scope, kind: "body", locals: [...scope.locals, new Set<string>()] };
}
