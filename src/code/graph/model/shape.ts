import type { Expression } from "../../languages/expression.ts";
import type {
  Declaration,
  DeclarationKind,
  Import,
  Inheritance,
  LanguageId,
  Parameter,
  ParsedFile,
} from "../../languages/language.ts";
import type { FileRole } from "../../store/records.ts";

/**
 * What other files may know of a declaration. Bodies, uses and locals are not in it. What is not there is undefined
 * instead of left out: what is built alike is read faster, and symbols are read all the time.
 */
export interface SymbolShape {
  /** Names it within its file, whatever moves around it: `Foo.load(id:)`, with `~2` behind the second such. */
  readonly key: string;
  readonly kind: DeclarationKind;
  readonly name: string;
  readonly qualifiedName: string;
  readonly parent: number | undefined;
  readonly signature: string;
  readonly labels: readonly string[] | undefined;
  readonly parameters: readonly Parameter[] | undefined;
  readonly type: string | undefined;
  /** Initial value of a property whose type is not written. */
  readonly value: Expression | undefined;
  readonly generics: string | undefined;
  readonly constraints: string | undefined;
  readonly modifiers: readonly string[];
  readonly attributes: readonly string[];
  readonly local: true | undefined;
  readonly conditions: readonly string[] | undefined;
  readonly from: number;
  readonly line: number;
  readonly endLine: number;
}

export interface FileShape {
  readonly path: string;
  readonly hash: string;
  readonly language: LanguageId;
  readonly role: FileRole;
  readonly symbols: readonly SymbolShape[];
  readonly inheritances: readonly Inheritance[];
  readonly imports: readonly Import[];
}

export interface FileIdentity {
  readonly path: string;
  readonly hash: string;
  readonly language: LanguageId;
  readonly role: FileRole;
}

export function shapeOf({ path, hash, language, role }: FileIdentity, parsed: ParsedFile): FileShape {
  const seen = new Map<string, number>();
  const values = propertyValues(parsed);
  const symbols = parsed.declarations.map((declaration) => symbolOf(declaration, seen, values));
  const { inheritances, imports } = parsed;
  return { path, hash, language, role, symbols, inheritances, imports };
}

interface Labelled {
  readonly labels?: readonly string[] | undefined;
}

/** `load(id:)`; the bare name of what takes no arguments. */
export function labeled(symbol: Pick<Declaration, "name" | "kind"> & Labelled): string {
  const { name, labels } = symbol;
  if (!labels) return name;
  if (labels.length === 0) return symbol.kind === "case" ? name : `${name}()`;
  return `${name}(${labels.map((label) => `${label}:`).join("")})`;
}

/** What is called; without labels, it is of a language that has none. */
export const callables: ReadonlySet<DeclarationKind> = new Set(["function", "method", "initializer"]);

/** For people: `Foo.load(id:)`, `Foo.load()` where labels are not part of a name, `extension Foo`. */
export function displayName(symbol: Pick<SymbolShape, "name" | "labels" | "kind" | "qualifiedName">): string {
  if (symbol.kind === "extension") return `extension ${symbol.qualifiedName}`;
  const own = symbol.labels || !callables.has(symbol.kind) ? labeled(symbol) : `${symbol.name}()`;
  const container = symbol.qualifiedName.slice(0, -symbol.name.length);
  return container + own;
}

function symbolOf(
  declaration: Declaration,
  seen: Map<string, number>,
  values: ReadonlyMap<number, Expression>,
): SymbolShape {
  const { kind, name, qualifiedName, signature, modifiers, attributes, from } = declaration;
  const prefix = kind === "extension" ? "extension " : "";
  const base = `${prefix}${qualifiedName.slice(0, qualifiedName.length - name.length)}${labeled(declaration)}`;
  const count = (seen.get(base) ?? 0) + 1;
  seen.set(base, count);
  const value = declaration.type === undefined ? values.get(declaration.nameFrom) : undefined;
  return {
    key: count === 1 ? base : `${base}~${count}`,
    kind,
    name,
    qualifiedName,
    signature,
    modifiers,
    attributes,
    from,
    line: declaration.headerLine,
    endLine: declaration.endLine,
    parent: declaration.parent,
    labels: declaration.labels,
    parameters: declaration.parameters?.length === 0 ? undefined : declaration.parameters,
    type: declaration.type,
    generics: declaration.generics,
    constraints: declaration.constraints,
    local: declaration.local ? true : undefined,
    conditions: declaration.conditions,
    value,
  };
}

/** Initial values of properties, by the place of their name. */
function propertyValues({ typings }: ParsedFile): Map<number, Expression> {
  const values = new Map<number, Expression>();
  for (const { kind, from, value } of typings) {
    if (kind === "property" && value !== undefined) values.set(from, value);
  }
  return values;
}

/** What of a symbol others can depend on, as text: equal texts mean that nothing else is affected. */
export function dependable(shape: FileShape, index: number): string {
  const symbol = shape.symbols[index];
  if (!symbol) return "";
  const { parent } = symbol;
  const parameters = symbol.parameters?.map(({ label, name, type, hasDefault, variadic }) => [
    label,
    name,
    type,
    hasDefault,
    variadic,
  ]);
  // As lists: a shape that was stored has its fields in another order than one that was just read.
  const own = [
    symbol.key,
    symbol.kind,
    symbol.name,
    symbol.qualifiedName,
    symbol.signature,
    symbol.labels,
    parameters,
    symbol.type,
    symbol.value,
    symbol.generics,
    symbol.constraints,
    symbol.modifiers,
    symbol.attributes,
    symbol.local,
    symbol.conditions,
  ];
  const outer = parent === undefined ? "" : (shape.symbols[parent]?.key ?? "");
  const clauses = shape.inheritances.flatMap(({ owner, name, text, how, where }) =>
    owner === index ? [[name, text, how, where]] : [],
  );
  return JSON.stringify([own, outer, clauses]);
}
