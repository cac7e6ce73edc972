import type { Expression } from "../../expression.ts";
import type { Typing } from "../../language.ts";
import { readType } from "../declarations/types.ts";
import { type Scope, type Writable, words } from "../facts.ts";
import { Kind, type Token } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";

/** Names that a pattern binds: `x`, `(a, b)`, `.some(let x)`; `let` and `var` in front are consumed. */
export function readPattern(p: Parser, scope: Scope, binds: NonNullable<Typing["binds"]>): void {
  if (p.isWord("let") || p.isWord("var")) p.next();
  if (p.is("(")) return readNames(p, scope);
  if (p.token.kind === Kind.word && !isPath(p)) {
    const name = p.next();
    const type = p.is(":") && isAnnotation(p) ? annotation(p, scope) : undefined;
    if (name.word !== "_") declareLocal(p, scope, name.word, name, type, binds);
    if (p.operator === "?") p.next(); // `case let x?`
    return;
  }
  // `.case(a, b)` or `Type.case(a)`: the case is a use, the names in its parentheses are bound.
  while (p.is(".") || (p.token.kind === Kind.word && p.previous?.word === ".") || isPath(p)) {
    const token = p.next();
    if (token.kind === Kind.word && !p.is(".") && !words.silent.has(token.word)) noteMember(p, scope, token);
    if (p.is("(") || p.token.first) break;
  }
  if (p.is("(")) readNames(p, scope);
  if (p.operator === "?") p.next();
}

function isPath(p: Parser): boolean {
  const next = p.peek(1);
  return next.kind === Kind.punctuation && (next.word === "." || next.word === "(") && !next.first;
}

/** A colon after a name is an annotation, except in `case let x:` where it ends the pattern. */
function isAnnotation(p: Parser): boolean {
  const next = p.peek(1);
  if (next.first) return false;
  return next.kind === Kind.word || (next.kind === Kind.punctuation && "([@".includes(next.word));
}

function annotation(p: Parser, scope: Scope): string {
  p.next();
  return readType(p, scope);
}

/** The names of `(a, label: b, (c, d), .case(e))`. */
function readNames(p: Parser, scope: Scope): void {
  let depth = 0;
  do {
    const token = p.next();
    if (token.kind === Kind.punctuation) {
      if (token.word === "(") depth++;
      else if (token.word === ")") depth--;
      else if (token.word === "." && p.token.kind === Kind.word) p.next();
    } else if (token.kind === Kind.word && !p.is(":") && !words.silent.has(token.word) && !p.is(".")) {
      declareLocal(p, scope, token.word, token, undefined, "pattern");
    }
  } while (depth > 0 && !p.isAtEnd && !p.is("{") && !p.is("}"));
}

function noteMember(p: Parser, scope: Scope, token: Token): void {
  p.facts.uses.push({
    kind: "member",
    name: token.word,
    implicit: true,
    from: token.from,
    line: token.line,
    owner: scope.owner,
  });
}

/** Makes a name local from here to the end of its block, as far as a reader without types can tell. */
export function declareLocal(
  p: Parser,
  scope: Scope,
  name: string,
  token: Token,
  type: string | undefined,
  binds?: Typing["binds"],
  kind: Typing["kind"] = "local",
): void {
  scope.locals.at(-1)?.add(name);
  const typing: Writable<Typing> = { kind, name, from: token.from, to: p.text.length, line: token.line };
  if (type) typing.type = type;
  if (binds && binds !== "value") typing.binds = binds;
  if (scope.owner !== undefined) typing.owner = scope.owner;
  p.facts.typings.push(typing);
}

/** Gives typings from `first` on (up to `until`), where no type is written, the value that was just read. */
export function giveValue(p: Parser, first: number, value: Expression, until = p.facts.typings.length): void {
  const { typings } = p.facts;
  for (let index = Math.max(0, first); index < until; index++) {
    const typing = typings[index];
    if (!typing || typing.type !== undefined || typing.value !== undefined) continue;
    typing.value = value;
    if (typing.kind !== "property") typing.valueTo = p.lastTo;
  }
}
