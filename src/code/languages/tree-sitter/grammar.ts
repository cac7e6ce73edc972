import type { DeclarationKind, Import, LanguageId } from "../language.ts";

/**
 * A language that tree-sitter parses: a grammar, one query that marks what matters, and what cannot be told by a
 * query. In the query `@d.<kind>` is a declaration, with `@name`, `@body`, `@params`, `@type`, `@owner` inside
 * the same pattern; `@call` is the name of a call, with `@receiver` and `@args`; `@super` a base type, `@typeref`
 * a type that is named, `@local` a variable with its `@value` or `@localtype`, `@self` the name of a receiver, `@import` an import statement, `@doc` a docstring,
 * `@block` statements in braces, in which a variable is a local even if nothing declared is around it.
 */
export interface Grammar {
  readonly id: LanguageId;
  readonly extensions: readonly string[];
  readonly version: number;
  /** The file in grammars/. */
  readonly wasm: string;
  readonly query: string;
  /** The text as the parser is to read it, with everything at its place. */
  readonly readable?: (text: string) => string;
  /** How lines of a comment begin. */
  readonly lineComment: "//" | "#";
  /** What is written before a name and is no part of it: `$total`, `:total`. */
  readonly sigil?: string;
  /** Between names in a qualified name as the source writes it. */
  readonly separator: "." | "::" | "\\";
  /** What an import statement says. */
  readonly readImport: (statement: string) => readonly Omit<Import, "line">[];
  /** Labels of arguments: `name: value`, `name = value`, or none in the language. */
  readonly argumentLabel?: RegExp;
  /** How a parameter is written: `name: Type`, `Type name`, or `name Type`. */
  readonly parameters: "name: type" | "type name" | "name type";
  /** Names that are methods with a kind of their own. */
  readonly methodKinds?: ReadonlyMap<string, DeclarationKind>;
}
