import { type Scope, useOf } from "./facts.ts";
import type { Parser } from "./parser.ts";
import { Kind } from "./tokens.ts";
import { readType } from "./types.ts";

/** `\Type.a.b`: each name after the dot is a use. The backslash is the current token. */
export function readKeyPath(p: Parser, scope: Scope): void {
  p.next();
  let receiver = "";
  if (p.token.kind === Kind.word) {
    const from = p.token.from;
    readType(p, scope);
    const parts = p.text.slice(from, p.lastTo).split(".");
    const last = parts.pop();
    if (parts.length > 0 && last)
      p.facts.uses.push(useOf(scope, "keypath", last, p.lastTo - last.length, p.token.line, parts.join(".")));
    receiver = p.text.slice(from, p.lastTo);
  }
  while (p.is(".") && p.peek(1).kind === Kind.word && !p.token.first) {
    p.next();
    const name = p.next();
    if (name.word !== "self")
      p.facts.uses.push(useOf(scope, "keypath", name.word, name.from, name.line, receiver || undefined));
    receiver = receiver === "" ? "" : `${receiver}.${name.word}`;
    if (/^[?!]+$/.test(p.operator)) p.next();
  }
}

/** `#selector(Type.name(_:))` and `#keyPath(name)`; the word is consumed. */
export function readSelector(p: Parser, scope: Scope, word: string): void {
  if (!p.is("(")) return;
  const from = p.token.to;
  p.skipGroup();
  const text = p.text
    .slice(from, p.lastTo - 1)
    .replace(/^(getter|setter):\s*/, "")
    .trim();
  const match = /^(?:(.*)\.)?([\w$]+)(?:\(([^)]*)\))?$/.exec(text.slice(0, 500));
  const name = match?.[2];
  if (name === undefined) return;
  const use = useOf(
    scope,
    word === "selector" ? "selector" : "keypath",
    name,
    from,
    p.previous?.line ?? 1,
    match?.[1],
  );
  if (match?.[3] !== undefined) use.labels = match[3].split(":").filter((label) => label !== "");
  p.facts.uses.push(use);
}
