import { type Expression, otherExpression } from "../expression.ts";
import type { Facts, Scope } from "./facts.ts";
import { ConditionStack } from "./lexing/conditions.ts";
import type { DocComments } from "./lexing/doc-comments.ts";
import { Kind, type Token } from "./lexing/tokens.ts";

/**
 * - statement: up to the end of the statement
 * - group: up to `,` or the closing bracket
 * - initial: like statement, but a comma ends it (`let a = 1, b = 2`)
 * - condition: up to the brace of the body (`if a, let b = c {`)
 * - bound: what a condition binds (`c` above); a comma, `else` and `where` end it too
 */
export type Mode = "statement" | "group" | "initial" | "condition" | "bound";

/** Whether a brace is the body that the condition is for. */
export function isCondition(mode: Mode): boolean {
  return mode === "condition" || mode === "bound";
}

/** The place in the tokens, what was found so far, and the readers that need each other. */
export class Parser {
  readonly text: string;
  readonly facts: Facts;
  readonly docs: DocComments;
  readonly conditions = new ConditionStack();
  /** Reads statements up to the closing brace of their block, and that brace. Set by the assembly in swift.ts. */
  body: (scope: Scope) => void = () => {};
  /** Reads an expression. Set likewise. */
  expression: (scope: Scope, mode: Mode) => Expression = () => otherExpression;
  /** Reads the accessors of a property or subscript in their braces. Set likewise. */
  accessors: (scope: Scope) => void = () => {};
  /** Where we are. */
  token: Token;
  /** The end of what was consumed last. */
  lastTo = 0;
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #index = 0;
  /** Characters of the current operator token that are already taken: `>?` is two things in a type. */
  #consumed = 0;

  constructor(text: string, tokens: readonly Token[], docs: DocComments, facts: Facts) {
    this.text = text;
    const end = tokens.at(-1);
    if (end === undefined) throw new Error("the lexer always ends with an end token");
    this.#tokens = tokens;
    this.#end = end;
    this.token = tokens[0] ?? end;
    this.docs = docs;
    this.facts = facts;
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  get previous(): Token | undefined {
    return this.#index === 0 ? undefined : this.#tokens[this.#index - 1];
  }

  get isAtEnd(): boolean {
    return this.token === this.#end;
  }

  next(): Token {
    const { token } = this;
    this.lastTo = token.to;
    this.#consumed = 0;
    if (token !== this.#end) this.token = this.#tokens[++this.#index] ?? this.#end;
    return token;
  }

  /** A place to come back to when a guess was wrong. Only headers are read twice, never bodies. */
  mark(): number {
    return this.#index;
  }

  reset(mark: number): void {
    this.#index = mark;
    this.token = this.#tokens[mark] ?? this.#end;
    this.#consumed = 0;
    this.lastTo = this.previous?.to ?? 0;
  }

  is(punctuation: string): boolean {
    const { token } = this;
    return token.word === punctuation && token.kind === Kind.punctuation && !token.ghost;
  }

  isWord(word: string): boolean {
    const { token } = this;
    return token.word === word && token.kind === Kind.word && !token.quoted;
  }

  eat(punctuation: string): boolean {
    if (!this.is(punctuation)) return false;
    this.next();
    return true;
  }

  eatWord(word: string): boolean {
    if (!this.isWord(word)) return false;
    this.next();
    return true;
  }

  /** What is left of an operator token; "" when there is none. */
  get operator(): string {
    const { token } = this;
    if (token.kind !== Kind.operator) return "";
    return this.#consumed === 0 ? token.word : token.word.slice(this.#consumed);
  }

  get operatorFrom(): number {
    return this.token.from + this.#consumed;
  }

  /** Takes so many characters of the operator. */
  takeOperator(length: number): void {
    const { token } = this;
    if (this.#consumed + length >= token.word.length) {
      this.next();
      return;
    }
    this.#consumed += length;
    this.lastTo = token.from + this.#consumed;
  }

  /** Where inheritances found from now on begin. */
  inheritanceFrom(): number {
    return this.facts.inheritances.length;
  }

  /** A block in braces; the opening one is the current token. */
  statements(scope: Scope): void {
    this.next();
    this.body(scope);
  }

  /** A `#if` line and its kin: remembered for the declarations below it. */
  takeCondition(): void {
    const token = this.next();
    const end = this.text.indexOf("\n", token.to);
    const line = this.text.slice(token.to, end === -1 ? this.text.length : end);
    this.conditions.enter(token.word, line.replace(/\/\/.*$/s, ""));
  }

  /** Skips a balanced group whose opening bracket is the current token. */
  skipGroup(): void {
    let depth = 0;
    do {
      const token = this.next();
      if (token.kind !== Kind.punctuation || token.ghost) continue;
      if ("([{".includes(token.word)) depth++;
      else if (")]}".includes(token.word)) depth--;
    } while (depth > 0 && !this.isAtEnd);
  }

  /** Source text on one line. */
  collapsed(from: number, to: number): string {
    return onOneLine(this.text.slice(from, to));
  }
}

const irregularSpace = /\s\s|[^\S ]/;

/** White space as single spaces, none at the ends. */
export function onOneLine(text: string): string {
  return irregularSpace.test(text) ? text.replace(/\s+/g, " ").trim() : text.trim();
}
