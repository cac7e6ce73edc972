import { readType } from "../declarations/types.ts";
import type { Scope } from "../facts.ts";
import { Kind } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";
import { declareLocal } from "./patterns.ts";

/** A closure with or without a signature; the opening brace is the current token. */
export function readClosure(p: Parser, scope: Scope): void {
  const inner: Scope = { ...scope, kind: "body", locals: [...scope.locals, new Set<string>()] };
  p.next();
  const { uses, typings } = p.facts;
  const before = { uses: uses.length, typings: typings.length };
  if (!readSignature(p, inner)) {
    uses.length = before.uses;
    typings.length = before.typings;
  }
  p.body(inner);
}

/** `@MainActor [weak self] (a: Int, b) async throws -> T in`. True when it was one. */
function readSignature(p: Parser, scope: Scope): boolean {
  const mark = p.mark();
  const fail = () => {
    p.reset(mark);
    return false;
  };
  while (p.is("@")) {
    p.next();
    p.next();
    if (p.is("(") && !p.token.spaced) p.skipGroup();
  }
  if (p.is("[")) {
    if (!isCaptureList(p)) return fail();
    readCaptures(p, scope);
  }
  if (p.is("(")) {
    if (!readParameters(p, scope)) return fail();
  } else {
    while (p.token.kind === Kind.word && !p.isWord("in") && !p.isWord("async") && !p.isWord("throws")) {
      declareLocal(p, scope, p.token.word, p.token, undefined);
      p.next();
      if (!p.eat(",")) break;
    }
  }
  while (p.isWord("async") || p.isWord("throws") || p.isWord("rethrows")) {
    p.next();
    if (p.is("(")) p.skipGroup();
  }
  if (p.operator === "->") {
    p.next();
    readType(p, scope);
  }
  return p.eatWord("in") || fail();
}

function isCaptureList(p: Parser): boolean {
  const mark = p.mark();
  p.skipGroup();
  const { token } = p;
  p.reset(mark);
  return (
    (token.kind === Kind.word && !token.first) ||
    (token.kind === Kind.punctuation && token.word === "(" && !token.first)
  );
}

function readCaptures(p: Parser, scope: Scope): void {
  p.next();
  while (!p.isAtEnd && !p.is("]")) {
    if (p.token.kind === Kind.word && p.peek(1).word === "=")
      declareLocal(p, scope, p.token.word, p.token, undefined);
    p.next();
  }
  p.eat("]");
}

function readParameters(p: Parser, scope: Scope): boolean {
  p.next();
  while (!p.is(")")) {
    while (p.is("@")) {
      p.next();
      p.next();
    }
    if (p.isWord("inout")) p.next();
    if (p.token.kind !== Kind.word) return false;
    const first = p.next();
    const name = p.token.kind === Kind.word ? p.next() : first;
    const type = p.eat(":") ? readType(p, scope) : undefined;
    declareLocal(p, scope, name.word, name, type);
    if (p.operator.startsWith("...")) p.takeOperator(3);
    if (!p.eat(",") && !p.is(")")) return false;
  }
  p.next();
  return true;
}
