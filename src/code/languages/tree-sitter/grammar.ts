import type { Expression, LiteralKind } from "../expression.ts";
import type { DeclarationKind, Import, LanguageId } from "../language.ts";

/**
 * A language that tree-sitter parses: a grammar, one query that marks what matters, and what cannot be expressed by a
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
  /** What is written before a name and is not part of it: `$total`, `:total`. */
  readonly sigil?: string;
  /** Between names in a qualified name as the source writes it. */
  readonly separator: "." | "::" | "\\";
  /** What an import statement says. */
  readonly readImport: (statement: string) => readonly Omit<Import, "line">[];
  /** What nodes are as expressions, by their type. A node that is not here says nothing about its type. */
  readonly expressions: ExpressionRules;
  /** Names that are words of the language though its grammar does not know them: `self` in Python. */
  readonly wordExpressions?: ReadonlyMap<string, Expression>;
  /** The separator is not the dot that members have: what is before it is a name, even if it is `self`. */
  readonly namePaths?: ReadonlySet<string>;
  /** Where arguments can have labels: which child of which kind of argument is the label. */
  readonly argumentNames?: Readonly<Record<string, Child>>;
  /** Arguments of this kind are one argument together: `load("a", "b" => 1, "c" => 2)`. */
  readonly gatheredArgument?: string;
  /** How a parameter is written: `name: Type`, `Type name`, or `name Type`. */
  readonly parameters: "name: type" | "type name" | "name type";
  /** Names that are methods with a kind of their own. */
  readonly methodKinds?: ReadonlyMap<string, DeclarationKind>;
}

/**
 * A child of a node: by the name of its field, by its type where it has no field, or by its number among the named
 * children, from the end if negative.
 */
export type Child = string | number | { readonly type: string };

/** What a node of a grammar is as an expression. */
export type ExpressionRule =
  | { readonly is: "name" | "self" | "super" | "closure" }
  | { readonly is: "literal"; readonly of: LiteralKind }
  /** Has the type of its child: parentheses, `await`, references. */
  | { readonly is: "inside"; readonly of: Child }
  | { readonly is: "member"; readonly of: Child; readonly name: Child }
  | {
      readonly is: "call";
      readonly of: Child;
      readonly arguments: Child;
      readonly types?: Child;
      readonly closure?: Child;
    }
  /** A call and the member that it calls, in one node. `makers` are names of methods of a type that make an instance. */
  | {
      readonly is: "method";
      readonly of: Child;
      readonly name: Child;
      readonly arguments: Child;
      readonly makers?: readonly string[];
    }
  | { readonly is: "index" | "unwrap"; readonly of: Child }
  /** A name with type arguments. */
  | { readonly is: "generic"; readonly of: Child; readonly types: Child }
  | { readonly is: "cast" | "new"; readonly type: Child }
  | { readonly is: "list" }
  /** Of several branches, the first that says something. */
  | { readonly is: "either"; readonly of: readonly Child[] }
  | { readonly is: "unary"; readonly of: Child; readonly operator?: Child }
  /** In some languages `a or b` is one of the two, in others a truth value. */
  | {
      readonly is: "binary";
      readonly left: Child;
      readonly right: Child;
      readonly logical: "operand" | "boolean";
    };

export type ExpressionRules = Readonly<Record<string, ExpressionRule>>;
