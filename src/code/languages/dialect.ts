import type { LiteralKind } from "./expression.ts";
import type { Declaration } from "./language.ts";

/** What name lookup must know of a language: data only, so that the resolver itself knows none. */
export interface Dialect {
  /** Argument labels are part of a callable's name. */
  readonly labels: boolean;
  /** Only an async function can call an async function without a task of its own. */
  readonly asyncCallers: boolean;
  /** Members of the enclosing type need no receiver. */
  readonly implicitSelf: boolean;
  /** An override is marked as one. */
  readonly explicitOverrides: boolean;
  /** An optional has no members until it is unwrapped. */
  readonly strictOptionals: boolean;
  /** A check of a value's type changes what the compiler lets its name do. */
  readonly narrows: boolean;
  /** Macros can declare members and open namespaces, so that a type can have more members than its text shows. */
  readonly hasMacros: boolean;
  /** The text before a type can be a package, which is not followed. */
  readonly hasPackages: boolean;
  /** Whether a function outside a type is called like one of its members. */
  readonly isExtension: (callable: Pick<Declaration, "name" | "signature" | "parameters">) => boolean;
  /** Types of literals. */
  readonly literals: Readonly<Record<LiteralKind, string>>;
  /** Standard types that hold a value or a reason why there is none. */
  readonly wrappers: ReadonlySet<string>;
  /** Modules and namespaces of the standard library. */
  readonly standardModules: ReadonlySet<string>;
  /** Methods of a type that make an instance, in addition to those that are declared. */
  readonly makers: ReadonlySet<string>;
  /** Names that constructors are declared with; the type's own name counts everywhere. */
  readonly constructors: readonly string[];
  readonly collections: Collections;
  /**
   * Names that the standard library gives to members of its own types. Without knowing the receiver, a call of one
   * says nothing about a declaration of the same name in the repository.
   */
  readonly ordinaryMembers: ReadonlySet<string>;
  /**
   * By the name of an attached macro: the nested enums that it adds to an enum, with cases of the same names. Where
   * there is no `self`, a case is more likely one of theirs.
   */
  readonly mirroringMacros: ReadonlyMap<string, readonly string[]>;
}

/** The little that must be known of standard collections. */
export interface Collections {
  /** Types whose first type argument is the type of their elements. */
  readonly types: ReadonlySet<string>;
  /** Members that give an element, or nothing if there is none. */
  readonly elementMembers: ReadonlySet<string>;
  /** Members that give a collection of the same elements. */
  readonly sameMembers: ReadonlySet<string>;
}

/** A list of names, written as one text. */
export function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.split(/\s+/)).filter((word) => word !== ""));
}

/** Members that types of every language have: they name what anything can have or do. */
export const everydayMembers = `
  add cancel clear clone close contains copy count data decode delete description encode equals error filter find
  first format get hash id index init insert items join keys last length load lock map max message min name next open
  pop print push read receive reduce remove replace resume reverse run send set size slice sort split start stop store
  string text test unlock update value values wait write`;

export const plainDialect: Dialect = {
  labels: false,
  asyncCallers: false,
  implicitSelf: false,
  explicitOverrides: false,
  strictOptionals: false,
  narrows: true,
  hasMacros: false,
  hasPackages: true,
  isExtension: () => false,
  literals: { string: "String", integer: "Int", float: "Double", boolean: "Bool" },
  wrappers: new Set(),
  standardModules: new Set(),
  makers: new Set(),
  constructors: ["constructor"],
  collections: {
    types: wordSet("Array List Set Iterable"),
    elementMembers: new Set(),
    sameMembers: new Set(),
  },
  ordinaryMembers: wordSet(everydayMembers),
  mirroringMacros: new Map(),
};
