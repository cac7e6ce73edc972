import type { Expression } from "../expression.ts";
import type { Declaration, Import, Inheritance, ParseProblem, Typing, Use } from "../language.ts";

/** What a parse collects; written in place, handed out as `ParsedFile`. */
export interface Facts {
  readonly declarations: Writable<Declaration>[];
  readonly uses: Writable<Use>[];
  readonly inheritances: Inheritance[];
  readonly imports: Import[];
  readonly typings: Writable<Typing>[];
  readonly problems: ParseProblem[];
}

export type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export function noFacts(): Facts {
  return { declarations: [], uses: [], inheritances: [], imports: [], typings: [], problems: [] };
}

/** Where the parser is: what encloses it, and which names are local there. */
export interface Scope {
  /** Index of the innermost declaration; undefined at top level. */
  readonly owner: number | undefined;
  /** Qualified name of the enclosing types; "" at top level. */
  readonly container: string;
  readonly kind: "file" | "type" | "enum" | "protocol" | "body";
  /** Names of parameters and locals; shared by everything inside one function. */
  readonly locals: readonly Set<string>[];
}

/** A use in a scope; the caller adds it to the facts. */
export function useOf(
  scope: Scope,
  kind: Use["kind"],
  name: string,
  from: number,
  line: number,
  receiver?: Expression,
): Writable<Use> {
  const use: Writable<Use> = { kind, name, from, line };
  if (receiver !== undefined) use.receiver = receiver;
  if (scope.owner !== undefined) use.owner = scope.owner;
  return use;
}

export const words = {
  types: new Set(["class", "struct", "enum", "protocol", "extension", "actor"]),
  declarations: new Set([
    "func",
    "init",
    "deinit",
    "subscript",
    "var",
    "let",
    "class",
    "struct",
    "enum",
    "protocol",
    "extension",
    "actor",
    "typealias",
    "associatedtype",
    "import",
    "operator",
    "precedencegroup",
    "macro",
    "case",
  ]),
  modifiers: new Set([
    "public",
    "private",
    "fileprivate",
    "internal",
    "open",
    "package",
    "static",
    "class",
    "final",
    "override",
    "mutating",
    "nonmutating",
    "lazy",
    "weak",
    "unowned",
    "required",
    "convenience",
    "dynamic",
    "optional",
    "indirect",
    "isolated",
    "nonisolated",
    "prefix",
    "postfix",
    "infix",
    "distributed",
    "borrowing",
    "consuming",
    "__consuming",
    "__shared",
    "sending",
  ]),
  accessors: new Set([
    "get",
    "set",
    "willSet",
    "didSet",
    "_read",
    "_modify",
    "read",
    "modify",
    "init",
    "unsafeAddress",
    "unsafeMutableAddress",
    "mutating",
    "nonmutating",
    "borrow",
    "mutate",
    "yielding",
  ]),
  /** Never a name in an expression. */
  silent: new Set([
    "self",
    "super",
    "Self",
    "true",
    "false",
    "nil",
    "return",
    "throw",
    "throws",
    "try",
    "await",
    "async",
    "in",
    "is",
    "as",
    "if",
    "else",
    "guard",
    "switch",
    "case",
    "default",
    "for",
    "while",
    "repeat",
    "do",
    "catch",
    "defer",
    "break",
    "continue",
    "fallthrough",
    "where",
    "let",
    "var",
    "inout",
    "some",
    "any",
    "rethrows",
    "consume",
    "copy",
    "each",
    "unsafe",
    "discard",
    "then",
    "yield",
    "_",
    "Any",
  ]),
  controls: new Set(["if", "guard", "while", "for", "switch", "catch"]),
} as const;
