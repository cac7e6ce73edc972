import type { LiteralKind } from "../languages/expression.ts";
import type { LanguageId } from "../languages/language.ts";
import type { SymbolShape } from "./shape.ts";

/** What name lookup must know of a language. */
export interface Dialect {
  /** Argument labels are part of a callable's name. */
  readonly labels: boolean;
  /** Members of the enclosing type need no receiver. */
  readonly implicitSelf: boolean;
  /** An optional has no members until it is unwrapped. */
  readonly strictOptionals: boolean;
  /** A check of a value's type changes what the compiler lets its name do. */
  readonly narrows: boolean;
  /** Whether a function outside a type is called like one of its members. */
  readonly isExtension: (callable: Callable) => boolean;
  /** What stands before a type may be a package, which is not followed. */
  readonly hasPackages: boolean;
  /** Types of literals. */
  readonly literals: Readonly<Record<LiteralKind, string>>;
  /** Methods of a type that make an instance, beside those that are declared. */
  readonly makers: ReadonlySet<string>;
  /** Names that constructors are declared with; the type's own name counts everywhere. */
  readonly constructors: readonly string[];
}

type Callable = Pick<SymbolShape, "name" | "signature" | "parameters">;

const plain: Dialect = {
  labels: false,
  implicitSelf: false,
  strictOptionals: false,
  narrows: true,
  isExtension: () => false,
  hasPackages: true,
  literals: { string: "String", integer: "Int", float: "Double", boolean: "Bool" },
  makers: new Set(),
  constructors: ["constructor"],
};

const swift: Dialect = {
  labels: true,
  implicitSelf: true,
  strictOptionals: true,
  narrows: false,
  isExtension: () => false,
  hasPackages: false,
  literals: plain.literals,
  makers: new Set(),
  constructors: ["init"],
};

const dialects: Partial<Record<LanguageId, Dialect>> = {
  swift,
  python: {
    ...plain,
    literals: { string: "str", integer: "int", float: "float", boolean: "bool" },
    constructors: ["__init__"],
  },
  ruby: { ...plain, implicitSelf: true, makers: new Set(["new"]), constructors: ["initialize"] },
  php: { ...plain, constructors: ["__construct"] },
  java: { ...plain, implicitSelf: true },
  kotlin: {
    ...plain,
    implicitSelf: true,
    isExtension: ({ signature, name }) => signature.includes(`.${name}(`),
  },
  csharp: {
    ...plain,
    implicitSelf: true,
    isExtension: ({ parameters }) => parameters?.[0]?.type?.startsWith("this ") === true,
  },
  "objective-c": { ...plain, makers: new Set(["alloc", "new"]) },
  cpp: { ...plain, implicitSelf: true },
  rust: { ...plain, literals: { string: "str", integer: "i32", float: "f64", boolean: "bool" } },
};

export function dialectOf(language: LanguageId): Dialect {
  return dialects[language] ?? plain;
}
