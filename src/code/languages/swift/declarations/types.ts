import {
  type Expression,
  maxDepth,
  memberExpression,
  nameExpression,
  otherExpression,
} from "../../expression.ts";
import { type Scope, useOf } from "../facts.ts";
import { Kind } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";

const prefixes = new Set([
  "inout",
  "some",
  "any",
  "each",
  "repeat",
  "borrowing",
  "consuming",
  "__owned",
  "__shared",
  "isolated",
  "sending",
  "nonisolated",
  "unowned",
  "weak",
  "_const",
]);

/** Reads a type and notes every name in it. Returns its text; "" when there is no type here. */
export function readType(p: Parser, scope: Scope): string {
  const from = p.token.from;
  readComposition(p, scope);
  return p.lastTo > from ? p.collapsed(from, p.lastTo) : "";
}

function readComposition(p: Parser, scope: Scope): void {
  readSingle(p, scope);
  while (p.operator.startsWith("&") && !p.operator.startsWith("&&")) {
    p.takeOperator(1);
    readSingle(p, scope);
  }
}

function readSingle(p: Parser, scope: Scope): void {
  skipPrefixes(p, scope);
  if (p.operator.startsWith("~")) p.takeOperator(1); // ~Copyable
  if (p.is("(")) {
    readTuple(p, scope);
    readArrow(p, scope);
  } else if (p.is("[")) {
    p.next();
    readType(p, scope);
    if (p.isWord("of")) p.next(); // [3 of Int]
    if (p.eat(":") || p.token.kind === Kind.word) readType(p, scope);
    if (p.token.kind === Kind.number) p.next();
    p.eat("]");
  } else if (p.token.kind === Kind.word) readName(p, scope);
  else if (p.token.kind === Kind.number)
    p.next(); // an integer generic argument
  else return;
  readSuffixes(p, scope);
}

function skipPrefixes(p: Parser, scope: Scope): void {
  for (;;) {
    if (p.is("@")) readTypeAttribute(p, scope);
    else if (
      p.token.kind === Kind.word &&
      !p.token.quoted &&
      prefixes.has(p.token.word) &&
      startsType(p, 1)
    ) {
      p.next();
      if (p.is("(") && !p.token.spaced) p.skipGroup(); // unowned(unsafe)
    } else return;
  }
}

function startsType(p: Parser, ahead: number): boolean {
  const next = p.peek(ahead);
  if (next.kind === Kind.word) return true;
  return (
    (next.kind === Kind.punctuation && "([@".includes(next.word)) ||
    (next.kind === Kind.operator && next.word.startsWith("~"))
  );
}

function readTypeAttribute(p: Parser, scope: Scope): void {
  p.next();
  const name = p.token;
  if (name.kind !== Kind.word) return;
  p.next();
  // @MainActor and other global actors are types; @escaping and its like are not.
  if (/^\p{Lu}/u.test(name.word)) note(p, scope, name.word, name.from, name.line);
  if (p.is("(") && !p.token.spaced) p.skipGroup();
}

function readTuple(p: Parser, scope: Scope): void {
  p.next();
  while (!p.is(")") && !p.isAtEnd && !p.is("}") && !p.is("{")) {
    const mark = p.mark();
    // `(label name: Type)`: up to two words before a colon.
    if (p.token.kind === Kind.word) {
      const colon =
        p.peek(1).word === ":" ? 1 : p.peek(1).kind === Kind.word && p.peek(2).word === ":" ? 2 : 0;
      for (let skip = 0; skip < (colon === 0 ? 0 : colon + 1); skip++) p.next();
    }
    readType(p, scope);
    if (p.operator.startsWith("...")) p.takeOperator(3);
    if (p.operator === "=") skipDefault(p);
    if (!p.eat(",") && !p.is(")") && p.mark() === mark) p.next();
  }
  p.eat(")");
}

function skipDefault(p: Parser): void {
  while (!p.isAtEnd && !p.is(",") && !p.is(")")) {
    if (p.is("(") || p.is("[") || p.is("{")) p.skipGroup();
    else p.next();
  }
}

function readArrow(p: Parser, scope: Scope): void {
  const mark = p.mark();
  while (p.isWord("async") || p.isWord("throws") || p.isWord("rethrows")) {
    p.next();
    if (p.is("(")) readTuple(p, scope);
  }
  if (p.operator.startsWith("->")) {
    p.takeOperator(2);
    readType(p, scope);
  } else p.reset(mark);
}

function readName(p: Parser, scope: Scope): void {
  let receiver: Expression | undefined;
  for (let depth = 1; ; depth++) {
    const name = p.next();
    if (name.word !== "Type" && name.word !== "Protocol")
      note(p, scope, name.word, name.from, name.line, receiver);
    readGenericArguments(p, scope);
    if (!p.is(".") || p.peek(1).kind !== Kind.word) return;
    if (depth >= maxDepth) receiver = otherExpression;
    else receiver = receiver ? memberExpression(receiver, name.word) : nameExpression(name.word);
    p.next();
  }
}

/** `<A, B>` after a name. */
export function readGenericArguments(p: Parser, scope: Scope): void {
  if (!p.operator.startsWith("<") || p.token.spaced) return;
  p.takeOperator(1);
  while (!p.isAtEnd && !p.operator.startsWith(">")) {
    const mark = p.mark();
    readType(p, scope);
    if (!p.eat(",") && !p.operator.startsWith(">")) {
      if (p.mark() === mark) return;
      if (!p.is(".") && !p.is("(")) return;
      return;
    }
  }
  if (p.operator.startsWith(">")) p.takeOperator(1);
}

function readSuffixes(p: Parser, scope: Scope): void {
  for (;;) {
    const operator = p.operator;
    if (
      (operator.startsWith("?") || operator.startsWith("!")) &&
      !operator.startsWith("!=") &&
      p.operatorFrom === p.lastTo
    )
      p.takeOperator(1);
    else if (p.is(".") && (p.peek(1).word === "Type" || p.peek(1).word === "Protocol")) {
      p.next();
      p.next();
    } else if (p.is(".") && p.peek(1).kind === Kind.word && p.previous?.word === "]") {
      p.next();
      readName(p, scope);
    } else return;
  }
}

function note(
  p: Parser,
  scope: Scope,
  name: string,
  from: number,
  line: number,
  receiver?: Expression,
): void {
  if (name === "Self" || name === "Any" || name === "_" || name === "Void") return;
  p.facts.uses.push(useOf(scope, "type", name, from, line, receiver));
}
