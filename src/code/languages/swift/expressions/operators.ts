import { Kind, type Token } from "../lexing/tokens.ts";

/** Part of the language, or declared by nobody: no use is noted. */
const silent = new Set(["=", "->", "?", "!", "...", "..<", "&&", "||", "??", "===", "!=="]);
const prefixes = new Set(["-", "+", "!", "~", "&", ".", "..."]);

/** How tightly operators bind, loosest first; one that is not here is somebody's own. */
const levels: readonly (readonly string[])[] = [
  ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "&+=", "&-=", "&*="],
  ["?", ":"],
  ["||"],
  ["&&"],
  ["==", "!=", "<", ">", "<=", ">=", "===", "!==", "~="],
  ["??"],
  ["...", "..<"],
  ["+", "-", "&+", "&-", "|", "^"],
  ["*", "/", "%", "&*", "&"],
  ["<<", ">>", "&<<", "&>>"],
];
const ranks = new Map(levels.flatMap((words, at) => words.map((word) => [word, at + 1] as const)));
export const disjunction = 3;
const conjunction = 4;
export const comparison = 5;
export const nilCoalescing = 6;

export interface OperatorUse {
  readonly fixity: "infix" | "prefix" | "postfix";
  /** Whether the text directly before it is all of its left side. */
  readonly ownsLeft: boolean;
}

/** What an operator is in its position; undefined when it says nothing about declarations. */
export function operatorUse(
  token: Token,
  next: Token,
  hasLeft: boolean,
  before: number,
): OperatorUse | undefined {
  if (silent.has(token.word)) return undefined;
  const isLoose = token.spaced || token.first;
  const endsThere =
    next.spaced || next.first || (next.kind === Kind.punctuation && ")]},;:".includes(next.word));
  if (!hasLeft || (isLoose && !endsThere))
    return prefixes.has(token.word) || endsThere ? undefined : { fixity: "prefix", ownsLeft: false };
  const rank = ranks.get(token.word);
  if (!isLoose && endsThere) return rank === undefined ? { fixity: "postfix", ownsLeft: true } : undefined;
  const ownsLeft = rank === undefined ? before <= conjunction : before < rank;
  return rank !== undefined && !ownsLeft ? undefined : { fixity: "infix", ownsLeft };
}

/** Zero before the first operator of an expression; somebody's own counts as the tightest. */
export function rankOf(word: string): number {
  return ranks.get(word) ?? levels.length + 1;
}
