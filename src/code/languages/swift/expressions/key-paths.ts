import {
  type Expression,
  maxDepth,
  memberExpression,
  otherExpression,
  pathExpression,
} from "../../expression.ts";
import { readType } from "../declarations/types.ts";
import { type Scope, useOf } from "../facts.ts";
import { Kind, type Token } from "../lexing/tokens.ts";
import type { Parser } from "../parser.ts";

/** `\Type.a.b`: each name after the dot is a use. The backslash is the current token. */
export function readKeyPath(p: Parser, scope: Scope): void {
  p.next();
  let receiver: Expression | undefined;
  if (p.token.kind === Kind.word) {
    const path = readRoot(p, scope);
    const last = path.at(-1);
    const outer = pathExpression(path.slice(0, -1).map(({ word }) => word));
    if (outer && last) note(p, scope, last, outer);
    receiver = pathExpression(path.map(({ word }) => word));
  }
  for (let depth = 0; p.is(".") && p.peek(1).kind === Kind.word && !p.token.first; depth++) {
    p.next();
    const name = p.next();
    if (name.word !== "self") note(p, scope, name, receiver);
    if (receiver) receiver = depth < maxDepth ? memberExpression(receiver, name.word) : otherExpression;
    if (/^[?!]+$/.test(p.operator)) p.next();
  }
}

/** The names of the type that a key path starts from; the last may already be the property. */
function readRoot(p: Parser, scope: Scope): Token[] {
  const start = p.mark();
  readType(p, scope);
  const end = p.mark();
  const path: Token[] = [];
  for (let at = start - end; at < 0; at++) {
    const token = p.peek(at);
    const isFirst = path.length === 0;
    if (token.kind === Kind.word && path.length < maxDepth && (isFirst || p.peek(at - 1).word === "."))
      path.push(token);
    // Type arguments say nothing about members.
    else if (token.kind === Kind.operator && token.word.startsWith("<")) at = endOfArguments(p, at);
  }
  return path;
}

/** Where the type arguments end that begin so many tokens before the current one. */
function endOfArguments(p: Parser, from: number): number {
  let depth = 0;
  for (let at = from; at < 0; at++) {
    const token = p.peek(at);
    if (token.kind !== Kind.operator) continue;
    for (const sign of token.word) depth += sign === "<" ? 1 : sign === ">" ? -1 : 0;
    if (depth <= 0) return at;
  }
  return 0;
}

/** `#selector(Type.name(_:))` and `#keyPath(name)`; the word is consumed. */
export function readSelector(p: Parser, scope: Scope, word: string): void {
  if (!p.is("(")) return;
  const start = p.mark();
  p.skipGroup();
  const end = p.mark();
  p.reset(start);
  p.next();
  // `getter: name`
  if (p.token.kind === Kind.word && p.peek(1).word === ":") {
    p.next();
    p.next();
  }
  const path: Token[] = [];
  while (p.token.kind === Kind.word && p.mark() < end) {
    path.push(p.next());
    if (!p.eat(".")) break;
  }
  const name = path.pop();
  if (name) {
    const outer = pathExpression(path.slice(-maxDepth).map((token) => token.word));
    const kind = word === "selector" ? "selector" : "keypath";
    const use = useOf(scope, kind, name.word, name.from, name.line, outer);
    if (p.is("(")) use.labels = readLabels(p);
    p.facts.uses.push(use);
  }
  while (p.mark() < end) p.next();
}

/** `(_:with:)` behind the name of a method. */
function readLabels(p: Parser): string[] {
  const labels: string[] = [];
  p.next();
  while (p.token.kind === Kind.word && p.peek(1).word === ":") {
    labels.push(p.next().word);
    p.next();
  }
  p.eat(")");
  return labels;
}

function note(p: Parser, scope: Scope, { word, from, line }: Token, receiver: Expression | undefined): void {
  p.facts.uses.push(useOf(scope, "keypath", word, from, line, receiver));
}
