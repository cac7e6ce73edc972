import type { Expression } from "./expression.ts";

/**
 * The contract between a language and everything that uses code: one pure function from text to facts.
 *
 * Everything here is plain data, so that it crosses a worker's border and is stored unchanged. Facts
 * are raw, as the source says them; resolving names to declarations is the graph's work, not the parser's.
 * Offsets count UTF-16 units of `text`; lines count from 1; a `to` offset is exclusive, an `endLine` inclusive.
 */
export interface Language {
  readonly id: LanguageId;
  /** Lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Raised whenever `parse` gives other facts for the same text: stored facts of older versions are dropped. */
  readonly version: number;
  /** Loads what `parse` needs (a grammar). Called once per thread before the first `parse`. */
  readonly prepare?: () => Promise<void>;
  /** Never throws: what cannot be understood is skipped and named in `problems`. */
  readonly parse: (text: string, path: string) => ParsedFile;
}

export type LanguageId =
  | "swift"
  | "typescript"
  | "tsx"
  | "javascript"
  | "python"
  | "go"
  | "rust"
  | "java"
  | "kotlin"
  | "c"
  | "cpp"
  | "objective-c"
  | "csharp"
  | "ruby"
  | "php"
  | "markdown"
  | "json"
  | "yaml"
  | "toml"
  | "text";

export interface ParsedFile {
  /** Nothing was understood: the text is all there is. */
  readonly isGivenUp?: true;
  /** In source order; a parent comes before its children. */
  readonly declarations: readonly Declaration[];
  /** Calls, mentions and member uses, in source order. Never from comments or plain string text. */
  readonly uses: readonly Use[];
  readonly inheritances: readonly Inheritance[];
  readonly imports: readonly Import[];
  /** What is known of the types of parameters, locals and properties. */
  readonly typings: readonly Typing[];
  readonly problems: readonly ParseProblem[];
}

/** A file in which there is nothing to find. */
export const nothingParsed: ParsedFile = {
  declarations: [],
  uses: [],
  inheritances: [],
  imports: [],
  typings: [],
  problems: [],
};

/** The index stores the places of this list: new kinds go to its end. */
export const declarationKinds = [
  "function",
  "method",
  "initializer",
  "deinitializer",
  "subscript",
  "operator",
  "class",
  "struct",
  "enum",
  "protocol",
  "interface",
  "trait",
  "extension",
  "actor",
  "macro",
  "typealias",
  "associatedtype",
  "variable",
  "constant",
  "property",
  "case",
  "namespace",
  "module",
  "precedencegroup",
  /** A freestanding macro or statement block with a name of its own: `#Preview("Row") { … }`, `test("adds") {…}`. */
  "block",
] as const;
export type DeclarationKind = (typeof declarationKinds)[number];

/** Kinds that declare a type that values can have. */
export const typeKinds: readonly DeclarationKind[] = [
  "class",
  "struct",
  "enum",
  "protocol",
  "interface",
  "trait",
  "actor",
  "typealias",
];

export interface Declaration {
  readonly kind: DeclarationKind;
  /** Bare, without backticks or labels: `load`, `init`, `subscript`, `==`. An extension's is what it extends: `A.B`. */
  readonly name: string;
  /** With all enclosing types: `Outer.Inner.load`. Members of `extension A.B` begin with `A.B`. No labels. */
  readonly qualifiedName: string;
  /** The enclosing qualified name; "" at top level. */
  readonly container: string;
  /** Index of the enclosing declaration in `declarations`, an extension included; absent at top level. */
  readonly parent?: number;
  /**
   * The header on one line, whitespace collapsed, without attributes, doc comment, body and initial value:
   * `public func load(id: Int) async throws -> User`. Types include their inheritance clause.
   */
  readonly signature: string;
  /** Argument labels of a callable, an enum case with payload included; "_" where there is none. */
  readonly labels?: readonly string[];
  readonly parameters?: readonly Parameter[];
  /** Result of a callable, type of a property, target of a typealias; as written. */
  readonly type?: string;
  /** As written: `<T: P>`. */
  readonly generics?: string;
  /** The `where` clause without its keyword. */
  readonly constraints?: string;
  /** `public`, `static`, `override`, `async`, … in source order, bare (`private(set)` stays whole). */
  readonly modifiers: readonly string[];
  /** As written with arguments: `@available(iOS 15, *)`, `#[derive(Debug)]`. */
  readonly attributes: readonly string[];
  /** Text of the doc comment directly above (attributes between allowed, a blank line breaks), without markers. */
  readonly doc?: string;
  /** Where the doc comment starts; with `from` this is the text that belongs to the declaration. */
  readonly docFrom?: number;
  /** First character of attributes, modifiers or keyword; the doc comment is not included. */
  readonly from: number;
  /** After the closing brace, or after the last character of the statement. */
  readonly to: number;
  /** Where the header ends and the body begins (the opening brace or the initial value); `to` without a body. */
  readonly bodyFrom: number;
  readonly nameFrom: number;
  /** Lines of `from` and of the last character. */
  readonly startLine: number;
  readonly endLine: number;
  /** The line of the name. */
  readonly headerLine: number;
  /** Inside a function body. Such declarations own their uses but never become chunks; local variables are typings. */
  readonly local?: true;
  /** Enclosing compile-time conditions, outermost first: `os(iOS)`, `!DEBUG`. */
  readonly conditions?: readonly string[];
}

export interface Parameter {
  /** "_" where the call gives none. */
  readonly label: string;
  readonly name: string;
  readonly type?: string;
  readonly hasDefault?: true;
  readonly variadic?: true;
}

/**
 * - call: `name(…)`, `receiver.name(…)`, `receiver.name { … }`; also `Type(…)` (the graph distinguishes them)
 * - type: a type named in an annotation, a cast, a generic argument
 * - member: `receiver.name` without a call
 * - value: a bare name that is neither a local, a parameter nor the name of a call (`map(parse)`)
 * - keypath, selector: `\Type.name`, `#selector(Type.name(_:))`
 * - macro: `#name(…)`, `@Name`
 */
export type UseKind = "call" | "type" | "member" | "value" | "keypath" | "selector" | "macro";

export interface Use {
  readonly kind: UseKind;
  readonly name: string;
  /** The text before the dot: `self`, `Api.shared`, `users[0]?`. */
  readonly receiver?: Expression;
  /** `.name(…)` with nothing before the dot: an implicit member of the expected type. */
  readonly implicit?: true;
  /** Of a call, where conditions inside the declaration around it come on top of that one's own. */
  readonly conditions?: readonly string[];
  /** Of a call, trailing closures not included; "_" where an argument has none. */
  readonly labels?: readonly string[];
  /** Labels of trailing closures; the first is "_". */
  readonly closures?: readonly string[];
  readonly from: number;
  readonly line: number;
  /** Index of the innermost declaration around it; absent at top level. */
  readonly owner?: number;
}

export interface Inheritance {
  /** Index of the type or extension that has the clause, or of the associatedtype or generic owner. */
  readonly owner: number;
  /** Bare and normalized: `@unchecked Sendable` → `Sendable`, `any P` → `P`, `P & Q` gives two, `Base<Int>` → `Base`. */
  readonly name: string;
  /** As written. */
  readonly text: string;
  /** `suppressed` is `~Copyable`; `macro` is a conformance that an attached macro is known to add. */
  readonly how: "clause" | "extension" | "constraint" | "embedded" | "macro" | "suppressed";
  /** `where` clause of a conditional conformance. */
  readonly where?: string;
  readonly from: number;
  readonly line: number;
}

export interface Import {
  /** `Foundation`, `./user.ts`, `github.com/a/b`. */
  readonly module: string;
  /** Names taken from it, as used here: `{ name: "a", as: "b" }`. */
  readonly names?: readonly { readonly name: string; readonly as?: string }[];
  /** Name that the module itself gets here. */
  readonly as?: string;
  /**
   * As written: `@testable`, `export`, `static`, `global`. `package` marks the package or namespace that the file
   * itself is in: not an import, but it decides what the file sees.
   */
  readonly attributes?: readonly string[];
  readonly line: number;
}

/** The type of a name, or the expression that it follows from. */
export interface Typing {
  readonly kind: "parameter" | "local" | "property" | "self";
  readonly name: string;
  /** As written in the annotation. */
  readonly type?: string;
  /** Without an annotation: the initial value. */
  readonly value?: Expression;
  /** Where the value ends: inside it the name means something else, as in `let user = user()`. */
  readonly valueTo?: number;
  /** How the value binds: `if let`, `for … in` (an element of it), `guard let`, `case let`. */
  readonly binds?: "value" | "optional" | "element" | "pattern";
  /** Index of the declaration whose scope it belongs to; absent at top level. */
  readonly owner?: number;
  /** The name is visible from `from` to `to`. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

export interface ParseProblem {
  readonly line: number;
  readonly message: string;
}
