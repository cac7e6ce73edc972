/** What a token is, as far as declarations and uses need to know. */
export const Kind = {
  /** Identifiers and keywords; backticks removed from `word`. */
  word: 1,
  number: 2,
  /** A string literal, or the piece of one between two interpolations. */
  string: 3,
  regex: 4,
  operator: 5,
  /** ( ) { } [ ] , ; : @ and the dot of a member. `word` is the character. */
  punctuation: 6,
  /** `#name` other than conditions. */
  hash: 7,
  /** `#if`, `#elseif`, `#else`, `#endif`; `word` is the directive, the condition is the rest of the line. */
  condition: 8,
  end: 9,
} as const;

export interface Token {
  kind: number;
  word: string;
  from: number;
  to: number;
  line: number;
  /** First on its line: where a statement may begin. */
  first: boolean;
  /** Whitespace or a comment is right before it. */
  spaced: boolean;
  /** Written in backticks: never a keyword. */
  quoted: boolean;
  /** A brace that another `#if` branch repeats: not part of the structure. */
  ghost: boolean;
}

export interface Comment {
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly endLine: number;
  /** `///` or `/** … *​/`. */
  readonly isDoc: boolean;
}

export interface Lexed {
  readonly tokens: Token[];
  readonly comments: readonly Comment[];
  readonly problems: readonly { readonly line: number; readonly message: string }[];
}
