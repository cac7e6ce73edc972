import { Kind, type Token } from "../lexing/tokens.ts";
import { isCondition, type Mode, type Parser } from "../parser.ts";

/** A new line ends a statement unless one of its sides says that it goes on. */
export function endsStatement(p: Parser, token: Token, mode: Mode): boolean {
  if (!token.first || mode === "group" || isCondition(mode)) return false;
  const before = p.previous;
  if (before === undefined) return false;
  if (before.kind === Kind.operator && before.spaced && before.word !== "!") return isPostfix(before);
  if (before.kind === Kind.punctuation && "(,[.:".includes(before.word)) return false;
  if (
    before.kind === Kind.word &&
    !before.quoted &&
    ["return", "try", "await", "as", "is", "in", "throw", "="].includes(before.word)
  ) {
    return before.word === "return" || before.word === "throw";
  }
  if (before.kind === Kind.operator && before.word.endsWith("=") && before.word !== "==") return false;
  if (token.kind === Kind.punctuation) return token.word !== "." && token.word !== ":";
  if (token.kind === Kind.operator) return !isBinaryAtLineStart(token, p.peek(1));
  if (token.kind === Kind.word) return token.word !== "as" && token.word !== "is" && token.word !== "else";
  return true;
}

function isPostfix(token: Token): boolean {
  return token.word === "?" || token.word === "!";
}

/** `+ b` at the start of a line goes on, `-b` and `&b` begin a new statement. */
function isBinaryAtLineStart(token: Token, next: Token): boolean {
  return next.spaced || token.word === "?" || token.word === "??" || token.word === "->";
}
