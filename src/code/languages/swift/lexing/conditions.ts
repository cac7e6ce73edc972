import { Kind, type Token } from "./tokens.ts";

/**
 * Branches of `#if` may each open or close the same block. The first branch counts; braces that later
 * branches do not close themselves are marked as ghosts, so that the structure stays whole.
 */
export function markGhosts(tokens: readonly Token[]): void {
  const open: { isFirst: boolean; braces: Token[] }[] = [];
  for (const token of tokens) {
    if (token.kind === Kind.condition) {
      if (token.word === "if") open.push({ isFirst: true, braces: [] });
      else settle(open.at(-1));
      if (token.word === "endif") open.pop();
      else if (token.word !== "if") {
        const branch = open.at(-1);
        if (branch) branch.isFirst = false;
      }
      continue;
    }
    const branch = open.at(-1);
    if (!branch || branch.isFirst || token.kind !== Kind.punctuation) continue;
    if (token.word === "{") branch.braces.push(token);
    else if (token.word === "}") {
      if (branch.braces.at(-1)?.word === "{") branch.braces.pop();
      else branch.braces.push(token);
    }
  }
}

function settle(branch: { braces: Token[] } | undefined): void {
  for (const brace of branch?.braces ?? []) brace.ghost = true;
  if (branch) branch.braces = [];
}

/** The stack of conditions around a place, as the contract wants them: `os(iOS)`, `!(DEBUG)`. */
export class ConditionStack {
  readonly #frames: { current: string; earlier: string[] }[] = [];

  enter(directive: string, condition: string): void {
    const text = condition.trim().replace(/\s+/g, " ");
    const frame = this.#frames.at(-1);
    if (directive === "if") this.#frames.push({ current: text, earlier: [] });
    else if (directive === "endif") this.#frames.pop();
    else if (frame) {
      frame.earlier.push(frame.current);
      frame.current = directive === "elseif" ? text : frame.earlier.map(negated).join(" && ");
    }
  }

  current(): string[] | undefined {
    return this.#frames.length === 0 ? undefined : this.#frames.map((frame) => frame.current);
  }
}

function negated(condition: string): string {
  return /^[\w.]+(\([^()]*\))?$/.test(condition) ? `!${condition}` : `!(${condition})`;
}
