import { ConditionStack } from "./conditions.ts";
import type { DocComments } from "./doc-comments.ts";
import type { Facts, Scope } from "./facts.ts";
import { Kind, type Token } from "./tokens.ts";

/** The place in the tokens, what was found so far, and the two readers that need each other. */
export class Parser {
  readonly text: string;
  readonly facts: Facts;
  readonly docs: DocComments;
  readonly conditions = new ConditionStack();
  /** Reads statements up to the closing brace of their block, and that brace. Set by the assembly in swift.ts. */
  body: (scope: Scope) => void = () => {};
  /** Reads the accessors of a property or subscript in their braces. Set likewise. */
  accessors: (scope: Scope) => void = () => {};
  readonly #tokens: readonly Token[];
  readonly #end: Token;
  #index = 0;
  /** Characters of the current operator token that are already taken: `>?` is two things in a type. */
  #taken = 0;
  #lastTo = 0;

  constructor(text: string, tokens: readonly Token[], docs: DocComments, facts: Facts) {
    this.text = text;
    const end = tokens.at(-1);
    if (end === undefined) throw new Error("the lexer always ends with an end token");
    this.#tokens = tokens;
    this.#end = end;
    this.docs = docs;
    this.facts = facts;
  }

  get token(): Token {
    return this.peek(0);
  }

  peek(ahead: number): Token {
    return this.#tokens[this.#index + ahead] ?? this.#end;
  }

  get previous(): Token | undefined {
    return this.#index === 0 ? undefined : this.#tokens[this.#index - 1];
  }

  /** The end of what was consumed last. */
  get lastTo(): number {
    return this.#lastTo;
  }

  get isAtEnd(): boolean {
    return this.token.kind === Kind.end;
  }

  next(): Token {
    const token = this.token;
    this.#lastTo = token.to;
    this.#taken = 0;
    if (token.kind !== Kind.end) this.#index++;
    return token;
  }

  /** A place to come back to when a guess was wrong. Only headers are read twice, never bodies. */
  mark(): number {
    return this.#index;
  }

  reset(mark: number): void {
    this.#index = mark;
    this.#taken = 0;
    this.#lastTo = this.previous?.to ?? 0;
  }

  is(punctuation: string): boolean {
    const token = this.token;
    return token.kind === Kind.punctuation && token.word === punctuation && token.ghost !== true;
  }

  isWord(word: string): boolean {
    const token = this.token;
    return token.kind === Kind.word && !token.quoted && token.word === word;
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
    const token = this.token;
    return token.kind === Kind.operator ? token.word.slice(this.#taken) : "";
  }

  get operatorFrom(): number {
    return this.token.from + this.#taken;
  }

  /** Takes so many characters of the operator. */
  takeOperator(length: number): void {
    const token = this.token;
    if (this.#taken + length >= token.word.length) {
      this.next();
      return;
    }
    this.#taken += length;
    this.#lastTo = token.from + this.#taken;
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
    this.conditions.enter(token.word, line.replace(/\/\/.*$/, ""));
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
    return this.text.slice(from, to).replace(/\s+/g, " ").trim();
  }
}
