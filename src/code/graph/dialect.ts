import type { LanguageId } from "../languages/language.ts";

/** What name lookup must know of a language. */
export interface Dialect {
  /** Argument labels are part of a callable's name. */
  readonly labels: boolean;
  /** Members of the enclosing type need no receiver. */
  readonly implicitSelf: boolean;
  readonly self: ReadonlySet<string>;
  readonly super: ReadonlySet<string>;
  /** Names that constructors are declared with; the type's own name counts everywhere. */
  readonly constructors: readonly string[];
}

const plain: Dialect = {
  labels: false,
  implicitSelf: false,
  self: new Set(["this", "self"]),
  super: new Set(["super"]),
  constructors: ["constructor"],
};

const swift: Dialect = {
  labels: true,
  implicitSelf: true,
  self: new Set(["self"]),
  super: new Set(["super"]),
  constructors: ["init"],
};

const dialects: Partial<Record<LanguageId, Dialect>> = {
  swift,
  python: { ...plain, self: new Set(["self", "cls"]), super: new Set(["super"]), constructors: ["__init__"] },
  ruby: { ...plain, implicitSelf: true, constructors: ["initialize"] },
  php: { ...plain, self: new Set(["$this", "self", "static"]), constructors: ["__construct"] },
  java: { ...plain, implicitSelf: true },
  kotlin: { ...plain, implicitSelf: true },
  csharp: { ...plain, implicitSelf: true, super: new Set(["base"]) },
  cpp: { ...plain, implicitSelf: true },
  rust: { ...plain, self: new Set(["self", "Self"]) },
};

export function dialectOf(language: LanguageId): Dialect {
  return dialects[language] ?? plain;
}
